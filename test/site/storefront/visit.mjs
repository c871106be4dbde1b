// What the scripts that visit pages share: a browser, and the way into the back office. They are called with the
// address of the service and the name of an account, and read its password from their standard input.
import { text } from 'node:stream/consumers';
import { startChromium } from '../../support/chromium.mjs';

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
