// Courses and lessons: keeps on this device what was answered and done, and shows it. Nothing is sent anywhere.

const place = document.querySelector("[data-course]");
const name = `course:${place.dataset.course}`;
const kept = { done: {}, answers: {}, ...read() }; // lessons that are done, and questions answered "right" or "wrong" last

function read() {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null; // a browser may refuse to keep anything, and text of another hand may be no JSON
  }
}

function keep() {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // the page works on without
  }
}

function lesson() {
  const { lesson: slug } = place.dataset;
  const questions = [...place.querySelectorAll(".question")];
  const box = place.querySelector(".done input");
  box.disabled = false;
  box.checked = Boolean(kept.done[slug]);
  box.addEventListener("change", () => mark(box.checked));

  function mark(done) {
    if (done) kept.done[slug] = true;
    else delete kept.done[slug];
    box.checked = done;
    keep();
  }

  for (const question of questions) {
    for (const option of question.querySelectorAll(".options details")) {
      option.addEventListener("toggle", () => option.open && settle(question, "right" in option.dataset));
    }
  }

  // A letter on the drawing answers the first question on it that is open, and leads to the list where none is.
  for (const link of place.querySelectorAll(".asked a")) {
    link.addEventListener("click", (event) => {
      const asked = questions.find(({ id, dataset }) => id.startsWith("drawing-") && !dataset.result);
      if (!asked) return;
      event.preventDefault();
      const option = document.getElementById(`${asked.id}${link.getAttribute("href").slice("#letter".length)}`).closest("details");
      option.open = true;
      option.querySelector("summary").focus();
    });
  }

  // The first answer counts until the page is opened again.
  function settle(question, right) {
    if (question.dataset.result) return;
    question.dataset.result = right ? "right" : "wrong";
    kept.answers[question.dataset.key] = question.dataset.result;
    keep();
    const settled = questions.filter(({ dataset }) => dataset.result);
    const points = settled.filter(({ dataset }) => dataset.result === "right").length;
    const open = settled.length < questions.length;
    place.querySelector(".tally").textContent = `${right ? "Right" : "Wrong"}: ${points} of ${settled.length} right${open ? " so far" : ""}.`;
    if (!open) mark(true);
  }
}

function overview() {
  const rows = [...place.querySelectorAll("[data-lesson]")];
  const progress = place.querySelector(".progress");
  const repeat = place.querySelector(".repeat");
  const list = repeat.querySelector("ul");
  const buttons = place.querySelector(".keep");

  function show() {
    list.replaceChildren();
    for (const row of rows) {
      const keys = row.dataset.questions.split(" ").filter(Boolean);
      const wrong = keys.filter((key) => kept.answers[key] === "wrong").length;
      row.querySelector(".state").textContent = wrong ? `to repeat: ${wrong} of ${keys.length}` : kept.done[row.dataset.lesson] ? "done ✓" : "";
      if (wrong) {
        const item = document.createElement("li");
        item.append(row.querySelector("a").cloneNode(true), ` (${wrong === 1 ? "one question" : `${wrong} questions`})`);
        list.append(item);
      }
    }
    repeat.hidden = !list.children.length;
    const done = rows.filter((row) => kept.done[row.dataset.lesson]).length;
    const next = rows.find((row) => !kept.done[row.dataset.lesson]);
    progress.querySelector("strong").textContent = `${done} of ${rows.length} lessons done`;
    const onward = progress.querySelector("a");
    onward.href = (next ?? rows[0]).querySelector("a").href;
    onward.textContent = done && next ? `Go on: ${next.querySelector("a").textContent}` : "First lesson";
  }

  // The service worker keeps what is fetched.
  async function fetched() {
    const pages = await Promise.all(rows.map((row) => fetch(row.querySelector("a").href).then((answer) => answer.text())));
    const parser = new DOMParser();
    const pictures = pages.flatMap((page) => [...parser.parseFromString(page, "text/html").querySelectorAll("main img")].map((image) => image.getAttribute("src")));
    await Promise.all([...new Set(pictures)].map((path) => fetch(path)));
  }

  for (const button of buttons.querySelectorAll("button")) button.disabled = false;
  const said = buttons.querySelector("[role=status]");
  const store = buttons.querySelector("[data-keep]");
  store.disabled = !navigator.serviceWorker; // none without HTTPS
  store.addEventListener("click", () => {
    said.textContent = "Fetching the lessons …";
    fetched().then(
      () => (said.textContent = "The lessons and their pictures are kept."),
      () => (said.textContent = "Not all lessons could be fetched; try again with a connection."),
    );
  });
  buttons.querySelector("[data-forget]").addEventListener("click", () => {
    kept.done = {};
    kept.answers = {};
    keep();
    show();
    said.textContent = "Forgotten.";
  });
  show();
}

if (place.dataset.lesson) lesson();
else overview();
