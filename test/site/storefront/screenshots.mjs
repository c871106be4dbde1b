// Makes the two pictures of the README anew, from a running service with the sample catalogue:
//
//   npm start; echo "$PASSWORD" | npx catalogue staff add wang --role administrator --password-stdin
//   echo "$PASSWORD" | node test/site/storefront/screenshots.mjs [http://localhost:3000] [wang]
import sharp from 'sharp';
import { browser, origin, signIn } from './visit.mjs';

// Small copies are made when they are first asked for: every image in sight is waited for.
const SHOWN = `!document.querySelector('[role=progressbar]') && [...document.images].every((image) =>
  image.getBoundingClientRect().top > innerHeight || image.naturalWidth > 0)`;

async function open(locale) {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 800 } });
  return context.newPage();
}

/** Keeps a picture of the window, once nothing is under way any more. */
async function save(page, file) {
  await page.waitForLoadState('networkidle');
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
await signIn(office);
await office.goto(`${origin}/back-office/#/products`);
await office.locator('tbody tr').first().waitFor();
await save(office, '../../desk/products.webp');
await browser.close();
