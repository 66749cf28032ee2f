"""Helpers for all pages that need a database: session, page cache, error handlers, QR code."""
