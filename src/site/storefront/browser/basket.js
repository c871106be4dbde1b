// The basket of an inquiry: what a visitor wants a price for, kept in this browser alone until it is sent.

const KEY = 'inquiry';
/** Products that an inquiry may have. */
const MOST = 100;
/** Characters of what is joined where a product is asked for twice. */
const LONGEST = { quantity: 100, note: 500 };

/** The items in the form of `POST /rfq`. */
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
 * Adds items. One that is there already gets the quantity and the note of the other beside its own; of items that are added
 * together none is joined with another.
 * @returns those for which there is no room
 */
export function addToBasket(added) {
  const items = new Map(told(basketItems()));
  const wanted = told(added.map(inOneLine));
  for (const [key, item] of wanted) {
    const there = items.get(key) ?? item;
    const joined = Object.entries(LONGEST).flatMap(([field, most]) => {
      const texts = new Set([...(there[field]?.split('; ') ?? []), item[field] ?? '']);
      const text = [...texts].filter(Boolean).join('; ');
      return text === '' ? [] : [[field, [...text].slice(0, most).join('')]];
    });
    items.set(key, { ...there, ...Object.fromEntries(joined) });
  }
  keepBasket([...items.values()].slice(0, MOST));
  const kept = new Set(told(basketItems()).map(([key]) => key));
  return wanted.filter(([key]) => !kept.has(key)).map(([, item]) => item);
}

/** Each item with what tells it apart: its name, and how often that has come before. */
function told(items) {
  const times = new Map();
  return items.map((item) => {
    const name = nameOf(item);
    times.set(name, (times.get(name) ?? 0) + 1);
    return [`${name}\n${times.get(name)}`, item];
  });
}

/** What an item is asked for by: its number, and the words of who asks. */
export const nameOf = ({ code, cas, product_name: words }) => [code ?? cas, words].filter(Boolean).join('\n');

function showCount() {
  const count = document.querySelector('#basket-count');
  if (count) count.textContent = basketItems().length || '';
}

showCount();
addEventListener('storage', showCount); // another tab
addEventListener('pageshow', showCount); // back from a page that was kept
document.documentElement.classList.add('script', ...(navigator.clipboard ? ['clipboard'] : []));
document.addEventListener('click', (event) => {
  const button = event.target.closest?.('button.add');
  if (!button) return;
  const { code, name, done, full } = button.dataset;
  const item = code === undefined ? { product_name: name } : { code };
  button.textContent = addToBasket([item]).length === 0 ? done : full;
  button.setAttribute('aria-label', `${button.textContent} ${code ?? name}`);
});
