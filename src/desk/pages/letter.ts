import type { RaRecord } from 'react-admin';
import type { Desk } from './pieces.js';
import type { InquiryLine, StoredLine } from '../../exchange/inquiries/inquiry.js';

/** By its numbers; without any, in the customer's own words. */
export const nameOf = ({ code, cas, product_name: words }: InquiryLine): string =>
  [code, cas].filter(Boolean).join(' · ') || (words ?? '');
/** What the customer wrote beside a number. */
export const wordsOf = ({ code, cas, product_name: words }: InquiryLine): string | undefined =>
  (code ?? cas) ? (words ?? undefined) : undefined;
/** How much of it, and how pure. */
export const amountOf = ({ quantity, unit, purity }: InquiryLine): string =>
  [[quantity, unit].filter(Boolean).join(' '), purity].filter(Boolean).join(' · ');
/** The products of an inquiry about several. */
export const linesIn = (inquiry: RaRecord): StoredLine[] => inquiry['lines'] ?? [];

/** Mail programs take addresses of about 2,000 characters. */
const LONGEST_LETTER = 1_200;

/** A `mailto:` address of an answer that names what was asked for. */
export function letterTo(inquiry: RaRecord, t: Desk['t']): string {
  const lines = linesIn(inquiry);
  const asked: InquiryLine[] = lines.length > 0 ? lines : [inquiry as InquiryLine];
  let text = '';
  for (const [i, each] of asked.entries()) {
    const words = wordsOf(each);
    const facts = [
      nameOf(each),
      words && t('inquiry.words', { words }),
      each.suggested && `${t('inquiry.suggested')} ${each.suggested}`,
      amountOf(each),
    ];
    const row = `${i + 1}. ${facts.filter(Boolean).join(' · ')}`;
    if (encodeURIComponent(text + row).length > LONGEST_LETTER) {
      text += '…';
      break;
    }
    text += `${row}\r\n`;
  }
  const subject = encodeURIComponent(t('inquiry.of', { id: inquiry.id }));
  const to = encodeURIComponent(String(inquiry['email'])).replaceAll('%40', '@');
  return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(text)}`;
}
