import { HOME_TEXTS } from './home-texts.js';
import { currentLocale, setPageLanguage } from './locale.js';
import { NEEDS } from './needs.js';
import type { Need } from './needs.js';
import { API, AS_STAFF, PUBLIC } from './session.js';

/** So long the app waits for the numbers, ms: its scripts would leave them nothing of a slow line. */
const PATIENCE_MS = 1_000;

/**
 * Shows the numbers of what needs somebody before the app is fetched, without any library: on a slow phone that takes three
 * seconds more. A number that cannot be had stays open; the app says why.
 * @returns when they are there, or take too long
 */
export async function showNeeds(root: HTMLElement): Promise<void> {
  const locale = currentLocale();
  const texts = HOME_TEXTS[locale];
  setPageLanguage(locale);
  const main = document.createElement('main');
  main.className = 'needs';
  const add = (parent: HTMLElement, tag: string, text = ''): HTMLElement => {
    const element = document.createElement(tag);
    element.textContent = text;
    return parent.appendChild(element);
  };
  add(main, 'h1', texts.title);
  const numbers = Object.entries(NEEDS).map(async ([name, { path, page, read }]) => {
    const link = add(main, 'a') as HTMLAnchorElement;
    link.href = `#${page()}`;
    add(link, 'span', texts[name as keyof typeof NEEDS]);
    const number = add(link, 'strong', '…');
    const answer = await fetch(path().startsWith(PUBLIC) ? path() : API + path(), { headers: AS_STAFF });
    if (!answer.ok) return;
    const { count, shown }: Need = read(await answer.json());
    number.textContent = shown ? texts[shown[0]] : count.toLocaleString('en');
    link.classList.add(count === 0 ? 'calm' : 'open');
  });
  root.append(main);
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled(numbers), patience]);
}
