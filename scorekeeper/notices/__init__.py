"""Notices on phones by Web Push: subscriptions, what to say, encryption and delivery.

A notice is an extra: it is sent after the change was committed, by a thread of its own. A server
that stops waits for notices only for a few seconds.
"""
