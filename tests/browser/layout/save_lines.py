"""How the lines beside Save are cut off, and the screens on which they are tested."""

SCREENS = [(320, 568), (360, 640), (740, 360)]
# The number of lines that the lower edge cuts in half, and the number of lines below this edge. The
# script waits for a frame, in which the page shortens a sentence that has changed.
LINES = """
async (place) => {
  await new Promise(requestAnimationFrame);
  const range = document.createRange(), { bottom } = place.getBoundingClientRect();
  range.selectNodeContents(place);
  const lines = [...range.getClientRects()].filter((line) => line.height > 1);
  return {
    sliced: lines.filter((line) => line.top < bottom - 1 && line.bottom > bottom + 2).length,
    unseen: lines.filter((line) => line.top >= bottom - 1).length,
  };
}
"""
