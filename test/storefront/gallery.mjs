// Makes a picture of each of the twelve main pages: above in English, below in Chinese, on a desk and on a phone, light and
// dark. From a running service with the sample catalogue, as test/storefront/screenshots.mjs; a Chinese font is installed:
//
//   npm start; echo "$PASSWORD" | npx catalogue staff add wang --password-stdin
//   echo "$PASSWORD" | node test/storefront/gallery.mjs [http://localhost:3000] [wang]
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const [origin = 'http://localhost:3000', name = 'wang'] = process.argv.slice(2);
const password = (await text(process.stdin)).trim();
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Each look is shown at this share of its size. */
const SHRUNK = 0.4;
const LOOKS = ['en', 'zh'].flatMap((lang) =>
  [DESK, PHONE].flatMap((viewport) =>
    ['light', 'dark'].map((colorScheme) => ({ viewport, lang, colorScheme })),
  ),
);

const { data } = await (await fetch(`${origin}/api/v1/products?limit=1`)).json();
const { code } = data[0];
const list = '#text=' + encodeURIComponent('50-78-2\nibuprofen\n对乙酰氨基酚\nnothing-of-that-name');
const STOREFRONT = {
  home: '/',
  results: '/?q=acid',
  'no-exact': '/?q=ibuprofenn',
  product: `/products/${code}`,
  list: `/list${list}`,
  inquiry: `/inquiry?code=${code}`,
};
const OFFICE = {
  home: '/',
  products: '/products',
  product: undefined,
  import: '/import',
  inquiries: '/inquiries',
  quality: '/quality',
};

// Nothing is under way any more, and every image in sight is there.
const SHOWN = `!document.querySelector('[role=progressbar]') && [...document.images].every((image) =>
  image.getBoundingClientRect().top > innerHeight || image.naturalWidth > 0)`;

const pages = new Map();
async function take(page, folder, title) {
  await page.waitForLoadState('networkidle');
  while (!(await page.evaluate(SHOWN))) await page.waitForTimeout(100);
  await page.waitForTimeout(500);
  const file = `${folder}/${title}.webp`;
  pages.set(file, [...(pages.get(file) ?? []), await page.screenshot()]);
}

for (const { viewport, lang, colorScheme } of LOOKS) {
  const locale = lang === 'en' ? 'en' : 'zh-CN';
  const context = await browser.newContext({ locale, viewport, colorScheme });
  const page = await context.newPage();
  for (const [title, path] of Object.entries(STOREFRONT)) {
    const [before, fragment = ''] = path.split('#');
    const mark = before.includes('?') ? '&' : '?';
    await page.goto(`${origin}${before}${mark}lang=${lang}${fragment && `#${fragment}`}`);
    await take(page, 'gallery', title);
  }
  await page.goto(`${origin}/back-office/`);
  await page.locator('input[name=name]').fill(name);
  await page.locator('input[name=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForSelector('#main-content');
  for (const [title, path] of Object.entries(OFFICE)) {
    if (path !== undefined) await page.goto(`${origin}/back-office/#${path}`);
    else {
      await page.goto(`${origin}/back-office/#/products`);
      await page.locator('tbody tr td:nth-child(3), .MuiCard-root a').first().click();
      await page.waitForTimeout(1500);
    }
    await take(page, '../back-office/gallery', title);
  }
  await context.close();
}

const shrunk = ({ width, height }) => ({
  width: Math.round(width * SHRUNK),
  height: Math.round(height * SHRUNK),
});
const [desk, phone] = [shrunk(DESK), shrunk(PHONE)];
for (const [file, shots] of pages) {
  const path = new URL(file, import.meta.url).pathname;
  await mkdir(dirname(path), { recursive: true });
  const parts = await Promise.all(
    shots.map(async (shot, at) => {
      const column = at % 4;
      const onDesk = column < 2;
      const { width, height } = onDesk ? desk : phone;
      return {
        input: await sharp(shot).resize(width, height).toBuffer(),
        left: onDesk ? column * desk.width : 2 * desk.width + (column - 2) * phone.width,
        top: at < 4 ? 0 : phone.height,
      };
    }),
  );
  const sheet = {
    width: 2 * (desk.width + phone.width),
    height: 2 * phone.height,
    channels: 3,
    background: '#888',
  };
  const { size } = await sharp({ create: sheet })
    .composite(parts)
    .webp({ quality: 60, effort: 6 })
    .toFile(path);
  process.stdout.write(`${file}: ${Math.ceil(size / 1024)} KB\n`);
}
await browser.close();
