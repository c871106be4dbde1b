// Copy buttons and the inquiry form. Every page is complete without this script.
import { prepareForm } from './inquiry-form.js';
import { copy } from './part.js';

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('button.copy');
  if (button) void copy(button.dataset.copy, button);
});

const inquiry = document.querySelector('form.inquiry');
if (inquiry)
  prepareForm(inquiry, () => {
    const { code, quantity } = inquiry.elements;
    const what = [document.querySelector('h1').textContent, code.value, quantity.value];
    return { body: Object.fromEntries(new FormData(inquiry)), lines: [what.filter(Boolean).join(' · ')] };
  });
