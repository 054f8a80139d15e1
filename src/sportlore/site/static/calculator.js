// The page of a calculator: reads the form, judges it as `sportlore calculate` does, and shows the result.
// Each calculator's own script hands its formula to `calculator`; nothing that is typed is ever run.

/** Why an input does not accept what was typed, or "". */
function refusal(input, text) {
  if (input.type === "choice") return "";
  const takes = `it takes ${input.takes}`;
  if (text === "") return `${input.label} is missing; ${takes}.`;
  const value = Number(text);
  if (!Number.isFinite(value)) return `${input.label} is ${text}; ${takes}.`;
  if (input.type === "integer" && !Number.isInteger(value)) return `${input.label} is ${text}; it takes a whole number.`;
  return value < input.minimum || value > input.maximum ? `${input.label} is ${text}; ${takes}.` : "";
}

/** Make the form of the page calculate; `evaluate` takes the values by name, and throws where there is no result. */
export function calculator(evaluate, { inputs, precision }) {
  const form = document.getElementById("calculator");
  const result = document.getElementById("result");
  const problem = document.getElementById("problem");

  /** By id, since a form's own names ("length", or that of the output) would stand in the way of an input's. */
  function fieldOf(name) {
    return document.getElementById(`in-${name}`);
  }

  function typed(input) {
    const field = fieldOf(input.name);
    return field.validity.badInput ? "not a number" : field.value.trim();
  }

  function answer() {
    const refusals = inputs.map((input) => refusal(input, typed(input)));
    inputs.forEach((input, i) => fieldOf(input.name).setAttribute("aria-invalid", String(refusals[i] !== "")));
    const refused = refusals.find((text) => text !== "");
    if (refused) return ["–", refused];
    const values = inputs.map((input) => [input.name, input.type === "choice" ? typed(input) : Number(typed(input))]);
    try {
      return [evaluate(Object.fromEntries(values)).toFixed(precision), ""];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return ["–", "The formula has no result for these inputs."];
    }
  }

  function show() {
    [result.textContent, problem.textContent] = answer();
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("button.example")) {
    button.addEventListener("click", () => {
      for (const [name, value] of Object.entries(JSON.parse(button.dataset.values))) fieldOf(name).value = value;
      show();
      form.scrollIntoView({ block: "nearest" });
    });
  }
  show();
}
