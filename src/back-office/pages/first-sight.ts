import { HOME_TEXTS } from './home-texts.js';
import { currentLocale, setPageLanguage } from './locale.js';
import { NEEDS } from './needs.js';
import type { Need } from './needs.js';
import { API } from './session.js';

/**
 * Shows the numbers of what needs somebody while the app is fetched, without any library: on a slow phone that takes two
 * seconds more. A number that cannot be had stays open; the app says why.
 */
export function showNeeds(root: HTMLElement): void {
  const locale = currentLocale();
  setPageLanguage(locale);
  const main = document.createElement('main');
  main.className = 'needs';
  const heading = document.createElement('h1');
  heading.textContent = HOME_TEXTS[locale].title;
  main.append(heading);
  for (const [name, { path, page, read }] of Object.entries(NEEDS)) {
    const link = document.createElement('a');
    link.href = `#${page()}`;
    const [label, number] = [document.createElement('span'), document.createElement('strong')];
    label.textContent = HOME_TEXTS[locale][name as keyof typeof NEEDS];
    number.textContent = '…';
    link.append(label, number);
    main.append(link);
    const show = ({ count, shown }: Need): void => {
      number.textContent = shown ? HOME_TEXTS[locale][shown[0]] : count.toLocaleString('en');
      link.classList.add(count === 0 ? 'calm' : 'open');
    };
    fetch(API + path())
      .then(async (answer) => {
        if (answer.ok) show(read(await answer.json()));
      })
      .catch(() => {});
  }
  root.append(main);
}
