// Looks up, edits and shares a list without leaving the page. The text in the form is the list; the table shows it.
// Without this script only edits of single lines, choices, copies and the basket are missing.

import { addToBasket } from './basket.js';
import { begin, copy, fetchPart, showDone, takeDropped, tell } from './part.js';

/** Lines that an address carries at most. */
const MOST_SHARED = 50;

const form = document.querySelector('#list-form');
const [text, codes, file] = ['text', 'codes', 'file'].map((name) => form.elements[name]);
const output = form.querySelector('output');
const list = document.querySelector('#list');
const say = (text) => void (output.textContent = text);
/** The rows in the order of the list, however they are shown. */
let lines = [...list.querySelectorAll('tbody tr')];

/** What this script has put into the form, or looked up of it: what somebody has typed since is his. */
let known = text.value;
/** Lines of the form that were too many to be looked up. */
let beyond = [];
/** Look-ups under way: that of the list, and those of rows. */
let running = 0;

/**
 * Posts a list and gives its table; undefined, with what went wrong on the page, where there is none.
 * @param place the list or the row that the answer is for: a newer look-up for the same replaces it
 */
async function lookUp(data, place) {
  const { lines: url, searching } = form.dataset;
  say(searching);
  form.setAttribute('aria-busy', 'true');
  running++;
  const { part } = await fetchPart(url, form, say, { method: 'POST', body: data, signal: begin(place) });
  if (--running === 0) form.removeAttribute('aria-busy');
  // What went wrong with another row stays.
  if (running === 0 && output.textContent === searching) say('');
  return part;
}

async function lookUpAll(data) {
  const asked = text.value;
  const found = await lookUp(data, list);
  if (!found) return;
  known = asked;
  list.replaceChildren(found);
  lines = [...list.querySelectorAll('tbody tr')];
  if (lines.length === 0) return;
  const texts = asked.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  beyond = list.querySelector('[data-cut]') ? texts.slice(lines.length) : [];
  file.value = '';
  settle();
  list.scrollIntoView({ block: 'nearest' });
  tell(...list.querySelectorAll('.only .chip'));
}

/** Makes buttons, numbers, form and address those of the rows that there are. */
function settle() {
  list.querySelector('[data-act=share]').disabled = lines.length > MOST_SHARED;
  for (const [at, row] of lines.entries()) {
    row.querySelector('th').textContent = at + 1;
    const asked = row.querySelector('.asked');
    for (const act of row.querySelectorAll('[data-act]'))
      act.setAttribute('aria-describedby', `asked-${at + 1}`);
    asked.id = `asked-${at + 1}`;
  }
  for (const count of list.querySelectorAll('.only [data-count]')) {
    const counted = count.dataset.count;
    count.textContent = lines.filter((row) => counted === 'all' || row.dataset.count === counted).length;
  }
  const texts = lines.map((row) => row.dataset.text);
  codes.value = lines.map((row) => row.dataset.chosen).join('\n');
  if (text.value === known) {
    // The field ends its lines in its own way.
    text.value = [...texts, ...beyond].join('\n');
    known = text.value;
    codes.disabled = false;
  }
  const carried = new URLSearchParams({ text: texts.join('\n'), codes: codes.value });
  const query = new URLSearchParams(location.search);
  query.delete('text');
  const hash = lines.length > 0 && lines.length <= MOST_SHARED ? `#${carried}` : '';
  history.replaceState(null, '', `/list${String(query) === '' ? '' : `?${query}`}${hash}`);
}

form.addEventListener('submit', (event) => {
  if (event.submitter?.hasAttribute('formaction')) return showDone(event.submitter); // a download, which is under way
  event.preventDefault();
  void lookUpAll(new FormData(form));
});
// What somebody writes is a new list.
text.addEventListener('input', () => (codes.disabled = true));

takeDropped(form, (files) => {
  file.files = files;
  void lookUpAll(new FormData(form));
});

/** Looks up one line again, with the product that was chosen for it. */
async function replace(row, line, chosen = '') {
  const data = new FormData();
  data.set('text', line);
  data.set('codes', chosen);
  const found = await lookUp(data, row);
  const fresh = found?.querySelector('tbody tr');
  // Meanwhile it may have been removed, or another list looked up.
  if (!fresh || !row.isConnected) return;
  const wasFocused = row.contains(document.activeElement);
  row.replaceWith(fresh);
  lines[lines.indexOf(row)] = fresh;
  settle();
  // Somebody may have gone on to another row.
  if (wasFocused) focusFrom(fresh, 'edit');
}

/** Puts the focus on a button of a row, or of the next one: what is settled may have left those that are shown. */
function focusFrom(row, act) {
  while (row && !row.checkVisibility()) row = row.nextElementSibling;
  (row?.querySelector(`[data-act=${act}]`) ?? list.querySelector('.only :checked')).focus();
}

