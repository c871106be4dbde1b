import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { startChromium } from './chromium.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** its text, half a megabyte */
let axe: string | undefined;

export interface Browser {
  /** a page that shares no cookie, storage or cache with others; whatever it writes to the console as an error is kept in `errors` */
  open(options?: { language?: string; width?: number; height?: number; script?: boolean }): Promise<Watched>;
  close(): Promise<void>;
}

export interface Watched {
  page: Page;
  errors: string[];
  /** what axe finds wrong with the page as it is, of level serious or worse */
  violations(): Promise<string[]>;
}

/** A Chromium for the tests of a file, started with its first page. */
export function openBrowser(): Browser {
  let started: ReturnType<typeof startChromium> | undefined;
  return {
    async open({ language = 'zh-CN', width = 1280, height = 900, script = true } = {}) {
      started ??= startChromium();
      const context = await (
        await started
      ).newContext({
        locale: language,
        javaScriptEnabled: script,
        viewport: { width, height },
        timezoneId: 'Asia/Shanghai',
      });
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(String(error)));
      return { page, errors, violations: () => violationsOf(page) };
    },
    close: async () => (await started)?.close(),
  };
}

interface AxeResult {
  id: string;
  impact: string | null;
  help: string;
  nodes: { html: string; failureSummary?: string }[];
}

// What fades in or out has the contrast of neither; what turns for ever is not waited for.
const SETTLED = `Promise.allSettled(document.getAnimations()
  .filter((each) => each.effect.getComputedTiming().endTime !== Infinity).map((each) => each.finished)).then(() => undefined)`;

// A notification may begin to fade while axe looks: until it has looked, what changes does so at once.
const STILL = `window.still = new CSSStyleSheet();
  window.still.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets.push(window.still); undefined`;
const MOVING =
  'document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== window.still); undefined';

async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(SETTLED);
  await page.evaluate(STILL);
  // Over the debugging protocol: a script tag would be refused by the page's policy, as it must be. Once for a page.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate((axe ??= await readFile(AXE, 'utf8')));
  // The rule `region` looks at everything, and what it finds is moderate.
  const options = '{ resultTypes: ["violations"], rules: { region: { enabled: false } } }';
  const { violations } = (await page.evaluate(`axe.run(${options})`)) as {
    violations: AxeResult[];
  };
  await page.evaluate(MOVING);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html.slice(0, 300)}`));
}
