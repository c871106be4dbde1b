// Search while one types, with suggestions. A page that has no results in it only suggests.
import { begin, fetchPart, takeDropped, tell } from './part.js';

/** A burst of 50 reads, then one a second: at most 110 in any minute, of 120 allowed. */
const budget = { left: 50, at: performance.now() };
function readsLeft() {
  const now = performance.now();
  budget.left = Math.min(50, budget.left + (now - budget.at) / 1000);
  budget.at = now;
  return budget.left;
}

const form = document.querySelector('form.search');
const input = form.querySelector('#q');
const list = form.querySelector('#suggestions');
const lang = form.elements.lang.value;
const results = document.querySelector('#results');
let timer;

/** What was searched for last, and not only typed. */
let searched = location.search;

/** Ends after a click under way, which a replaced link would lose. */
let pressed;
results?.addEventListener('pointerdown', () => {
  pressed = new Promise((end) => {
    onpointerup = onpointercancel = () => setTimeout(end);
    setTimeout(end, 1_000); // a menu swallows the release
  });
});

const addressOf = (search) => `/${search ? `?${search}` : ''}`;
const current = () => new URLSearchParams(location.search);
function later(ms, ...asked) {
  clearTimeout(timer);
  timer = setTimeout(() => void show(...asked), ms);
}

/** The query of the page for another text: filters and order stay, the page does not. */
function queryFor(text) {
  const kept = [...current()].filter(([name]) => !['q', 'page', 'lang'].includes(name));
  return new URLSearchParams([...(text === '' ? [] : [['q', text]]), ...kept, ['lang', lang]]);
}

async function show(query, options = {}) {
  const { remember = true, suggest, done } = options;
  clearTimeout(timer); // one that waits for its turn is older
  if (!remember) searched = location.search;
  const signal = begin(form);
  if (readsLeft() < 1) return later(1_000, query, options);
  budget.left--;
  const url = `/storefront/${results ? 'results' : 'suggestions'}?${query}${suggest ? '&suggest=1' : ''}`;
  const { answer, part } = await fetchPart(url, form, say, { signal });
  // Others behind the same address have used up the limit.
  if (answer?.status === 429) later((answer.headers.get('Retry-After') ?? 60) * 1_000, query, options);
  await pressed;
  if (!part || signal.aborted) return;
  offer(part.querySelectorAll('.offers > li'));
  part.querySelector('.offers')?.remove();
  if (results) replace(part);
  tell(results?.querySelector('.count'), list.hidden ? '' : `${list.ariaLabel}: ${list.children.length}`);
  if (results && remember) history.replaceState(null, '', addressOf(query.toString()));
  done?.();
}

/** Shows new results; what had the focus in the old ones keeps it, and an open drawer stays open. */
function replace(content) {
  const focused = results.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const isOpen = results.querySelector('.rail:popover-open') !== null;
  const unfolded = [...results.querySelectorAll('details[open]')].map(({ id }) => id);
  results.replaceChildren(content);
  for (const id of unfolded) results.querySelector(`#${id}`)?.setAttribute('open', '');
  if (isOpen) results.querySelector('.rail')?.showPopover();
  if (focused !== undefined)
    (results.querySelector(`[data-key="${CSS.escape(focused)}"]`) ?? results.querySelector('h1'))?.focus();
  const site = document.querySelector('.home');
  document.title = `${results.querySelector('h1').textContent} · ${site.textContent.trim() || site.querySelector('img').alt}`;
  carryList();
}

function say(text) {
  tell(text);
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  results?.replaceChildren(paragraph);
}

// Almost at once while reads are left; then at a pause in typing.
const typed = () => later(readsLeft() > 20 ? 60 : 300, queryFor(input.value.trim()), { suggest: true });