function edit(row) {
  row.querySelector('.asked').replaceChildren(list.querySelector('template').content.cloneNode(true));
  const input = row.querySelector('.asked input');
  input.value = row.dataset.text;
  input.focus();
}

function keep(row) {
  const line = row.querySelector('.asked input').value.trim();
  if (line === '') remove(row);
  else if (line === row.dataset.text) leave(row);
  else void replace(row, line);
}

function leave(row) {
  row.querySelector('.asked').textContent = row.dataset.text;
  focusFrom(row, 'edit');
}

function remove(row) {
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  lines = lines.filter((each) => each !== row);
  settle();
  focusFrom(next, 'remove');
}

/** What of two rows stands first. */
const ORDERS = {
  list: () => 0,
  check: (a, b) => (b.dataset.count === 'check') - (a.dataset.count === 'check'),
  product: (a, b) => a.dataset.name.localeCompare(b.dataset.name),
};

/** Sorts and filters what is shown; the list stays as it is. */
function arrange() {
  const [order, filter] = ['order', 'filter'].map((name) => list.querySelector(`[name=${name}]`).value);
  const sought = filter.trim().toLowerCase();
  for (const row of lines) row.hidden = !row.textContent.toLowerCase().includes(sought);
  list.querySelector('tbody').append(...[...lines].sort(ORDERS[order]));
}
list.addEventListener('input', ({ target }) => ['order', 'filter'].includes(target.name) && arrange());

/** The table as spreadsheets take it. */
function asTable() {
  const cells = lines.map((row) => [
    row.dataset.text,
    row.querySelector('.sureness').textContent,
    row.dataset.code,
    row.dataset.name,
    row.dataset.cas,
    row.dataset.quantity,
  ]);
  return cells.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t')).join('\n');
}

/** Characters of an inquiry's own words for a product. */
const LONGEST_WORDS = 200;

/**
 * A line as an item of an inquiry: its product and what was written, or where that is not sure what was written, its quantity
 * apart, and the product that is suggested for it.
 */
function itemOf({ dataset: { code, name, cas, text: all, quantity, count } }) {
  const isApart = count !== 'sure' && quantity && all.endsWith(quantity);
  const text = isApart ? all.slice(0, -quantity.length).replace(/[\s,;，；]+$/, '') : all;
  const words = [...text].slice(0, LONGEST_WORDS).join('');
  const own = [code, name, cas].includes(text) ? {} : { product_name: words };
  return {
    ...(count === 'sure' ? { code, ...own } : { product_name: words, ...(code && { suggested: code }) }),
    ...(quantity && { quantity: quantity.slice(0, 100) }),
    ...(words !== text && { note: text }),
  };
}

/** Lines that are named where there is no room for them. */
const MOST_NAMED = 20;

/** Puts lines into the basket, and says which found no room. @returns whether all of them are in it */
function ask(wanted, button) {
  const left = addToBasket(wanted.map(itemOf));
  if (left.length === 0) showDone(button);
  else {
    const names = left.slice(0, MOST_NAMED).map(({ product_name: words, code }) => words ?? code);
    const more = left.length > MOST_NAMED ? ' …' : '';
    say(`${form.dataset.full}${left.length} (${names.join('; ')}${more})`);
  }
  return left.length === 0;
}

const ACTS = {
  ask: (row, button) => ask([row], button),
  'ask-all'(_row, button) {
    const wanted = lines.filter((row) => row.dataset.count);
    if (ask(wanted, button)) location.assign(form.dataset.inquiry);
  },
  choose: (row, button) => replace(row, row.dataset.text, button.dataset.code),
  edit,
  keep,
  leave,
  remove,
  copy: (_row, button) => copy(asTable(), button),
  share: (_row, button) => copy(location.href, button),
};
list.addEventListener('click', (event) => {
  const button = event.target.closest('[data-act]');
  if (button) void ACTS[button.dataset.act](button.closest('tr'), button);
});
list.addEventListener('keydown', ({ target, key, isComposing }) => {
  const act = { Enter: keep, Escape: leave }[key];
  if (act && !isComposing && target.matches('.asked input')) act(target.closest('tr'));
});

/** Shows the list that the address carries. */
function showCarried() {
  const carried = new URLSearchParams(location.hash.slice(1));
  if (carried.has('text')) {
    text.value = carried.get('text');
    codes.value = carried.get('codes') ?? '';
    codes.disabled = !carried.has('codes');
    void lookUpAll(new FormData(form));
  } else if (lines.length > 0) settle();
}
// An address that is pasted over this one loads no page.
addEventListener('hashchange', showCarried);
showCarried();
