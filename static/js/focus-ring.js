// A title that gets the focus from a script is underlined only if keys are used (`is-touched` in base.css).

const setTouched = (isTouched) => document.body.classList.toggle("is-touched", isTouched);

setTouched(matchMedia("(pointer: coarse)").matches);
document.addEventListener("touchstart", () => setTouched(true), { passive: true });
document.addEventListener("keydown", () => setTouched(false));
