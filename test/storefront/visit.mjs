// What the scripts that take pictures of pages share: a browser, and the way into the back office. They are called with the
// address of the service and the name of an account, and read its password from their standard input.
import { text } from 'node:stream/consumers';
import { startChromium } from '../support/chromium.mjs';

const [address = 'http://localhost:3000', name = 'wang'] = process.argv.slice(2);
export const origin = address;
const password = (await text(process.stdin)).trim();
export const browser = await startChromium();

/** Signs in to the back office. */
export async function signIn(page) {
  await page.goto(`${origin}/back-office/`);
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('#main-content');
}

// Small copies are made when they are first asked for: every image in sight is waited for.
const SHOWN = `!document.querySelector('[role=progressbar]') && [...document.images].every((image) =>
  image.getBoundingClientRect().top > innerHeight || image.naturalWidth > 0)`;

/** A picture of the window as PNG, once nothing is under way any more. */
export async function pictureOf(page) {
  await page.waitForLoadState('networkidle');
  while (!(await page.evaluate(SHOWN))) await page.waitForTimeout(100);
  await page.waitForTimeout(500);
  return page.screenshot();
}
