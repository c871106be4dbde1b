// The basket of an inquiry: what a visitor wants a price for, kept in this browser alone until it is sent.

const KEY = 'inquiry';
/** Products that an inquiry may have. */
const MOST = 100;
/** Characters of what is joined where a product is asked for twice. */
const LONGEST = { quantity: 100, note: 500 };

/** The items in the form of `POST /rfq`, each with what it is shown by: a `label`, and a `picture` where there is one. */
export function basketItems() {
  try {
    const items = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(items)
      ? items
          .map(inOneLine)
          .filter((item) => item && nameOf(item))
          .slice(0, MOST)
      : [];
  } catch {
    return []; // somebody else's text, or a browser that keeps nothing
  }
}

/** A line of a list may have tabs in it, which an inquiry may not. */
const inOneLine = (item) =>
  item &&
  Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      typeof value === 'string' ? value.replaceAll(/\p{Cc}+/gu, ' ') : value,
    ]),
  );

export function keepBasket(items) {
  try {
    localStorage.setItem(KEY, JSON.stringify(items));
  } catch {
    // A browser that keeps nothing has an empty basket.
  }
  showCount();
}

/**
 * Adds items. One that is there already gets the quantity and the note of the other beside its own.
 * @returns whether all of them are in the basket now
 */
export function addToBasket(added) {
  const items = new Map(basketItems().map((item) => [nameOf(item), item]));
  const wanted = added.map(inOneLine);
  for (const item of wanted) {
    const there = items.get(nameOf(item)) ?? item;
    const joined = Object.entries(LONGEST).flatMap(([field, most]) => {
      const texts = new Set([...(there[field]?.split('; ') ?? []), item[field] ?? '']);
      const text = [...texts].filter(Boolean).join('; ');
      return text === '' ? [] : [[field, [...text].slice(0, most).join('')]];
    });
    items.set(nameOf(item), { ...there, ...Object.fromEntries(joined) });
  }
  keepBasket([...items.values()].slice(0, MOST));
  const kept = new Set(basketItems().map(nameOf));
  return wanted.every((item) => kept.has(nameOf(item)));
}

/** What tells the items of a basket apart. */
export const nameOf = ({ code, cas, product_name: name }) => code ?? cas ?? name;

function showCount() {
  const count = document.querySelector('#basket-count');
  if (count) count.textContent = basketItems().length || '';
}

showCount();
addEventListener('storage', showCount); // another tab
addEventListener('pageshow', showCount); // back from a page that was kept
document.documentElement.classList.add('script');
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('button.add');
  if (!button) return;
  const { code, name, label = name, picture, done, full } = button.dataset;
  const item = code === undefined ? { product_name: name, label } : { code, label, picture };
  button.textContent = addToBasket([item]) ? done : full;
  button.setAttribute('aria-label', `${button.textContent} ${code ?? name}`);
});
