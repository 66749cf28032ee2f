"""For operators: health check, request log, metrics."""
