// The search page as one types: asks for the page of the words, and shows what stands in it in the place of what is shown.

const form = document.getElementById("search");
const words = form.elements.q;
const type = form.elements.type;
const status = document.getElementById("status");
const results = document.getElementById("results");
const answers = document.getElementById("answers");
const further = document.getElementById("further");
const PAUSE = 100;
const SHORTEST = 2;

let timer;
let request = new AbortController();

function address() {
  const parameters = new URLSearchParams({ q: words.value.trim() });
  if (type.value) parameters.set("type", type.value);
  return `/search?${parameters}`;
}

async function fetched(path) {
  request.abort();
  request = new AbortController();
  const response = await fetch(path, { signal: request.signal, headers: { Accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (!page.getElementById("results")) throw new Error(page.querySelector("main p")?.textContent ?? response.status);
  return page;
}

/** Show the results at an address, in the place of those that are shown or after them. */
async function show(path, after) {
  try {
    const page = await fetched(path);
    const lines = [...page.getElementById("results").children].map((line) => document.adoptNode(line));
    if (after) results.append(...lines);
    else results.replaceChildren(...lines);
    if (!after) answers.replaceChildren(...page.getElementById("answers").children);
    further.replaceChildren(...page.getElementById("further").children);
    status.textContent = page.getElementById("status").textContent;
    if (after) lines[0]?.querySelector("a").focus();
  } catch (error) {
    if (error.name === "AbortError") return;
    empty(`The search failed: ${error.message}`);
  }
}

function empty(message) {
  results.replaceChildren();
  answers.replaceChildren();
  further.replaceChildren();
  status.textContent = message;
}

function search() {
  clearTimeout(timer);
  const long = words.value.trim().length >= SHORTEST;
  history.replaceState(null, "", long ? address() : "/search");
  if (long) {
    show(address(), false);
  } else {
    request.abort();
    empty("Type two letters or more.");
  }
}

/** The arrow keys lead from the words through the results and back. */
function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = [words, ...results.querySelectorAll("a")];
  const at = stops.indexOf(document.activeElement);
  if (at < 0 || !stops[at + step]) return;
  event.preventDefault();
  stops[at + step].focus();
}

words.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, PAUSE);
});
type.addEventListener("change", search);
further.addEventListener("click", (event) => {
  const more = event.target.closest("a");
  if (!more) return;
  event.preventDefault();
  show(more.getAttribute("href"), true);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && results.contains(document.activeElement)) words.focus();
  else move(event);
});
