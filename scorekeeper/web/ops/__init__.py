"""Health check, request log and metrics, for operators."""
