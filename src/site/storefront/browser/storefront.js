// Copy buttons, the other language and the inquiry form. Every page is complete without this script.
import { prepareForm } from './inquiry-form.js';
import { copy } from './part.js';

document.addEventListener('click', ({ target }) => {
  const button = target.closest?.('button.copy');
  if (button) void copy(button.dataset.copy, button);
});

// The other language shows the same: what scripts have changed in the address, too.
const language = document.querySelector('#language');
function keepPlace() {
  const here = new URL(location.href);
  here.searchParams.set('lang', language.dataset.language);
  language.href = here.href;
}
for (const event of ['pointerdown', 'click']) language.addEventListener(event, keepPlace);

const inquiry = document.querySelector('form.inquiry');
if (inquiry)
  prepareForm(inquiry, () => {
    const { code, quantity } = inquiry.elements;
    const what = [document.querySelector('h1').textContent, code.value, quantity.value];
    return { body: Object.fromEntries(new FormData(inquiry)), lines: [what.filter(Boolean).join(' · ')] };
  });
