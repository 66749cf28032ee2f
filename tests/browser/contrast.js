// Returns {faint, undecided}: a line for each text that axe finds too faint, and the colour, size,
// weight and boxes of each text whose contrast axe leaves undecided. Undecided texts with aria-hidden
// are skipped, because they repeat other texts and their chips may overlap.
async () => {
  const resultTypes = ["violations", "incomplete"];
  const { violations, incomplete } = await axe.run({ runOnly: ["color-contrast"], resultTypes });
  const nodesOf = (results) => results.flatMap(({ nodes }) => nodes);
  const faint = nodesOf(violations).map(({ html, any }) => `${any[0].message} ${html.slice(0, 120)}`);
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  // The lower edge of the visible part of an element; lines below it are left out.
  const lowest = (element) => {
    let edge = Infinity;
    for (let box = element; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowY !== "visible") edge = Math.min(edge, box.getBoundingClientRect().bottom);
    }
    return edge;
  };
  // The boxes of a text's visible lines, up to the right edge of its element.
  const boxes = (node) => {
    const range = document.createRange(), within = node.parentElement.getBoundingClientRect();
    const edge = lowest(node.parentElement);
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter(({ y, height }) => y + height / 2 < edge)
      .map(({ x, y, width, height, right }) =>
        [x, y, Math.min(right, Math.max(within.right, x)) - x || width, height]);
  };
  const undecided = nodesOf(incomplete)
    .map(({ target }) => document.querySelector(target[0]))
    .filter((element) => element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((element) => !element.closest("[aria-hidden=true]"))
    .map((element) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element);
      return {
        html: element.outerHTML.slice(0, 120),
        color,
        size: parseFloat(fontSize),
        weight: Number(fontWeight),
        boxes: [...element.childNodes].filter(isText).flatMap(boxes),
      };
    });
  return { faint, undecided };
};
