"""The content of the pictures to share, and the code that draws them with Pillow."""
