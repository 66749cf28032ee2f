"""Notifications on phones by Web Push: subscriptions, wording, encryption and delivery.

Notifications are not essential, so a separate thread sends them after the change is committed. When
a server stops, it waits only a few seconds for notifications.
"""
