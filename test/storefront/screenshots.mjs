// Makes the two pictures of the README anew, from a running service with the sample catalogue:
//
//   npm start; echo "$PASSWORD" | npx catalogue staff add wang --password-stdin
//   echo "$PASSWORD" | node test/storefront/screenshots.mjs [http://localhost:3000] [wang]
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const [origin = 'http://localhost:3000', name = 'wang'] = process.argv.slice(2);
const password = (await text(process.stdin)).trim();
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

async function open(locale) {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

// Small copies are made when they are first asked for: every image in sight is waited for.
const SHOWN = `document.images.length > 0 && [...document.images].every((image) =>
  image.getBoundingClientRect().top > innerHeight || image.naturalWidth > 0)`;

async function save(page, file) {
  while (!(await page.evaluate(SHOWN))) await page.waitForTimeout(100);
  await page.waitForTimeout(500);
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 75, effort: 6 })
    .toFile(new URL(file, import.meta.url).pathname);
  process.stdout.write(`${file}: ${Math.ceil(size / 1024)} KB\n`);
}

const store = await open('en');
await store.goto(`${origin}/?lang=en`);
await store.getByRole('combobox').pressSequentially('salicyl', { delay: 100 });
await store.getByRole('option').first().waitFor();
await store.keyboard.press('Escape');
await save(store, 'storefront.webp');

const office = await open('zh-CN');
await office.goto(`${origin}/back-office/`);
await office.locator('input[name=name]').fill(name);
await office.locator('input[name=password]').fill(password);
await office.locator('button[type=submit]').click();
await office.waitForSelector('#main-content');
await office.goto(`${origin}/back-office/#/products`);
await office.locator('tbody tr').first().waitFor();
await save(office, '../back-office/products.webp');
await browser.close();
