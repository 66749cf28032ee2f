"""The sizes of the screens on which tests open the new-match page."""

SMALL, SHORT = (320, 568), (360, 640)


def size(width_and_height):
    return dict(zip(("width", "height"), width_and_height, strict=True))
