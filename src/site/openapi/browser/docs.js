// The documentation: which language the examples are in, search in the contents, copies, and calls that are tried out.
const main = document.querySelector('main');
const LONGEST = 20_000;

// On a telephone the contents are folded until they are asked for.
const aside = document.querySelector('#aside');
const narrow = matchMedia('(max-width: 60rem)');
const fold = () => {
  aside.open = !narrow.matches;
  aside.classList.add('ready');
};
narrow.addEventListener('change', fold);
fold();

function choose(code) {
  document.documentElement.dataset.code = code;
  for (const button of document.querySelectorAll('button[data-code]'))
    button.setAttribute('aria-pressed', String(button.dataset.code === code));
}
const KEPT = 'docs-code';
const kept = localStorage.getItem(KEPT);
choose(['javascript', 'python'].includes(kept) ? kept : 'curl');

// The other language shows the same place.
document.querySelector('[data-language]').addEventListener('click', (event) => {
  event.currentTarget.hash = location.hash;
});

const find = document.querySelector('#find');
const articles = new Map(
  [...document.querySelectorAll('article')].map((article) => [
    `#${article.id}`,
    article.textContent.toLowerCase(),
  ]),
);
find.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const link of document.querySelectorAll('#contents ul:not(.about) a')) {
    const text = articles.get(link.hash) ?? '';
    const fits = words.every((word) => text.includes(word));
    link.parentElement.hidden = !fits;
    if (fits) found++;
  }
  for (const list of document.querySelectorAll('#contents ul:not(.about)')) {
    const empty = !list.querySelector('li:not([hidden])');
    list.hidden = empty;
    list.previousElementSibling.hidden = empty;
  }
  document.querySelector('#contents .about').hidden = words.length > 0;
  document.querySelector('#nothing').hidden = found > 0;
});

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.code) {
    localStorage.setItem(KEPT, button.dataset.code);
    choose(button.dataset.code);
  } else if (button?.classList.contains('copy')) {
    void copy(button);
  } else if (aside.open && narrow.matches && event.target.closest('#contents a')) aside.open = false;
});

// A browser gives no clipboard to pages that came over plain http.
if (!navigator.clipboard) for (const button of document.querySelectorAll('button.copy')) button.hidden = true;

async function copy(button) {
  await navigator.clipboard.writeText(button.nextElementSibling.textContent);
  const before = button.textContent;
  if (before === main.dataset.copied) return; // it is pressed again
  button.textContent = main.dataset.copied;
  setTimeout(() => (button.textContent = before), 1_500);
}

/** What a form of a call asks for. */
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  const headers = new Headers();
  for (const input of form.querySelectorAll('[data-in]')) {
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value === '') continue;
    else if (input.dataset.in === 'query') query.append(input.name, input.value);
    else headers.set(input.name, input.value);
  }
  const key = document.querySelector('#key').value.trim();
  if (key !== '') headers.set('X-API-Key', key);
  let body;
  const given = form.querySelector('[data-type]');
  if (given?.type === 'file') {
    [body] = given.files;
    if (given.dataset.type.startsWith('multipart/')) {
      const parts = new FormData();
      parts.set('file', body);
      body = parts;
    } else headers.set('Content-Type', given.dataset.type);
  } else if (given) {
    body = given.value;
    headers.set('Content-Type', given.dataset.type);
  }
  const address = `/api/v1${path}${String(query) === '' ? '' : `?${query}`}`;
  return [address, { method: form.dataset.method, headers, body }];
}

async function shown(answer) {
  const text = await answer.text();
  const pretty = (answer.headers.get('Content-Type') ?? '').split(';')[0].endsWith('json')
    ? indented(text)
    : text;
  return pretty.length > LONGEST
    ? `${pretty.slice(0, LONGEST)}\n${main.dataset.cut.replace('{bytes}', text.length)}`
    : pretty;
}

function indented(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function send(form) {
  const output = form.querySelector('output');
  const button = form.querySelector(':scope > button');
  button.disabled = true;
  output.replaceChildren();
  try {
    const answer = await fetch(...requestOf(form));
    const status = document.createElement('p');
    status.textContent = `${answer.status} ${answer.statusText}`;
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.textContent = await shown(answer);
    output.append(status, pre);
  } catch {
    output.textContent = main.dataset.away;
  } finally {
    button.disabled = false;
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target.closest('.try form');
  if (!form) return;
  event.preventDefault();
  void send(form);
});
