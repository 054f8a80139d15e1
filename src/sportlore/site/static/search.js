// The search page: asks /v1/search as one types, and shows what it answers as links.

const form = document.getElementById("search");
const words = form.elements.q;
const type = form.elements.type;
const status = document.getElementById("status");
const results = document.getElementById("results");
const more = document.getElementById("more");
const PAUSE = 150;
const SHORTEST = 2;

let timer;
let request = new AbortController();
let page = 1;

/** One result: the name as a link, its type, its description. */
function line(item) {
  const link = document.createElement("a");
  // The path alone, so that the page may be served from another address than the one it was built for.
  link.href = new URL(item.url).pathname;
  link.textContent = item.name;
  const kind = document.createElement("span");
  kind.className = "kind";
  kind.textContent = [...type.options].find((option) => option.value === item.type)?.dataset.singular ?? item.type;
  const text = document.createElement("p");
  text.textContent = item.description;
  const entry = document.createElement("li");
  entry.append(link, " ", kind, text);
  return entry;
}

function asked() {
  const parameters = new URLSearchParams({ q: words.value.trim() });
  if (type.value) parameters.set("type", type.value);
  return parameters;
}

async function fetched(number) {
  request.abort();
  request = new AbortController();
  const parameters = asked();
  if (number > 1) parameters.set("page", String(number));
  const response = await fetch(`/v1/search?${parameters}`, { signal: request.signal });
  const body = await response.json();
  if (!response.ok) throw new Error(body.error);
  return body;
}

async function show(number) {
  try {
    const { query, data, pagination } = await fetched(number);
    const lines = data.map(line);
    if (number > 1) results.append(...lines);
    else results.replaceChildren(...lines);
    page = number;
    more.hidden = number >= pagination.totalPages;
    const { total } = pagination;
    status.textContent = total ? `${total.toLocaleString("en")} ${total === 1 ? "result" : "results"} for “${query}”.` : `Nothing found for “${query}”.`;
    if (number > 1) lines[0]?.querySelector("a").focus();
  } catch (error) {
    if (error.name === "AbortError") return;
    empty(`The search failed: ${error.message}`);
  }
}

function empty(message) {
  results.replaceChildren();
  more.hidden = true;
  status.textContent = message;
}

function search() {
  clearTimeout(timer);
  const long = words.value.trim().length >= SHORTEST;
  history.replaceState(null, "", long ? `/search?${asked()}` : "/search");
  if (long) {
    show(1);
  } else {
    request.abort();
    empty("Type two letters or more.");
  }
}

words.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(search, PAUSE);
});
type.addEventListener("change", search);
more.addEventListener("click", () => show(page + 1));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});

const given = new URLSearchParams(location.search);
words.value ||= given.get("q") ?? "";
if ([...type.options].some((option) => option.value === given.get("type"))) type.value = given.get("type");
if (words.value) search();
