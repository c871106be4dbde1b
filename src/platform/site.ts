import { z } from 'zod';
import { refuse } from './http/validate.js';
import { contrastOnWhite } from './values/colour.js';
import type { Text } from './values/words.js';

/** Whose catalogue the public pages are, and how they look. */
export interface Site {
  name: Text;
  /** address of an image that replaces the name in the header */
  logo?: string | undefined;
  contact: { text: string; href: string }[];
  /** where somebody writes to who has found a hole; of `contact` the first that is no phone number unless given */
  securityContact?: string | undefined;
  /** what the footer links to beside the pages of the catalogue */
  links: { text: Text; href: string }[];
  /** the colour of links and buttons on light ground */
  colour?: string | undefined;
}

const MOST_LINKS = 12;
/** WCAG 2.2, 1.4.3: what small text needs. */
const READABLE = 4.5;

const isAddress = (text: string): boolean =>
  /^\/(?!\/)\S*$/.test(text) || (/^https?:\/\//.test(text) && URL.canParse(text));

const name = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text.length > 0 && text.length <= 60, { error: 'must have 1 to 60 characters' });

/** The variables that say whose site it is; {@link siteOf} makes a {@link Site} of them. */
export const SITE_VARIABLES = {
  SITE_NAME: name.default('化学对照品目录'),
  SITE_NAME_EN: name.optional(),
  SITE_LOGO: z
    .string()
    .refine(isAddress, { error: 'must be an address that starts with http://, https:// or /' })
    .optional(),
  SITE_CONTACT: z.string().default('').transform(readContact),
  SECURITY_CONTACT: z
    .string()
    .transform((text) => (text.includes('@') && !text.includes('/') ? `mailto:${text.trim()}` : text.trim()))
    .refine((text) => /^mailto:[^\s@]+@[^\s@]+\.[^\s@]+$|^https:\/\/\S+$/.test(text) && URL.canParse(text), {
      error: 'must be an e-mail address, or an address that starts with https://',
    })
    .optional(),
  SITE_LINKS: z.string().default('').transform(readLinks),
  SITE_COLOUR: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #0a6a6a', abort: true })
    .refine((colour) => contrastOnWhite(colour) >= READABLE, {
      error: `must be darker: as text on white it needs a contrast of ${READABLE}`,
    })
    .optional(),
};

/** The site that these variables describe. */
export function siteOf(given: z.infer<z.ZodObject<typeof SITE_VARIABLES>>): Site {
  const { SITE_NAME: zh, SITE_NAME_EN: en = zh === '化学对照品目录' ? 'Chemical reference materials' : zh } =
    given;
  return {
    name: { zh, en },
    logo: given.SITE_LOGO,
    contact: given.SITE_CONTACT,
    securityContact:
      given.SECURITY_CONTACT ?? given.SITE_CONTACT.find(({ href }) => /^(mailto|https):/.test(href))?.href,
    links: given.SITE_LINKS,
    colour: given.SITE_COLOUR,
  };
}

type Context = z.core.$RefinementCtx;
const wrong = (ctx: Context, message: string): never => refuse(ctx, 'invalid', message);
const parts = (text: string): string[] => text.split(';').flatMap((part) => part.trim() || []);

/** `sales@example.com; +86 21 5555 0000; https://example.com` */
function readContact(text: string, ctx: Context): Site['contact'] {
  return parts(text).map((part) => {
    if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(part)) return { text: part, href: `mailto:${part}` };
    if (/^\+?[\d ()-]{5,30}$/.test(part))
      return { text: part, href: `tel:${part.replaceAll(/[^\d+]/g, '')}` };
    if (isAddress(part)) return { text: part.replace(/^https?:\/\//, ''), href: part };
    return wrong(ctx, `${part} is neither an e-mail address, a phone number nor an address`);
  });
}

/** `隐私政策|Privacy=https://example.com/privacy; 关于我们|About us=/about` */
function readLinks(text: string, ctx: Context): Site['links'] {
  const links = parts(text).map((part) => {
    const at = part.indexOf('=');
    const [zh = '', en = zh] = part
      .slice(0, Math.max(0, at))
      .split('|')
      .map((each) => each.trim());
    const href = part.slice(at + 1).trim();
    if (zh === '' || en === '' || !isAddress(href))
      return wrong(ctx, `${part} must be written as 中文|English=https://…`);
    return { text: { zh, en }, href };
  });
  return links.length > MOST_LINKS ? wrong(ctx, `must have at most ${MOST_LINKS} links`) : links;
}
