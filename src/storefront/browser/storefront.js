// Copy buttons and the inquiry form. Every page is complete without this script.
import { canBeSent, prepareForm, showRefusal } from './faults.js';

for (const button of document.querySelectorAll('button.copy')) copyOnClick(button);
const inquiry = document.querySelector('form.inquiry');
if (inquiry) sendOnSubmit(inquiry);

function copyOnClick(button) {
  button.hidden = false;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = label), 1_500);
  });
}

function sendOnSubmit(form) {
  const output = form.querySelector('output');
  form.querySelector('button').disabled = false;
  prepareForm(form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.textContent = '';
    if (!canBeSent(form)) return;
    const button = form.querySelector('button');
    button.disabled = true;
    try {
      const response = await fetch('/api/v1/rfq', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(Object.fromEntries(new FormData(form))),
      });
      const answer = await response.json();
      output.textContent = answer.ok
        ? form.dataset.sent + answer.id
        : form.dataset.notSent + showRefusal(form, answer);
      if (answer.ok) form.reset();
    } catch {
      output.textContent = form.dataset.notSent + showRefusal(form, { status: 503 });
    } finally {
      button.disabled = false;
    }
  });
}
