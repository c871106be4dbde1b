// The basket of an inquiry: what a visitor wants a price for, kept in this browser alone until it is sent.

const KEY = 'inquiry';
/** Products that an inquiry may have. */
const MOST = 100;

/** The items in the form of `POST /rfq`, each with what it is shown by: a `label`, and a `picture` where there is one. */
export function basketItems() {
  try {
    const items = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(items) ? items.filter((item) => item && nameOf(item)).slice(0, MOST) : [];
  } catch {
    return []; // somebody else's text, or a browser that keeps nothing
  }
}

export function keepBasket(items) {
  try {
    localStorage.setItem(KEY, JSON.stringify(items));
  } catch {
    // A browser that keeps nothing has an empty basket.
  }
  showCount();
}

/** Adds items; one that is there already stays as it is. @returns whether all of them are in the basket now */
export function addToBasket(added) {
  const items = basketItems();
  const there = new Set(items.map(nameOf));
  const fresh = added.filter((item) => !there.has(nameOf(item)) && there.add(nameOf(item)));
  keepBasket([...items, ...fresh].slice(0, MOST));
  const kept = new Set(basketItems().map(nameOf));
  return added.every((item) => kept.has(nameOf(item)));
}

const nameOf = ({ code, cas, product_name: name }) => code ?? cas ?? name;

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
