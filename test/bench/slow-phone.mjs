// How pages come to a slow phone: a processor four times slower than this one, 1.6 Mbit/s, 150 ms there and back; nothing in
// the browser's cache. From a running service with the sample catalogue (RATE_LIMIT=off):
//
//   echo "$PASSWORD" | node test/bench/slow-phone.mjs [http://localhost:3000] [wang]
//
// Of the storefront the largest paint and the shift; of the back office the sign-in form, what needs somebody once signed in, and
// how long a tap waits for its answer (Event Timing: processing and paint). Medians. Exits 1 where a budget is missed.
import { browser, origin, signIn } from '../storefront/visit.mjs';
import { median } from './measure.mjs';

const ROUNDS = 3;
const PHONE = { width: 390, height: 844 };
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 90_000 };
const PROCESSOR = 4;
const BUDGETS = { paint: 1_500, shift: 0.01, sight: 2_500, tap: 200 };

const { data } = await (await fetch(`${origin}/api/v1/products?page_size=1`)).json();
const STOREFRONT = { home: '/', results: '/?q=acid', product: `/products/${data[0].code}`, list: '/list', structure: '/structure', inquiry: '/inquiry' }; // prettier-ignore

const OBSERVE = `(() => {
  window.seen = { paint: 0, shift: 0, taps: [] };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) seen.paint = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) seen.taps.push(duration); })
    .observe({ type: 'event', durationThreshold: 16, buffered: true });
})()`;

async function openPhone(signedIn) {
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true, ...(signedIn && { storageState: signedIn }) }); // prettier-ignore
  const page = await context.newPage();
  await page.addInitScript(OBSERVE);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR });
  return { context, page };
}

let isMissed = false;
function tell(what, values, budget, unit = ' ms') {
  const value = median(values);
  const met = value <= budget;
  isMissed ||= !met;
  const digits = unit === '' ? 3 : 0;
  process.stdout.write(
    `${met ? 'met   ' : 'missed'} ${what}: ${value.toFixed(digits)}${unit} (${budget}${unit} at most)\n`,
  );
}

for (const [title, path] of Object.entries(STOREFRONT)) {
  const looks = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await openPhone();
    await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
    looks.push(await page.evaluate('seen'));
    await context.close();
  }
  tell(
    `${title}, largest paint`,
    looks.map(({ paint }) => paint),
    BUDGETS.paint,
  );
  tell(
    `${title}, shift`,
    looks.map(({ shift }) => shift),
    BUDGETS.shift,
    '',
  );
}

const quick = await browser.newContext();
await signIn(await quick.newPage());
const signedIn = await quick.storageState();
const forms = [];
const sights = [];
const ready = [];
const taps = [];
for (let round = 0; round < ROUNDS; round++) {
  const stranger = await openPhone();
  forms.push(await sightOf(stranger.page, 'form [type=submit]'));
  await stranger.context.close();
  const { context, page } = await openPhone(signedIn);
  sights.push(await sightOf(page, '.needs :is(.calm, .open)'));
  const begun = performance.now();
  await page.waitForSelector('#main-content h2');
  ready.push(sights.at(-1) + performance.now() - begun);
  await page.waitForLoadState('networkidle');
  await page.evaluate('seen.taps = []');
  await page.locator('header button').first().tap();
  await page.waitForTimeout(1_500);
  taps.push(Math.max(0, ...(await page.evaluate('seen.taps'))));
  await context.close();
}
tell('back office, the sign-in form', forms, BUDGETS.sight);
tell('back office, first sight', sights, BUDGETS.sight);
process.stdout.write(`       back office, the app: ${median(ready).toFixed(0)} ms\n`);
tell('back office, a tap on the menu', taps, BUDGETS.tap);

/** How long the back office takes until an element is there, ms. */
async function sightOf(page, selector) {
  const begun = performance.now();
  await page.goto(`${origin}/back-office/`, { waitUntil: 'commit' });
  await page.waitForSelector(selector);
  return performance.now() - begun;
}

await browser.close();
process.exitCode = isMissed ? 1 : 0;
