// The page of a calculator: reads the form, refuses what `sportlore calculate` refuses, and shows the result.
// Each calculator's own script hands its formula and its conditions to `calculator`; nothing that is typed is ever run.

const DURATION = /^(?:(\d+):(?=[0-5]\d:))?(\d{1,4}):([0-5]\d(?:\.\d+)?)$/;
const TERM = /(\d+\.?\d*|\.\d+)\s*([^\s\d.,:-]*)\s*/y;
const NONE = "–";

/** Small letters, plain signs, and a decimal comma as a point. "1,500" stays, since it could be 1500 as well as 1.5. */
function normalized(text) {
  const plain = text.trim().toLowerCase().replace(/\u2212/g, "-").replace(/[\u2032\u2019]/g, "'").replace(/[\u2033\u201d]/g, '"');
  if (/^-?[1-9]\d{0,2},\d{3}(?!\d)/.test(plain)) return plain;
  return plain.replace(/^(-?[\d:]*),(\d+)(?=\D*$)/, "$1.$2");
}

/** The number that a text gives in the unit of `units`, each suffix with its size in it: "5ft11in" is 180.34 cm; else NaN. */
function amount(text, units, smaller) {
  const digits = text.replace(/^-/, "");
  let total = 0;
  let before = "";
  TERM.lastIndex = 0;
  while (TERM.lastIndex < digits.length) {
    const term = TERM.exec(digits);
    if (!term) return NaN;
    const suffix = term[2] || (smaller[before] ?? "");
    if (!Object.hasOwn(units, suffix) && (suffix || before || TERM.lastIndex < digits.length)) return NaN;
    total += Number(term[1]) * (units[suffix] ?? 1);
    before = suffix;
  }
  const value = Math.round(total * 1e9) / 1e9;
  return digits === "" ? NaN : text.startsWith("-") ? -value : value;
}

/** The number that a text stands for, seconds for a duration; NaN where it stands for none. */
function numberOf(input, text) {
  const plain = normalized(text);
  const parts = input.format === "duration" ? DURATION.exec(plain) : null;
  if (parts) return Number(parts[1] ?? 0) * 3600 + Number(parts[2]) * 60 + Number(parts[3]);
  return amount(plain, input.units, input.smaller);
}

/** Why an input does not accept what was typed, or "". */
function refusal(input, text) {
  if (input.type === "choice") return "";
  const takes = `it takes ${input.takes}`;
  if (text === "") return `${input.label} is missing; ${takes}.`;
  const value = numberOf(input, text);
  if (Number.isNaN(value)) return `${input.label} is ${text}, which is no ${unread(input, text)}; ${takes}.`;
  if (accepts(input, value)) return "";
  const guess = otherUnit(input, normalized(text));
  if (guess) return `${input.label} is ${text}: ${guess}`;
  if (input.type === "integer" && !Number.isInteger(value)) return `${input.label} is ${text}; it takes a whole number.`;
  return `${input.label} is ${text}; ${takes}.`;
}

function accepts(input, value) {
  return (input.type !== "integer" || Number.isInteger(value)) && value >= input.minimum && value <= input.maximum;
}

/** What a number without a unit may have meant: "metres? Give 175 or 1.75m."; else "". */
function otherUnit(input, plain) {
  const number = amount(plain, {}, {});
  for (const [unit, size] of Object.entries(input.units)) {
    const value = Math.round(number * size * 10) / 10;
    if (input.names[unit] && accepts(input, value)) {
      const given = input.format === "duration" ? duration(value, 0) : String(value);
      return `${input.names[unit]}? Give ${given} or ${plain}${unit}.`;
    }
  }
  return "";
}

function unread(input, text) {
  if (input.format === "duration") return "time such as 24:34, nor seconds";
  return text.includes(",") ? "number here: write decimals with a point, and no thousands separator" : "number";
}

