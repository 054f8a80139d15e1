// The search page as one types: asks for the page of the words, and shows what stands in it in the place of what is shown.

const form = document.getElementById("search");
const words = form.elements.q;
const type = form.elements.type;
const status = document.getElementById("status");
const results = document.getElementById("results");
const answers = document.getElementById("answers");
const counts = document.getElementById("counts");
const suggestions = document.getElementById("suggestions");
const further = document.getElementById("further");
const PAUSE = 100;
const SHORTEST = 2;

let timer;
let request = new AbortController();
let completing = new AbortController();

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
    if (!after) {
      for (const part of [answers, counts]) part.replaceChildren(...page.getElementById(part.id).children);
    }
    further.replaceChildren(...page.getElementById("further").children);
    status.textContent = page.getElementById("status").textContent;
    if (after) lines[0]?.querySelector("a").focus();
  } catch (error) {
    if (error.name === "AbortError") return;
    empty(`The search failed: ${error.message}`);
  }
}

/** Show what completes the words: names lead to their pages, phrases to their results. */
async function complete() {
  completing.abort();
  completing = new AbortController();
  try {
    const parameters = new URLSearchParams({ q: words.value });
    const response = await fetch(`/suggest?${parameters}`, { signal: completing.signal });
    const [, texts, , addresses] = await response.json();
    suggestions.replaceChildren(...texts.map((text, at) => suggestion(text, new URL(addresses[at]))));
  } catch (error) {
    if (error.name !== "AbortError") suggestions.replaceChildren(); // the search works without
  }
}

function suggestion(text, { pathname, search }) {
  const link = document.createElement("a");
  link.href = pathname + search;
  link.textContent = text;
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function empty(message) {
  results.replaceChildren();
  for (const part of [answers, counts, further]) part.replaceChildren();
  status.textContent = message;
}

function search() {
  clearTimeout(timer);
  const long = words.value.trim().length >= SHORTEST;
  history.replaceState(null, "", long ? address() : "/search");
  complete();
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
