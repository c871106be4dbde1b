// Copy buttons and the inquiry form. Every page is complete without this script.
import { canBeSent, prepareForm, send } from './inquiry-form.js';

// A browser gives no clipboard to pages that came over plain http.
if (navigator.clipboard) for (const button of document.querySelectorAll('button.copy')) copyOnClick(button);
const inquiry = document.querySelector('form.inquiry');
if (inquiry) sendOnSubmit(inquiry);

function copyOnClick(button) {
  button.hidden = false;
  const { textContent: label, ariaLabel: name } = button;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
    button.ariaLabel = null;
    setTimeout(() => {
      button.textContent = label;
      button.ariaLabel = name;
    }, 1_500);
  });
}

function sendOnSubmit(form) {
  const output = form.querySelector('output');
  const button = form.querySelector('button');
  prepareForm(form);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    output.textContent = '';
    if (!canBeSent(form)) return;
    button.disabled = true;
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    const { code, quantity } = form.elements;
    const what = [document.querySelector('h1').textContent, code.value, quantity.value];
    if (await send(form, body, [what.filter(Boolean).join(' · ')])) form.reset();
    button.disabled = false;
  });
}
