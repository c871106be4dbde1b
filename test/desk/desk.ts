import type { Locator, Request } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import type { Watched } from '../support/browser.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { until } from '../support/until.js';
import { shared } from '../support/with-own.js';
import { addAccount, PASSWORD } from './office.js';
import { wordsOf } from './words.js';
import type { OfficeLanguage } from './words.js';

/** Somebody at a browser, before the pages of the back office in a language. */
export interface Desk extends Watched {
  /**
   * Opens a page, by its path behind the #, as the menu does: by way of a page that does not exist, so that nothing of the
   * page before is on the screen any more. Notifications are put away.
   */
  go: (path: string) => Promise<void>;
  /**
   * Opens a page with nothing read of the service before, also from a form with what is not saved. It costs a second of a
   * processor, in place of a fifth.
   */
  load: (path: string) => Promise<void>;
  /** waits until nothing is asked of the service any more, and what came of it is on the screen */
  settled: () => Promise<void>;
  /** signs in on the page that is open, as wang where nobody else is named */
  signIn: (name?: string) => Promise<void>;
  press: (text: string) => Promise<void>;
  /** presses a button of the dialog that is open */
  confirm: (text: string) => Promise<void>;
  /** waits until a text stands somewhere on the page */
  told: (text: string) => Promise<void>;
  /** waits until a text stands in a row, which is named by what it says */
  toldInRow: (row: string | RegExp, text: string, ms?: number) => Promise<void>;
  /** the field of a resource, such as `products.fields.code` */
  field: (name: string) => Locator;
}

/** A service with the account of wang, and the browser in which its pages are looked at. */
export interface Desks {
  service: Service;
  /** a browser's window with nobody signed in, and nothing on the page */
  open(language: OfficeLanguage, size?: { width?: number; height?: number }): Promise<Desk>;
  /** the window of a language in which wang is signed in: one for all tests of a file */
  signedIn(language: OfficeLanguage): Promise<Desk>;
  close(): Promise<void>;
}

// In two frames, what has just come is drawn.
const DRAWN = `new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() =>
  tell(!document.querySelector('main [role=progressbar], main .MuiSkeleton-root')))))`;

/** @param env what configures the service beside what it always needs */
export async function openDesks(env: Record<string, string> = {}): Promise<Desks> {
  const browser = openBrowser();
  const service = await startService(env);
  await addAccount(service.db, 'wang');
  const open: Desks['open'] = async (language, size = {}) =>
    deskAt(await browser.open({ language, ...size }), service.origin, language);
  const signedIn = new Map<OfficeLanguage, Promise<Desk>>();
  const signIn = async (language: OfficeLanguage): Promise<Desk> => {
    const desk = await open(language);
    await desk.page.goto(`${service.origin}/back-office/#/account`); // the smallest page
    await desk.signIn();
    return desk;
  };
  return {
    service,
    open,
    signedIn(language) {
      const desk = signedIn.get(language) ?? signIn(language);
      signedIn.set(language, desk);
      return desk;
    },
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

/** {@link openDesks} for all tests of a file. */
export function desksOfFile(env: Record<string, string> = {}): { desks: Desks; service: Service } {
  const service = {} as Service;
  const desks = shared(async () => {
    const opened = await openDesks(env);
    Object.assign(service, opened.service);
    return opened;
  });
  return { desks, service };
}

function deskAt(watched: Watched, origin: string, language: OfficeLanguage): Desk {
  const { page } = watched;
  const t = wordsOf(language);
  const press = (text: string) => page.getByRole('button', { name: text }).first().click();
  let opened = 0;
  const asking = new Set<Request>();
  page.on('request', (request) => asking.add(request));
  page.on('requestfinished', (request) => asking.delete(request));
  page.on('requestfailed', (request) => asking.delete(request));
  const show = (path: string): Promise<unknown> => page.evaluate(`location.hash = ${JSON.stringify(path)}`);
  return {
    ...watched,
    async load(path) {
      const before = [...asking]; // of some that end with their page nothing more is heard
      // By way of about:blank Chromium would begin a process of its own for each page.
      await page.goto(`${origin}/back-office/?${++opened}#/${path}`);
      for (const request of before) asking.delete(request);
      await page.waitForSelector('#main-content');
    },
    async go(path) {
      const nowhere = page.locator('.not-found');
      await until(async () => {
        await show('/no-such-page'); // again, where a form that was just saved leads to its list meanwhile
        return nowhere.isVisible();
      });
      const notifications = page.locator('.MuiSnackbar-root');
      await until(async () => {
        if ((await notifications.count()) === 0) return true;
        await page.keyboard.press('Escape');
        return false;
      });
      await show(`/${path}`);
      await nowhere.waitFor({ state: 'detached' });
    },
    async settled() {
      await until(
        async () => asking.size === 0 && (await page.evaluate<boolean>(DRAWN)) && asking.size === 0,
      );
    },
    async signIn(name = 'wang') {
      const form = page.locator('.sign-in');
      await form.getByLabel(t('sign_in.name')).fill(name);
      await form.getByLabel(t('sign_in.password')).fill(PASSWORD);
      await form.locator('[type=submit]').click();
      await form.waitFor({ state: 'detached' });
      await page.waitForSelector('#main-content');
    },
    press,
    confirm: (text) => page.getByRole('dialog').getByRole('button', { name: text }).click(),
    toldInRow: (row, text, timeout = 15_000) =>
      page.getByRole('row', { name: row }).getByText(text).waitFor({ timeout }),
    told: (text) => page.getByText(text).first().waitFor(),
    field: (name) =>
      page
        .getByLabel(t(`resources.${name}`), { exact: false })
        .and(page.locator('input, textarea, [role=combobox]')) // a button of the history may name a field too
        .first(),
  };
}
