import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The system's Chromium, best without its window. */
const PROGRAM = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts it. @throws where there is none: what needs it cannot run, and says so */
export async function startChromium() {
  if (PROGRAM === undefined)
    throw new Error('This needs Chromium (Debian: apt-get install chromium-headless-shell fonts-noto-cjk).');
  return chromium.launch({ executablePath: PROGRAM, args: FLAGS });
}
