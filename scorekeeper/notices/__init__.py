"""Notices on phones by Web Push: subscriptions, what to say, encryption and delivery.

A notice is an extra: it is sent after the change was committed, by a thread of its own, and can be
lost if the server stops.
"""
