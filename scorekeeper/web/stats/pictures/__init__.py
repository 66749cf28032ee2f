"""The pictures to share: their content, and how they are drawn (Pillow)."""
