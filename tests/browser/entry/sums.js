// Fills in the form at random, lets the page compute, sends the same form to the server and
// compares everything that both show. The server's response is swapped in before the next entry,
// because only the server can compute some changes (another pair of players).
async ({ entries, seed, dashed }) => {
  const FOR_THE_SERVER = /(^|\.)(pair|default_by|reneges|quick)/;
  let state = seed;
  const randomBelow = (n) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 16) % n;
  const clean = (text) => text.replace(/\s+/g, " ").trim();
  const ask = () => document.querySelector("#ask");
  const declarations = () => JSON.parse(document.querySelector("[data-sums]").dataset.sums);

  function seen(root) {
    const found = {};
    const inputs = [...root.querySelectorAll("input:not([type=hidden])")].filter((input) => !input.closest("[inert], details"));
    for (const input of inputs) {
      const chip = input.closest(".chip"), row = input.closest(".seat, [id^=row-]");
      const classes = (node, names) => names.filter((name) => node?.classList.contains(name)).join(" ");
      found[input.id] = [
        input.type === "text" ? input.value : input.checked, input.disabled, input.getAttribute("aria-invalid"),
        classes(input, dashed ? ["numbers-table__field--rest"] : []), classes(chip, ["chip--no", "chip--wrong", "chip--rest"]),
        classes(row, ["seat--next", "seat--wrong"]), clean(row?.querySelector(".seat__reason")?.textContent || ""),
      ].join("|");
    }
    if (dashed) found.rest = [...root.querySelectorAll("[name=rest]")].map((input) => input.value).sort().join(" ");
    const save = root.querySelector("#save");
    found.save = `${save.hasAttribute("data-missing")} ${clean(save.querySelector(".save__open").textContent)}`;
    found["save is refused"] = save.classList.contains("save--refused");
    if (declarations().totals) {
      root.querySelectorAll(".numbers-table__total").forEach((cell, n) => (found[`after ${n}`] = clean(cell.textContent)));
    }
    for (const place of root.querySelectorAll("[data-line]")) {
      found[place.dataset.line] = clean(place.textContent);
      found[`${place.dataset.line} as a loss`] = place.classList.contains("loss");
    }
    return found;
  }

  function least(input) {
    const { prefix = "", fields } = declarations();
    const name = Object.keys(fields).find((each) => `${input.name}-`.startsWith(`${prefix}${each}-`));
    return fields[name]?.within?.[0] || 0;
  }

  function change() {
    const inputs = [...ask().querySelectorAll("input:not([type=hidden]):not(:disabled)")].filter((input) => !input.closest("[inert]"));
    let input = inputs[randomBelow(inputs.length)];
    if (FOR_THE_SERVER.test(input.name) && randomBelow(5)) input = inputs.find(({ name }) => !FOR_THE_SERVER.test(name)) || input;
    if (input.type === "text") {
      const nearMost = Math.max(Number(input.dataset.most) - 2, 0) + randomBelow(12);
      const number = [randomBelow(10), randomBelow(10), randomBelow(30), randomBelow(130), nearMost, nearMost, ""][randomBelow(7)];
      // The server's preview does not mark numbers that may be incomplete: those that are too small, and
      // one point in Jaguar.
      input.value = number === "" ? "" : Math.max(number + (number === 1 && /(^|\.)points$/.test(input.id)), least(input));
      input.classList.remove("numbers-table__field--rest");
    } else input.checked = input.type === "radio" || !input.checked;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return input.name;
  }

  async function server() {
    const body = new URLSearchParams(new FormData(ask().closest("form")));
    const answer = await fetch(ask().getAttribute("hx-post"), { method: "POST", body, headers: { "HX-Request": "true" } });
    return answer.text();
  }

  document.addEventListener("htmx:before:request", (event) => event.preventDefault());
  const differences = [];
  let compared = 0;
  for (let entry = 0; entry < entries; entry++) {
    const refused = new Promise((done) => document.addEventListener("htmx:finally:request", done, { once: true }));
    const changed = Array.from({ length: 1 + randomBelow(4) }, change);
    await refused; // the page now shows all that it can compute by itself
    const text = await server();
    const here = seen(ask()), there = seen(new DOMParser().parseFromString(text, "text/html").querySelector("#ask"));
    const declared = declarations();
    const isOther = Object.keys(here).some((key) => !(key in there)) || Object.keys(there).some((key) => !(key in here));
    const isForServer = (isOther && declared.fields?.result) || changed.some((name) => FOR_THE_SERVER.test(name));
    compared += !isForServer;
    for (const key of isForServer ? [] : Object.keys({ ...here, ...there })) {
      const isOpen = there.save.startsWith("true") && declared[key];
      const knowsMore = ["save_note", "headline", "detail"].includes(key) && !isOpen && there[key]?.includes(here[key]);
      if (here[key] !== there[key] && !knowsMore) differences.push(`${entry} ${changed}: ${key}: ${here[key]} <> ${there[key]}`);
    }
    await htmx.swap({ text, target: ask(), sourceElement: ask(), swap: "outerMorph" });
  }
  return { differences, compared };
};
