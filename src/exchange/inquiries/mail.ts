import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { orAborted } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { MailFailure } from '../failure.js';
import { dueMail, lateMail, recordMailed, recordNotMailed } from './mail-store.js';
import { inquiryFor } from './store.js';
import type { OutgoingInquiry } from './store.js';

/** The seller's mail server and addresses. */
interface MailSettings {
  /** `smtp://` or `smtps://`, with name and password */
  url: string;
  from: string;
  to: string[];
}

interface InquiryMail {
  db: Database;
  log: Logger;
  siteOrigin: string;
  settings: MailSettings;
  /** the wait after a first failure, which doubles with every further one up to the longest; how often it is looked; the pace of inquiries of before; ms */
  waits?: { first: number; longest: number; look: number; late: number };
}

const WAITS = { first: 30_000, longest: 3_600_000, look: 1_000, late: 60_000 };
/** The longest that the server may take to take a connection, and to answer, ms. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/**
 * Mails each inquiry to the seller, one after the other, until it is aborted. One that is not taken is tried again, later
 * and later, for a day from the first try on. After a crash at most one is mailed twice, with the same Message-ID. Where mail
 * is set up late, the inquiries of more than a day ago that are still new are mailed one each minute, and keep no new one waiting.
 *
 * It must not run in two processes at once: only the leader runs it (indexer/leader.ts).
 */
export async function mailInquiries(
  { db, log, siteOrigin, settings, waits = WAITS }: InquiryMail,
  signal: AbortSignal,
): Promise<never> {
  const { createTransport } = await import('nodemailer');
  const server = createTransport({ url: settings.url, ...TIMEOUTS });
  /** the addresses that have not got an inquiry yet, where others have */
  const refused = new LRUCache<number, string[]>({ max: 1_000 });
  let nextLate = 0;
  const late = await lateMail(db);
  if (late > 0)
    log.warn(
      { inquiries: late, each_seconds: waits.late / 1_000 },
      'inquiries of more than a day ago were never mailed: they are now, one after the other, unless they are answered',
    );
  for (;;) {
    signal.throwIfAborted();
    const due = await dueMail(db, performance.now() >= nextLate);
    const inquiry = due && (await inquiryFor(db, due.id, siteOrigin));
    if (!due || !inquiry) {
      await sleep(waits.look, undefined, { signal });
      continue;
    }
    if (due.isLate) nextLate = performance.now() + waits.late;
    const to = refused.get(due.id) ?? settings.to;
    const letter = { ...letterOf(inquiry, settings, siteOrigin), envelope: { from: settings.from, to } };
    const sent = server.sendMail(letter).then(({ rejected }): MailFailure | null => {
      if (rejected.length === 0) return null;
      refused.set(due.id, rejected.map(String));
      return { code: 'addresses', what: rejected.length };
    }, reasonOf);
    const error = await orAborted(sent, signal);
    if (error === null) {
      refused.delete(due.id);
      await recordMailed(db, due.id);
    } else {
      const failure = { inquiry: due.id, reason: error };
      const waitMs = Math.min(waits.first * 2 ** due.failures, waits.longest);
      const isGivenUp = await recordNotMailed(db, due.id, error, waitMs);
      if (isGivenUp) log.error(failure, 'an inquiry was not mailed within a day; it will not be tried again');
      else log.warn(failure, 'an inquiry was not mailed');
    }
  }
}

/** One address and nothing that a mail program would read as several. */
const PLAIN_ADDRESS = /^[^\s@<>(),;:"\\[\]]+@[^\s@<>(),;:"\\[\]]+$/;

/** The mail, in the language that the back office begins with. Strangers wrote the texts: they are no HTML, and no file. */
function letterOf(inquiry: OutgoingInquiry, { from, to }: MailSettings, siteOrigin: string) {
  const { id, created_at, name, email } = inquiry;
  return {
    from,
    to,
    subject: `询价 ${id} · ${[name, inquiry.company].filter(Boolean).join(', ')}`,
    ...(email !== null && PLAIN_ADDRESS.test(email) && { replyTo: { name, address: email } }),
    messageId: `<inquiry-${id}-${Date.parse(created_at)}@${new URL(siteOrigin).hostname}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: textOf(inquiry, siteOrigin),
    textEncoding: 'base64' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function textOf(inquiry: OutgoingInquiry, siteOrigin: string): string {
  const { id, created_at, name, company, email, phone, country, message, items } = inquiry;
  const facts = {
    询价编号: String(id),
    时间: created_at,
    姓名: name,
    单位: company,
    邮箱: email,
    电话: phone,
    国家: country,
  };
  const lines = Object.entries(facts).flatMap(([label, value]) =>
    value === null ? [] : `${label}：${value}`,
  );
  return [
    ...lines,
    '',
    ...items.map((item, at) => `${at + 1}. ${itemText(item)}`),
    '',
    ...(message === null ? [] : [`留言：\n${message}`, '']),
    `后台：${siteOrigin}/back-office/#/inquiries/${id}`,
    '',
  ].join('\n');
}

function itemText(item: OutgoingInquiry['items'][number]): string {
  const { code, cas, product_name: words, quantity, unit, purity, note, suggested, url } = item;
  const amount = [quantity, unit].filter(Boolean).join(' ');
  const isNumbered = code !== null || cas !== null;
  const facts = [code, cas, isNumbered ? null : words, amount, purity, note].filter(Boolean).join(' · ');
  const more = [
    isNumbered && words !== null && `客户原文：${words}`,
    suggested !== null && `可能是（未确认）：${suggested}`,
    url,
  ];
  return [facts, ...more.filter(Boolean)].join('\n   ');
}

function reasonOf(failure: unknown): MailFailure {
  const { responseCode, code = null } = failure as { responseCode?: number; code?: string };
  if (code === 'EAUTH') return { code: 'login', what: null };
  if (responseCode !== undefined) return { code: 'refused', what: responseCode };
  return { code: 'unreached', what: code };
}