// A field of one line would join the lines of a list that is pasted.
let pasted;
function carryList() {
  const link = results.querySelector('a.as-list');
  if (!link || input.value !== pasted?.value) return;
  link.href = `/list?${new URLSearchParams({ lang })}#${new URLSearchParams({ text: pasted.lines.join('\n') })}`;
}
input.addEventListener('paste', (event) => {
  const lines = (event.clipboardData?.getData('text') ?? '').trim().split(/\s*[\r\n]+\s*/);
  if (lines.length < 2) return;
  event.preventDefault();
  const isAll = input.value === '' || input.selectionEnd - input.selectionStart === input.value.length;
  input.setRangeText(lines.join('; '), input.selectionStart, input.selectionEnd, 'end');
  pasted = isAll ? { value: input.value, lines } : undefined;
  typed();
});
// A file is read on the page of lists.
takeDropped(form, (files) => {
  const sent = Object.assign(document.createElement('form'), {
    action: `/list?lang=${lang}`,
    method: 'post',
    enctype: 'multipart/form-data',
    hidden: true,
  });
  const file = Object.assign(document.createElement('input'), { type: 'file', name: 'file', files });
  sent.append(file);
  document.body.append(sent);
  sent.submit();
});
// Pinyin that is still being composed is not the final text.
input.addEventListener('compositionend', typed);
input.addEventListener('input', ({ isComposing }) => isComposing || typed());
form.addEventListener('submit', (event) => {
  clearTimeout(timer);
  close();
  if (!results) return; // the browser goes to the page of results
  event.preventDefault();
  searchNow();
});
results?.addEventListener('click', (event) => {
  const link = event.target.closest('a[href^="/?"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const query = new URL(link.href).searchParams;
  input.value = query.get('q') ?? '';
  history.pushState(null, '', link.href);
  // A filter stays in sight and in focus; another page begins at its top.
  void show(query, { remember: false, done: link.dataset.key === undefined ? toTop : undefined });
});
results?.addEventListener('submit', (event) => {
  if (!event.target.matches('form.range')) return;
  event.preventDefault();
  const given = [...new FormData(event.target)].filter(([, value]) => value !== '');
  const query = new URLSearchParams(given);
  history.pushState(null, '', addressOf(query.toString()));
  void show(query, { remember: false });
});
/** The way back leads to what was searched for before, over which typing has written. */
function searchNow() {
  const text = input.value.trim();
  if (text !== (new URLSearchParams(searched).get('q') ?? '')) {
    history.replaceState(null, '', addressOf(searched.slice(1)));
    history.pushState(null, '', addressOf(queryFor(text)));
    searched = location.search;
  }
  void show(queryFor(text), { done: toTop });
}
function toTop() {
  scrollTo({ top: 0 });
  if (document.activeElement !== input) results.querySelector('h1')?.focus({ preventScroll: true });
}
addEventListener('popstate', () => {
  if (!results) return;
  input.value = current().get('q') ?? '';
  void show(current(), { remember: false });
});

// The listbox of suggestions: arrows move, Enter selects, Escape closes (WAI-ARIA combobox).
const selected = () => list.querySelector('[aria-selected=true]');
function select(option) {
  selected()?.setAttribute('aria-selected', 'false');
  option?.setAttribute('aria-selected', 'true');
  input.setAttribute('aria-activedescendant', option?.id ?? '');
}
function offer(options) {
  list.replaceChildren(...options);
  list.hidden = document.activeElement !== input || list.children.length === 0;
  input.setAttribute('aria-expanded', String(!list.hidden));
  select(null);
}
const close = () => offer([]);
function take(option) {
  input.value = option.dataset.text;
  close();
  clearTimeout(timer);
  if (results) searchNow();
  else form.requestSubmit();
}
/** Selects the next option, or the one before; after the last comes the field itself. */
function move(step) {
  const stops = [null, ...list.children];
  select(stops.at((stops.indexOf(selected()) + step) % stops.length));
}
list.addEventListener('pointerdown', (event) => {
  const option = event.target.closest('li');
  if (!option) return;
  event.preventDefault();
  take(option);
});
input.addEventListener('keydown', (event) => {
  if (list.hidden || event.isComposing) return;
  if (event.key === 'ArrowDown') move(1);
  else if (event.key === 'ArrowUp') move(-1);
  else if (event.key === 'Escape') close();
  else if (event.key === 'Enter' && selected()) take(selected());
  else return;
  event.preventDefault();
});
input.addEventListener('blur', close);
