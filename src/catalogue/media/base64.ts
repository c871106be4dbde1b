import { refused } from './rules.js';

const ENCODED = /%([\da-f]{2})/gi;
const ofCode = (_: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16));

/** Longer than any media type with its parameters. */
const LONGEST_HEAD = 300;

/** Decodes base64 or a data URL, in chunks. */
export type Base64Reader = ReturnType<typeof base64Reader>;

/**
 * Reads the standard and the URL-safe alphabet, with or without padding and line breaks.
 * @param mustBeUrl false: a data URL is allowed, not required
 */
export function base64Reader(mustBeUrl: boolean) {
  /** as it came, and as it is decoded */
  let given = '';
  let text = '';
  let type: string | undefined;
  let headRead = false;
  /** of a data URL: its bytes stand there by themselves, or as %XX */
  let isPlain = false;
  let isUrl = false;

  /** @returns false when more text is needed */
  const readHead = (final: boolean): boolean => {
    if (given.length < 'data:'.length && !final) return false;
    if (/^data:/i.test(given)) {
      const comma = given.slice(0, LONGEST_HEAD).indexOf(',');
      if (comma < 0 && given.length < LONGEST_HEAD && !final) return false;
      const head = comma < 0 ? '' : given.slice('data:'.length, comma);
      isPlain = !/;\s*base64\s*$/i.test(head);
      if (comma < 0 || (isPlain && !/^\s*image\//i.test(head))) throw refused('not_base64');
      isUrl = true;
      type = head.split(';')[0]!.trim() || undefined;
      given = given.slice(comma + 1);
    } else if (mustBeUrl) throw refused('not_base64');
    return true;
  };

  return {
    add(more: string): void {
      given += more;
    },
    /**
     * The bytes of the text added since the last call, as far as they are complete.
     * @param final no more text follows
     * @throws Problem when the text is neither
     */
    decode(final: boolean): Buffer {
      headRead ||= readHead(final);
      if (!headRead) return Buffer.alloc(0);
      // An encoded character may be cut.
      const cut = isUrl && !final ? given.search(/%[\da-f]?$/i) : -1;
      const more = cut < 0 ? given : given.slice(0, cut);
      given = given.slice(more.length);
      const decoded = isUrl ? more.replaceAll(ENCODED, ofCode) : more;
      if (isPlain) {
        if (/[^\0-\xff]/.test(decoded)) throw refused('not_base64');
        return Buffer.from(decoded, 'latin1');
      }
      text += decoded;
      const clean = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
      if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(clean)) throw refused('not_base64');
      const whole = final ? clean.length : clean.length - (clean.length % 4);
      text = clean.slice(whole);
      // Padding must end the text. It is kept, so that the pattern refuses any text after it.
      if (!final && clean.endsWith('=')) {
        text = clean;
        return Buffer.alloc(0);
      }
      if (final && clean.replace(/=+$/, '').length % 4 === 1) throw refused('not_base64');
      return Buffer.from(clean.slice(0, whole), 'base64');
    },
    /** the media type that the data URL declares, once its head has been read */
    declared: () => type,
  };
}
