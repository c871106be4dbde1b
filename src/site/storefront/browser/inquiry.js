// The page of an inquiry of several products: shows the basket, lets its lines be edited, and sends them in one call.
import { basketItems, keepBasket, nameOf } from './basket.js';
import { canBeSent, prepareForm, send } from './inquiry-form.js';

const FIELDS = ['quantity', 'unit', 'purity', 'note'];
const form = document.querySelector('#basket');
const list = form.querySelector('ol');
const output = form.querySelector('output');
const button = form.querySelector('button[type=submit]');
const template = document.querySelector('#basket-line');
const empty = document.querySelector('#basket-empty');

function show() {
  const items = basketItems();
  list.replaceChildren(...items.map(lineOf));
  empty.hidden = items.length > 0;
  button.disabled = items.length === 0;
}

function lineOf(item) {
  const { code, product_name: words, suggested, maybe } = item;
  const label = labelOf(item);
  const line = template.content.cloneNode(true).firstElementChild;
  const title = line.querySelector('legend a');
  if (code === undefined) title.replaceWith(label);
  else lead(title, code, label);
  const [own, perhaps] = ['words', 'suggested'].map((name) => line.querySelector(`[data-shown=${name}]`));
  if (code === undefined || !words) own.remove();
  else own.querySelector('q').textContent = words;
  if (suggested) lead(perhaps.querySelector('a'), suggested, maybe ?? suggested);
  else perhaps.remove();
  const image = line.querySelector('.picture');
  if (item.picture) image.querySelector('img').src = item.picture;
  else image.remove();
  line.querySelector('button .hidden').textContent = ` ${label}`;
  for (const field of FIELDS) line.querySelector(`[data-field=${field}]`).value = item[field] ?? '';
  return line;
}

/** What an item is called in the language of the page. */
const labelOf = ({ names, label, code, cas, product_name: words }) =>
  names?.[document.documentElement.lang.slice(0, 2)] ?? label ?? code ?? cas ?? words;

function lead(link, code, name) {
  link.textContent = code === name ? code : `${name} · ${code}`;
  link.href = `/products/${encodeURIComponent(code)}${location.search}`;
}

const placeOf = (element) => [...list.children].indexOf(element.closest('li'));

list.addEventListener('input', ({ target }) => {
  const items = basketItems();
  const item = items[placeOf(target)];
  if (!item) return show(); // another tab has changed the basket
  item[target.dataset.field] = target.value;
  keepBasket(items);
});
list.addEventListener('click', ({ target }) => {
  const remove = target.closest('button');
  if (!remove) return;
  const place = placeOf(remove);
  keepBasket(basketItems().filter((_, at) => at !== place));
  show();
  const next = (list.children[place] ?? list.lastElementChild)?.querySelector('button');
  (next ?? empty.querySelector('a')).focus();
});
addEventListener('storage', show);
addEventListener('pageshow', show);

async function sendAll() {
  const shown = { label: undefined, names: undefined, picture: undefined, maybe: undefined };
  const kept = basketItems();
  const items = kept.map((item) => ({ ...item, ...shown }));
  const lines = kept.map((item) =>
    [labelOf(item), item.code, [item.quantity, item.unit].filter(Boolean).join(' ')]
      .filter(Boolean)
      .join(' · '),
  );
  const body = JSON.stringify({ ...Object.fromEntries(new FormData(form)), items });
  button.disabled = true;
  if (await send(form, body, lines)) {
    // What another tab has added meanwhile was not sent.
    const sent = new Set(items.map(nameOf));
    keepBasket(basketItems().filter((item) => !sent.has(nameOf(item))));
    form.reset();
    show();
  }
  button.disabled = list.children.length === 0;
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  output.textContent = '';
  if (canBeSent(form)) void sendAll();
});

prepareForm(form);
show();
