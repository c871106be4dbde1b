// The form of an inquiry: what is wrong with it, at its fields and in the language of the page, and how it is sent.

/** Texts by what is wrong, which the page carries. */
const textsOf = (form) => JSON.parse(form.querySelector('[data-faults]').dataset.faults);

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

/** The page says what is wrong, not the browser in its own language; and what was sent from here it still shows. */
export function prepareForm(form) {
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
}

/** Whether a form can be sent; marks what is in the way. */
export function canBeSent(form) {
  for (const field of form.elements) unmark(field);
  const faults = faultsOf(form);
  if (faults.length > 0) mark(form, faults);
  return faults.length === 0;
}

/** Marks what the service refused. @returns a sentence for what no field is to blame for */
function showRefusal(form, { status, errors = [] }) {
  const texts = textsOf(form);
  mark(form, errors);
  if (form.querySelector('[aria-invalid]')) return texts.check;
  return { 413: texts.too_long, 429: texts.busy }[status] ?? texts.failed;
}

// A repetition of the same inquiry carries the same key and is stored once.
const sent = { body: '', key: '' };
function keyOf(body) {
  if (body !== sent.body) {
    sent.body = body;
    sent.key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16)).join('-');
  }
  return sent.key;
}

/** The confirmation of what was sent from this page: it is kept with its place in the history, so that it survives a reload. */
function showSent(form) {
  const { sent: last } = history.state ?? {};
  if (!last) return undefined;
  const made = (name, ...parts) => {
    const element = document.createElement(name);
    element.append(...parts);
    return element;
  };
  document.querySelector('.sent')?.remove();
  const panel = made('section', made('h2', form.dataset.sent + last.id), made('ul', ...last.lines.map((line) => made('li', line)))); // prettier-ignore
  Object.assign(panel, { className: 'sent', tabIndex: -1 });
  form.before(panel);
  return panel;
}

/**
 * Sends an inquiry, and says what became of it.
 * @param lines what is asked for, as the confirmation says it
 * @returns whether the service has it
 */
export async function send(form, body, lines) {
  const answer = await post(body).catch(() => ({ ok: false, status: 503 }));
  if (answer.ok) {
    sent.body = ''; // the next one is another inquiry, even of the same products
    history.replaceState({ ...history.state, sent: { id: answer.id, lines } }, '');
    showSent(form).focus();
  } else form.querySelector('output').textContent = form.dataset.notSent + showRefusal(form, answer);
  return answer.ok;
}

async function post(body) {
  const response = await fetch('/api/v1/rfq', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': keyOf(body) },
    body,
  });
  return response.json();
}
