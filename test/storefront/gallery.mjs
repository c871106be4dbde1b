// Makes a picture of each of the twelve main pages: above in English, below in Chinese, on a desk and on a phone, light and
// dark. From a running service with the sample catalogue, as test/storefront/screenshots.mjs; a Chinese font is installed:
//
//   npm start; echo "$PASSWORD" | npx catalogue staff add wang --password-stdin
//   echo "$PASSWORD" | node test/storefront/gallery.mjs [http://localhost:3000] [wang]
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { browser, origin, pictureOf, signIn } from './visit.mjs';

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
  product: `/products/${code}`,
  import: '/import',
  inquiries: '/inquiries',
  quality: '/quality',
};

const pages = new Map();
async function take(page, folder, title) {
  const file = `${folder}/${title}.webp`;
  pages.set(file, [...(pages.get(file) ?? []), await pictureOf(page)]);
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
  await signIn(page);
  for (const [title, path] of Object.entries(OFFICE)) {
    await page.goto(`${origin}/back-office/#${path}`);
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
