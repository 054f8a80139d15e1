// Quizzes: the first option that is chosen settles a question, marks it, and opens the explanation.

for (const quiz of document.querySelectorAll(".quiz")) {
  const questions = [...quiz.querySelectorAll(".question")];
  const tally = quiz.querySelector(".tally");
  for (const question of questions) {
    const buttons = [...question.querySelectorAll(".options button")];
    buttons.forEach((button, i) => {
      button.disabled = false;
      button.addEventListener("click", () => settle(question, buttons, i));
    });
  }

  function settle(question, buttons, chosen) {
    if (question.dataset.result) return;
    const answer = Number(question.dataset.answer);
    question.dataset.result = chosen === answer ? "right" : "wrong";
    buttons.forEach((button, i) => {
      button.setAttribute("aria-disabled", "true");
      if (i === answer) button.className = "right";
      else if (i === chosen) button.className = "wrong";
    });
    const right = chosen === answer;
    question.querySelector(".mark").textContent = right ? "Right." : `Wrong: the answer is “${buttons[answer].textContent}”.`;
    question.querySelector("details").open = true;
    const settled = questions.filter((other) => other.dataset.result);
    const points = settled.filter((other) => other.dataset.result === "right").length;
    tally.textContent = `${points} of ${settled.length} right${settled.length < questions.length ? " so far" : ""}.`;
  }
}
