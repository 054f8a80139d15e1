// Completes what is typed into the search fields: a list of the browser's own, filled from /suggest.

const PAUSE = 100;

function completed(field) {
  const list = document.createElement("datalist");
  list.id = `${field.id}-suggestions`;
  field.after(list);
  field.setAttribute("list", list.id);
  let timer;
  let request = new AbortController();

  async function fill() {
    request.abort();
    request = new AbortController();
    try {
      const parameters = new URLSearchParams({ q: field.value });
      const response = await fetch(`/suggest?${parameters}`, { signal: request.signal });
      const [, texts, notes] = await response.json();
      list.replaceChildren(...texts.map((text, at) => new Option(notes[at], text)));
    } catch {
      list.replaceChildren(); // the field works without
    }
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(fill, PAUSE);
  });
}

document.querySelectorAll("input[data-suggest]").forEach(completed);
