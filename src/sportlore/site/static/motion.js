// Moves the figure of an exercise by a button. Without this script its key poses stand still.

for (const section of document.querySelectorAll("[data-motion]")) {
  const button = section.querySelector("button");
  const poses = [...section.querySelectorAll("svg [data-pose]")];
  const figure = poses[0].querySelector("[data-figure]");
  const parts = [...figure.querySelectorAll("[transform]")];
  const still = parts.map((part) => part.getAttribute("transform"));
  let motion;
  let request = 0;

  button.hidden = false;
  button.addEventListener("click", () => (request ? stop() : play()));
  document.addEventListener("visibilitychange", () => document.hidden && stop());

  async function play() {
    request = -1;
    try {
      motion ??= await fetch(section.dataset.motion).then((response) => response.json());
    } catch {
      request = 0;
      return;
    }
    if (!request) return;
    resting().forEach((element) => element.setAttribute("visibility", "hidden"));
    label("Stop");
    // Who has asked for less motion sees one figure after the other, and nothing that glides.
    const step = matchMedia("(prefers-reduced-motion: reduce)").matches ? motion.figures.length / (2 * motion.poses.length - 2 || 1) : 0;
    const start = performance.now();
    const draw = (now) => {
      let at = ((Math.max(0, now - start) / 1000) * motion.perSecond) % (motion.figures.length - 1);
      if (step) at = Math.floor(at / step) * step;
      show(motion.figures[Math.floor(at)], motion.figures[Math.ceil(at)], at % 1);
      request = requestAnimationFrame(draw);
    };
    request = requestAnimationFrame(draw);
  }

  function show(before, after, share) {
    parts.forEach((part, i) => {
      const [x, y, turn, long] = before[i].map((value, j) => value + nearest(after[i][j] - value, j) * share);
      const across = still[i].includes("scale(-1") ? -1 : 1;
      part.setAttribute("transform", `translate(${x} ${y}) rotate(${turn}) scale(${across} ${long})`);
    });
  }

  function nearest(change, j) {
    return j === 2 ? ((change + 540) % 360) - 180 : change;
  }

  function stop() {
    cancelAnimationFrame(request);
    request = 0;
    parts.forEach((part, i) => part.setAttribute("transform", still[i]));
    resting().forEach((element) => element.removeAttribute("visibility"));
    label("Show the motion");
  }

  function resting() {
    return [...poses.slice(1), ...poses[0].querySelectorAll("text")];
  }

  function label(text) {
    button.textContent = text;
    button.setAttribute("aria-pressed", String(text === "Stop"));
  }
}
