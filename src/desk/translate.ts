import type { Logger } from 'pino';
import { Problem, traceHeaders } from '../platform/index.js';
import type { Config, Database } from '../platform/index.js';
import { knownName } from '../catalogue/index.js';

/** The language of a product name. */
type NameLanguage = 'cn' | 'en';

/** A proposed name, and its origin. */
interface Translation {
  name: string;
  origin: 'catalogue' | 'service';
}

const TIMEOUT_MS = 8_000;
const MAX_BYTES = 64 * 1024;
const MAX_NAME = 200;
const CODES = { cn: 'zh', en: 'en' } as const;

// Impurities are named for their substance: "阿司匹林杂质A" is "Aspirin impurity A".
const IMPURITY = { cn: /^(.+?)\s*杂质\s*([\w-]{1,8})$/u, en: /^(.+?)\s+impurity\s+([\w-]{1,8})$/iu };
const impurityOf = {
  cn: (base: string, label: string) => `${base}杂质${label}`,
  en: (base: string, label: string) => `${base} impurity ${label}`,
};

/**
 * A product's name in the other language: from other products of the catalogue, else from the configured translation
 * service (LibreTranslate's API).
 * @param timeoutMs time-out of the service; `traceparent` of the request
 * @returns null when neither knows it, or no service is configured
 * @throws Problem 503 when the service does not answer with a translation
 */
export async function translateName(
  { db, config, log }: { db: Database; config: Pick<Config, 'translate'>; log: Logger },
  text: string,
  to: NameLanguage,
  { timeoutMs = TIMEOUT_MS, traceparent }: { timeoutMs?: number; traceparent?: string } = {},
): Promise<Translation | null> {
  const known = await fromCatalogue(db, text, to);
  if (known !== null) return { name: known, origin: 'catalogue' };
  if (!config.translate) return null;
  try {
    const name = await fromService(config.translate, text, to, {
      timeoutMs,
      headers: traceHeaders(traceparent),
    });
    return name === null ? null : { name, origin: 'service' };
  } catch (error) {
    log.warn({ err: error }, 'the translation service failed');
    const message = 'The translation service does not answer as it should.';
    throw new Problem('unavailable', message, { errors: [{ path: '', code: 'translator_away', message }] });
  }
}

async function fromCatalogue(db: Database, text: string, to: NameLanguage): Promise<string | null> {
  const known = await knownName(db, text, to);
  if (known !== null) return known;
  const [, substance, label] = IMPURITY[to === 'en' ? 'cn' : 'en'].exec(text) ?? [];
  if (substance === undefined || label === undefined) return null;
  const base = await knownName(db, substance, to);
  return base === null ? null : impurityOf[to](base, label);
}

async function fromService(
  { url, key }: NonNullable<Config['translate']>,
  text: string,
  to: NameLanguage,
  { timeoutMs, headers }: { timeoutMs: number; headers: object },
): Promise<string | null> {
  const answer = await fetch(new URL('translate', url.endsWith('/') ? url : `${url}/`), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({
      q: text,
      source: CODES[to === 'en' ? 'cn' : 'en'],
      target: CODES[to],
      format: 'text',
      ...(key !== undefined && { api_key: key }),
    }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  const { translatedText } = parsed(await bounded(answer)) ?? {};
  if (typeof translatedText !== 'string') throw new Error('its answer has no translatedText');
  const name = translatedText.replaceAll(/\p{Cc}/gu, ' ').trim();
  return name === '' ? null : Array.from(name).slice(0, MAX_NAME).join('');
}

/** Without the parser's own error: that quotes the text, which may repeat a secret in part. */
function parsed(text: string): { translatedText?: unknown } | null {
  try {
    return JSON.parse(text) as ReturnType<typeof parsed>;
  } catch {
    throw new Error('its answer is no JSON');
  }
}

/** The body of an answer, bounded: the service is not trusted. */
async function bounded(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_BYTES) throw new Error(`its answer has more than ${MAX_BYTES} bytes`);
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}