/** Seconds as they are written: 95 is "1:35", 14375 is "3:59:35". */
function duration(value, precision) {
  const [whole, part] = value.toFixed(precision).split(".");
  const minutes = Math.floor(Number(whole) / 60);
  const two = (number) => String(number).padStart(2, "0");
  const start = minutes < 60 ? String(minutes) : `${Math.floor(minutes / 60)}:${two(minutes % 60)}`;
  return `${start}:${two(Number(whole) % 60)}${part ? `.${part}` : ""}`;
}

/** What a function of the values gives, or `otherwise` where a step of it has no finite value. */
function attempt(compute, values, otherwise) {
  try {
    return compute(values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return otherwise;
  }
}

/** The scale with the smallest round steps that reach from below the least value to above the greatest, as the build has it. */
function scaleOf(values, { steps, seconds, divisions }) {
  const low = Math.min(...values);
  const high = Math.max(...values);
  const power = Math.floor(Math.log10(Math.max(high - low, Math.abs(high) * 1e-3, 1e-9))) - 1;
  const rounds = [0, 1, 2, 3].flatMap((i) => steps.map((digit) => digit * 10 ** (power + i)));
  for (const step of seconds ?? rounds) {
    const start = Math.floor(low / step + 1e-9) * step;
    if (start + divisions * step >= high - 1e-9) return { start, step };
  }
  return { start: low, step: Math.max(high - low, 1) / divisions };
}

/** A function that draws the curves for the values of the form and puts the dot at the result; it needs a chart in the page. */
function plotter(plot, own, write) {
  const chart = document.querySelector("svg.chart");
  const { x, extent, samples, error, box, divisions, lines } = plot;
  const [left, right, top, bottom] = box;
  const ticks = [...chart.querySelectorAll(".tick")];
  const dot = chart.querySelector(".dot");
  const across = (value) => left + ((right - left) * (value - extent[0])) / (extent[1] - extent[0]);
  const path = (points, down) => points.map(([at, y], i) => `${i ? "L" : "M"}${across(at)} ${down(y)}`).join("");

  /** The stretches of a curve without a gap. */
  function stretches({ evaluate, least, most, holds }, values) {
    const found = [[]];
    for (const at of samples) {
      const given = { ...values, [x]: at };
      const y = at < least || at > most ? null : attempt(evaluate, given, null);
      if (y === null || (holds && !holds(given, y))) found.push([]);
      else found.at(-1).push([at, y]);
    }
    return found.filter((points) => points.length);
  }

  return (values, result) => {
    dot.setAttribute("visibility", "hidden");
    if (!values) return;
    const curves = [{ ...own, style: "curve" }, ...lines].map((line) => ({ style: line.style, parts: stretches(line, values) }));
    const heights = curves.flatMap(({ parts }, i) =>
      parts.flat().flatMap(([, y]) => (i ? [y] : [y - error, y + error])),
    );
    if (!heights.length) return;
    const { start, step } = scaleOf(heights, plot);
    const down = (y) => bottom - ((bottom - top) * (y - start)) / (divisions * step);
    ticks.forEach((tick, i) => {
      tick.textContent = write(start + i * step);
    });
    for (const { style, parts } of curves) {
      chart.querySelector(`.${style}`).setAttribute("d", parts.map((points) => path(points, down)).join(""));
    }
    if (error) {
      const around = (points) => [...points.map(([at, y]) => [at, y + error]), ...points.toReversed().map(([at, y]) => [at, y - error])];
      chart.querySelector(".error").setAttribute("d", curves[0].parts.map((points) => path(around(points), down)).join(""));
    }
    if (values[x] >= extent[0] && values[x] <= extent[1]) {
      dot.setAttribute("cx", across(values[x]));
      dot.setAttribute("cy", down(result));
      dot.removeAttribute("visibility");
    }
  };
}

/** Make the form of the page calculate; each function takes the values by name, and throws where a step has none. */
export function calculator({ evaluate, inputs, requires, output, plot }) {
  const form = document.getElementById("calculator");
  const result = document.getElementById("result");
  const problem = document.getElementById("problem");

  const item = plot && inputs.find(({ name }) => name === plot.x);
  const draw =
    plot &&
    plotter(
      plot,
      { evaluate, least: item.minimum, most: item.maximum, holds: isPlausible },
      (value) => (output.format === "duration" ? duration(value, 0) : String(Number(value.toPrecision(6)))),
    );

  /** By id, since a form's own names ("length", or that of the output) would stand in the way of an input's. */
  function fieldOf(input) {
    return document.getElementById(`in-${input.name}`);
  }

  function typed(input) {
    return fieldOf(input).value.trim();
  }

  /** The result, or null and the messages of the inputs by name; `general` is what concerns none of them. */
  function answer(asked) {
    const messages = new Map(asked.map((input) => [input.name, refusal(input, typed(input))]).filter(([, text]) => text));
    if (messages.size) return { messages };
    const values = Object.fromEntries(
      asked.map((input) => [input.name, input.type === "choice" ? typed(input) : numberOf(input, typed(input))]),
    );
    const unmet = failed(values, false);
    if (unmet.length) return contradiction(asked, unmet);
    const value = attempt(evaluate, values, null);
    if (value === null) return { messages, general: ["The formula has no result for these inputs."] };
    const implausible = failed({ ...values, output: value }, true);
    return implausible.length ? contradiction(asked, implausible) : { messages, value, values };
  }

  function failed(values, ofOutput) {
    return requires.filter((each) => each.ofOutput === ofOutput && !attempt(each.holds, values, false));
  }

  function isPlausible(values, value) {
    return !failed(values, false).length && !failed({ ...values, output: value }, true).length;
  }

  /** Each message beside the last of the fields that it is about; what is about the result alone, beside the result. */
  function contradiction(asked, unmet) {
    const messages = new Map();
    const general = [];
    for (const { message, inputs: names } of unmet) {
      const about = asked.filter((input) => names.includes(input.name));
      if (about.length) {
        const last = about.at(-1).name;
        messages.set(last, [messages.get(last), message].filter(Boolean).join(" "));
      } else {
        general.push(message);
      }
    }
    return { messages, general };
  }

  function show() {
    const choices = Object.fromEntries(
      inputs.filter((input) => input.type === "choice").map((input) => [input.name, typed(input)]),
    );
    const asked = inputs.filter((input) => input.applies(choices));
    const { messages, general = [], value, values } = answer(asked);
    for (const input of inputs) {
      const field = fieldOf(input);
      field.closest(".field").hidden = !asked.includes(input);
      field.setAttribute("aria-invalid", String(messages.has(input.name)));
      document.getElementById(`problem-${input.name}`).textContent = messages.get(input.name) ?? "";
    }
    draw?.(values, value);
    const write = output.format === "duration" ? duration : (number, precision) => number.toFixed(precision);
    result.textContent = value === undefined ? NONE : write(value, output.precision);
    if (output.categories.length) document.getElementById("category").textContent = category(value);
    problem.textContent = [...general, summary(messages.size)].filter(Boolean).join(" ");
  }

  /** What the result is called, by what is shown of it. */
  function category(value) {
    const shown = value === undefined ? NaN : Number(value.toFixed(output.precision));
    return output.categories.findLast(({ least }) => shown >= least)?.label ?? "";
  }

  function summary(count) {
    if (count === 0) return "";
    return count === 1 ? "No result: see the message beside the field." : `No result: see the messages beside ${count} fields.`;
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of document.querySelectorAll("button.example")) {
    button.addEventListener("click", () => {
      const values = JSON.parse(button.dataset.values);
      for (const input of inputs.filter(({ name }) => name in values)) fieldOf(input).value = values[input.name];
      show();
      form.scrollIntoView({ block: "nearest" });
    });
  }
  // The page has the result of its default values, and no message before anything is typed; a browser may have restored other values.
  if (inputs.map(fieldOf).some(isChanged)) show();
}

function isChanged(field) {
  return field.selectedOptions ? !field.selectedOptions[0].defaultSelected : field.value !== field.defaultValue;
}
