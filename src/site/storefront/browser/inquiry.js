// The page of an inquiry of several products: shows the basket, lets its lines be edited, and sends them in one call.
import { basketItems, keepBasket, nameOf } from './basket.js';
import { buttonOf, prepareForm, textsOf } from './inquiry-form.js';
import { partOf } from './part.js';

const FIELDS = ['quantity', 'unit', 'purity', 'note'];
const form = document.querySelector('#basket');
const list = form.querySelector('tbody');
const button = buttonOf(form);
const [one, many = one] = textsOf(form).sendMany.split(' |||| ');
const template = document.querySelector('#basket-line');
const empty = document.querySelector('#basket-empty');
/** What the service says of products, by their number; undefined of one that it does not know. */
const products = new Map();

function show() {
  const items = basketItems();
  list.replaceChildren(...items.map(lineOf));
  form.hidden = items.length === 0;
  empty.hidden = !form.hidden;
  button.textContent = (items.length === 1 ? one : many).replace('{n}', items.length);
  void learn(items.flatMap(({ code, suggested }) => code ?? suggested ?? []));
}

/** Asks for what is not known yet of these products, and shows it. */
async function learn(codes) {
  const asked = codes.filter((code) => !products.has(code));
  if (asked.length === 0) return;
  const body = new FormData();
  body.set('codes', asked.join('\n'));
  const answer = await fetch(form.dataset.products, { method: 'POST', body }).catch(() => {});
  if (!answer?.ok) return; // what is asked for is named by its number
  const part = await partOf(answer);
  for (const code of asked) products.set(code, part.querySelector(`[data-code="${CSS.escape(code)}"]`));
  for (const [at, item] of basketItems().entries()) if (list.rows[at]) describe(list.rows[at], item);
}

function lineOf(item) {
  const { code, cas, product_name: words, suggested } = item;
  const line = template.content.cloneNode(true).firstElementChild;
  const [product, own, perhaps] = ['product', 'words', 'suggested'].map((name) =>
    line.querySelector(`[data-shown=${name}]`),
  );
  product.textContent = code ?? cas ?? words;
  if (code !== undefined && words) own.querySelector('q').textContent = words;
  else own.remove();
  if (!suggested) perhaps.remove();
  for (const field of FIELDS) line.querySelector(`[data-field=${field}]`).value = item[field] ?? '';
  describe(line, item);
  return line;
}

function describe(line, { code, suggested }) {
  const known = products.get(code ?? suggested)?.cloneNode(true);
  const place = line.querySelector(
    code === undefined ? '[data-shown=suggested] span' : '[data-shown=product]',
  );
  if (known) place.replaceChildren(known.querySelector('.product'));
  if (known && code !== undefined) {
    line.querySelector('.picture').replaceWith(known.querySelector('.picture'));
    line.querySelector('.stock').replaceChildren(known.querySelector('.badge'));
  }
  line.querySelector('[data-shown=label]').textContent = ` ${labelOf(line)}`;
}

/** What a line is called. */
function labelOf(line) {
  const product = line.querySelector('[data-shown=product]');
  return (product.querySelector('a') ?? product).textContent;
}

const placeOf = (element) => [...list.rows].indexOf(element.closest('tr'));

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
  const next = (list.rows[place] ?? list.lastElementChild)?.querySelector('button');
  (next ?? empty.querySelector('a')).focus();
});
addEventListener('storage', show);
addEventListener('pageshow', show);

/** What is being sent. */
let items;
prepareForm(
  form,
  () => {
    items = basketItems();
    const lines = items.map(({ code, quantity, unit }, at) =>
      [labelOf(list.rows[at]), code, [quantity, unit].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
    );
    return { body: { ...Object.fromEntries(new FormData(form)), items }, lines };
  },
  () => {
    // What another tab has added meanwhile was not sent.
    const sent = new Set(items.map(nameOf));
    keepBasket(basketItems().filter((item) => !sent.has(nameOf(item))));
    show();
  },
);
show();
