import type { Connection } from '../../platform/index.js';
import { askedOf, findInquiry } from './store.js';
import type { InquiryLine } from './inquiry.js';

/** An inquiry as webhooks and mails show it. Its products are always in `items`. */
export interface OutgoingInquiry {
  id: number;
  created_at: string;
  name: string;
  company: string | null;
  email: string | null;
  phone: string | null;
  country: string | null;
  message: string | null;
  items: OutgoingItem[];
}

/** One product of it. */
export interface OutgoingItem extends Record<keyof InquiryLine, string | null> {
  /** address of the product's page; null where the catalogue has no product of this number */
  url: string | null;
}

/** The inquiry of a number; null where there is none. */
export async function inquiryFor(
  db: Connection,
  id: number,
  siteOrigin: string,
): Promise<OutgoingInquiry | null> {
  const found = await findInquiry(db, id);
  if (!found) return null;
  const {
    created_at,
    name,
    company = null,
    email = null,
    phone = null,
    country = null,
    message = null,
  } = found;
  const items = askedOf(found).map((line): OutgoingItem => {
    const { code = null, cas = null, product_name = null, quantity = null } = line;
    const { unit = null, purity = null, note = null, suggested = null } = line;
    const isKnown = code !== null && found.known.some((each) => each.code === code);
    const url = isKnown ? `${siteOrigin}/products/${encodeURIComponent(code)}` : null;
    return { code, cas, product_name, quantity, unit, purity, note, suggested, url };
  });
  return { id, created_at, name, company, email, phone, country, message, items };
}
