"""Notices on phones by Web Push: subscriptions, texts, encryption and delivery.

A notice is an extra: a separate thread sends it after the change is committed. When a server
stops, it waits only a few seconds for notices.
"""
