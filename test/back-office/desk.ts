import type { Locator } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import type { Watched } from '../support/browser.js';
import { startService } from '../support/service.js';
import type { Service } from '../support/service.js';
import { addAccount, PASSWORD } from './office.js';
import { wordsOf } from './words.js';
import type { OfficeLanguage } from './words.js';

/** Somebody at a browser, before the pages of the back office in a language. */
export interface Desk extends Watched {
  /**
   * Opens a page anew, by its path behind the #. A mere change of that part would leave the page before on the
   * screen until the next one is drawn, with its fields, its notifications and what it had read of the service.
   * By way of about:blank Chromium would begin a process of its own for each page.
   */
  go: (path: string) => Promise<void>;
  /** signs in on the page that is open, as wang where nobody else is named */
  signIn: (name?: string) => Promise<void>;
  press: (text: string) => Promise<void>;
  /** waits until a text stands somewhere on the page */
  told: (text: string) => Promise<void>;
  /** the field of a resource, such as `products.fields.code` */
  field: (name: string) => Locator;
}

/** A service with the account of wang, and the browser in which its pages are looked at. */
export interface Desks {
  service: Service;
  /** a browser's window with nobody signed in, and nothing on the page */
  open(language: OfficeLanguage, size?: { width?: number; height?: number }): Promise<Desk>;
  close(): Promise<void>;
}

/** @param env what configures the service beside what it always needs */
export async function openDesks(env: Record<string, string> = {}): Promise<Desks> {
  const browser = openBrowser();
  const service = await startService(env);
  await addAccount(service.db, 'wang');
  return {
    service,
    open: async (language, size = {}) =>
      deskAt(await browser.open({ language, ...size }), service.origin, language),
    async close() {
      await browser.close();
      await service.close();
    },
  };
}

function deskAt(watched: Watched, origin: string, language: OfficeLanguage): Desk {
  const { page } = watched;
  const t = wordsOf(language);
  const press = (text: string) => page.getByRole('button', { name: text }).first().click();
  let opened = 0;
  return {
    ...watched,
    async go(path) {
      await page.goto(`${origin}/back-office/?${++opened}#/${path}`);
      await page.waitForSelector('#main-content');
    },
    async signIn(name = 'wang') {
      const form = page.locator('.sign-in');
      await form.getByLabel(t('office.sign_in.name')).fill(name);
      await form.getByLabel(t('office.sign_in.password')).fill(PASSWORD);
      await form.locator('[type=submit]').click();
      await form.waitFor({ state: 'detached' });
      await page.waitForSelector('#main-content');
    },
    press,
    told: (text) => page.getByText(text).first().waitFor(),
    field: (name) => page.getByLabel(t(`resources.${name}`), { exact: false }).first(),
  };
}
