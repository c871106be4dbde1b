// The form of an inquiry: what is wrong with it, at its fields and in the language of the page, and how it is sent.

import { awaited } from './part.js';

/** What sends a form; it carries the texts that are said of it. */
export const buttonOf = (form) => form.querySelector('[data-texts]');
export const textsOf = (form) => JSON.parse(buttonOf(form).dataset.texts);

/** What can be told before the form is sent: the name of a field and what is wrong with it. */
function faultsOf(form) {
  const faults = [...form.elements].flatMap(({ name, validity }) => {
    if (!name || !validity || validity.valid) return [];
    return [{ path: name, code: validity.valueMissing ? 'required' : 'unreadable' }];
  });
  const { email, phone } = form.elements;
  if (!email.value.trim() && !phone.value.trim()) faults.push({ path: 'email', code: 'required' });
  return faults;
}

function textOf(texts, { path, code }) {
  if (path === 'email') return code === 'required' ? texts.contact : texts.email;
  return texts[code] ?? texts.unreadable;
}

/** The field of a path: of the form itself, or of one of its lines (`items.3.note`). */
function fieldOf(form, path) {
  const [, line, name] = /^items\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (name === undefined) return form.elements[path];
  return form.querySelector('tbody').rows[line]?.querySelector(`[data-field=${name}]`);
}

/** Marks the fields that are at fault, and goes to the first one. */
function mark(form, faults) {
  const texts = textsOf(form);
  for (const fault of faults) {
    const field = fieldOf(form, fault.path);
    if (!field || field.getAttribute('aria-invalid')) continue;
    const says = document.createElement('span');
    Object.assign(says, { className: 'fault', id: `fault-${fault.path}`, textContent: textOf(texts, fault) });
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', says.id);
    field.after(says);
  }
  form.querySelector('[aria-invalid]')?.focus();
}

function unmark(field) {
  if (!field.getAttribute?.('aria-invalid')) return;
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  field.parentElement.querySelector('.fault')?.remove();
}

// What is written here goes along to the other language.
const WRITTEN = 'written';

/**
 * Prepares the form of an inquiry. The page says what is wrong, not the browser in its own language; and what was sent from
 * here it still shows.
 * @param asked gives what is to be sent, and its lines as the confirmation says them
 * @param sent is called when the service has it
 */
export function prepareForm(form, asked, sent = () => {}) {
  form.noValidate = true;
  document.querySelector('#language').addEventListener('click', () => {
    const texts = [...new FormData(form)].filter(([name]) => name !== 'code');
    sessionStorage.setItem(WRITTEN, JSON.stringify(texts));
  });
  const written = JSON.parse(sessionStorage.getItem(WRITTEN) ?? '[]');
  for (const [name, text] of written) if (form.elements[name]) form.elements[name].value = text;
  sessionStorage.removeItem(WRITTEN);
  if (showSent(form) || written.some(([, text]) => text !== '')) form.closest('[popover]')?.showPopover();
  form.addEventListener('input', ({ target }) => unmark(target));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    form.querySelector('output').textContent = '';
    for (const field of form.elements) unmark(field);
    const faults = faultsOf(form);
    mark(form, faults);
    if (faults.length > 0) return;
    const button = buttonOf(form);
    button.disabled = true;
    const { body, lines } = asked();
    if (await send(form, JSON.stringify(body), lines)) {
      form.reset();
      sent();
    }
    button.disabled = false;
  });
}

/** Marks what the service refused. @returns a sentence for what no field is to blame for */
function showRefusal(form, { status, errors = [] }) {
  const texts = textsOf(form);
  mark(form, errors);
  if (form.querySelector('[aria-invalid]')) return texts.check;
  return { 413: texts.too_long, 429: texts.busy }[status] ?? texts.failed;
}

// A repetition of the same inquiry carries the same key and is stored once.
const last = { body: '', key: '' };

/** The confirmation of what was sent from this page: it is kept with its place in the history, so that it survives a reload. */
function showSent(form) {
  const { sent } = history.state ?? {};
  if (!sent) return undefined;
  const made = (name, ...parts) => {
    const element = document.createElement(name);
    element.append(...parts);
    return element;
  };
  document.querySelector('.sent')?.remove();
  const lines = sent.lines.map((line) => made('li', line));
  const panel = made('section', made('h2', textsOf(form).sent + sent.id), made('ul', ...lines));
  Object.assign(panel, { className: 'sent panel', tabIndex: -1 });
  form.before(panel);
  return panel;
}

/** Sends an inquiry, and says what became of it. @returns whether the service has it */
async function send(form, body, lines) {
  if (body !== last.body) last.key = crypto.getRandomValues(new Uint32Array(4)).join('-');
  last.body = body;
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': last.key };
  const asked = fetch('/api/v1/rfq', { method: 'POST', headers, body }).then((response) => response.json());
  const answer = await awaited(asked.catch(() => ({ ok: false, status: 503 })));
  if (answer.ok) {
    last.body = ''; // the next one is another inquiry, even of the same products
    history.replaceState({ ...history.state, sent: { id: answer.id, lines } }, '');
    showSent(form).focus();
    document.querySelector('.sent').scrollIntoView(); // by the focus alone a tall one may keep its number out of sight
  } else form.querySelector('output').textContent = textsOf(form).notSent + showRefusal(form, answer);
  return answer.ok;
}
