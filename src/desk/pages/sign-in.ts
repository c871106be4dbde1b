import { currentLocale, keepLocale, languageTag, setPageLanguage } from './locale.js';
import type { Locale } from './locale.js';
import { currentSession, lastSignedIn, signIn } from './session.js';
import { SIGN_IN_TEXTS } from './sign-in-texts.js';

const FORM = `
  <main class="sign-in">
    <form>
      <header><h1></h1><button type="button"></button></header>
      <label><span></span><input name="name" autocomplete="username" required autofocus /></label>
      <label><span></span><input name="password" type="password" autocomplete="current-password" required /></label>
      <p role="alert"></p>
      <button type="submit"></button>
      <p class="hint"></p>
    </form>
  </main>`;

const otherThan = (locale: Locale): Locale => (locale === 'en' ? 'zh' : 'en');

/**
 * Shows the sign-in form, without any library: on a slow phone those of the app take seconds.
 * @param problem what it says at first
 * @returns when somebody has signed in
 */
export function showSignIn(root: HTMLElement, problem = ''): Promise<void> {
  root.innerHTML = FORM;
  const form = root.querySelector('form')!;
  const [name, password] = form.querySelectorAll('label > span');
  const find = (selector: string): HTMLElement => form.querySelector(selector)!;
  const submit = find('[type=submit]') as HTMLButtonElement;
  const other = find('[type=button]');
  const valueOf = (field: string): string => form.querySelector<HTMLInputElement>(`[name=${field}]`)!.value;

  const write = (): void => {
    const locale = currentLocale();
    const { title, sign_in: words, problems } = SIGN_IN_TEXTS[locale];
    setPageLanguage(locale);
    find('h1').textContent = `${title} · ${words.title}`;
    name!.textContent = words.name;
    password!.textContent = words.password;
    submit.textContent = words.submit;
    find('.hint').textContent = words.first;
    other.textContent = otherThan(locale) === 'en' ? 'English' : '中文';
    other.lang = languageTag(otherThan(locale));
    find('[role=alert]').textContent =
      problem && ((problems as Record<string, string>)[problem] ?? problems.internal);
  };
  write();
  const known = lastSignedIn();
  if (known !== undefined) {
    find('.hint').hidden = true;
    const [who, secret] = form.querySelectorAll('input');
    who!.value = known;
    who!.autofocus = false;
    secret!.autofocus = true;
  }
  other.addEventListener('click', () => {
    keepLocale(otherThan(currentLocale()));
    write();
  });
  return new Promise((signedIn) => {
    const attempt = async (): Promise<void> => {
      submit.disabled = true;
      problem = (await signIn(valueOf('name'), valueOf('password'))) ?? '';
      write();
      if (problem === '') return signedIn();
      submit.disabled = false;
    };
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void attempt();
    });
  });
}

let again: Promise<void> | undefined;

/**
 * Where a session has ended: asks to sign in again, over the page, so that nothing is lost which was typed there. Somebody else
 * gets a fresh page.
 */
export function signInAgain(): Promise<void> {
  again ??= askAgain().finally(() => (again = undefined));
  return again;
}

async function askAgain(): Promise<void> {
  const before = lastSignedIn();
  const dialog = document.createElement('dialog');
  dialog.className = 'again';
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  document.body.append(dialog);
  const signedIn = showSignIn(dialog, 'session-required');
  dialog.showModal(); // gives the focus to its form
  await signedIn;
  const session = await currentSession().catch(() => null);
  if (session?.name !== before) {
    location.reload();
    await new Promise(() => {});
  }
  dialog.remove();
}
