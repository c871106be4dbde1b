// Measures how long after the last key the storefront shows the product that is being typed, in Chromium.
//
//   RATE_LIMIT=off SEARCH_CACHE=off npm start; npx catalogue import products.ndjson.gz
//   node test/bench/typing.mjs [http://localhost:3000] [rounds]
//
// Each round is a page of its own, so that nothing is left of the round before, and words are typed with 120 ms
// between keys. Exits 1 where a median is over the target.
import { startChromium } from '../support/chromium.mjs';
import { median } from './measure.mjs';

const TARGET_MS = 150;
const WORDS = ['阿司匹林', 'asprin', 'aspirin', '50-78-2', 'caffeine'];
const SHOWN = { caffeine: '58-08-2' };
const KEY_MS = 120;
const [origin = 'http://localhost:3000', rounds = 15] = process.argv.slice(2);

const say = (text) => process.stdout.write(`${text}\n`);

const browser = await startChromium();

// In the page: from the last key to the frame in which the results are those of the whole word, the product on top.
const WATCH = `([word, cas]) => {
  let last = 0;
  const note = (event) => { last = event.timeStamp; window.shownAfter = undefined; };
  addEventListener('keydown', note, true);
  addEventListener('input', note, true);
  const look = () => {
    if (!document.querySelector('.product')?.textContent.includes(cas)) return;
    requestAnimationFrame(() => setTimeout(() => {
      if (new URLSearchParams(location.search).get('q') === word) window.shownAfter ??= performance.now() - last;
    }));
  };
  new MutationObserver(look).observe(document.querySelector('#results'), { childList: true, subtree: true });
}`;

async function round(word) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(`(${WATCH})(${JSON.stringify([word, SHOWN[word] ?? '50-78-2'])})`);
  await page.getByRole('combobox').pressSequentially(word, { delay: KEY_MS });
  const given = performance.now() + 10_000;
  let ms;
  while ((ms = await page.evaluate('window.shownAfter')) === undefined) {
    if (performance.now() > given) throw new Error(`${word}: not shown within 10 s`);
    await page.waitForTimeout(50);
  }
  await context.close();
  return ms;
}

const found = await fetch(`${origin}/api/v1/products/search?page_size=1`);
say(`${(await found.json()).total} products, ${rounds} rounds of each word`);
let slow = false;
await round(WORDS[0]); // the first page of a browser that has just started is no measure
for (const word of WORDS) {
  const times = [];
  for (let i = 0; i < rounds; i++) times.push(await round(word));
  const [middle, least, most] = [median(times), Math.min(...times), Math.max(...times)];
  slow ||= middle > TARGET_MS;
  say(`${word}: median ${middle.toFixed(0)} ms, from ${least.toFixed(0)} to ${most.toFixed(0)}`);
}
await browser.close();
process.exitCode = slow ? 1 : 0;
