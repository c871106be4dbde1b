/** The character encodings that texts are read in, as TextDecoder names them; those of the second line only where they are chosen. */
export const ENCODINGS = [
  'utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'windows-1252', 'windows-1250', 'windows-1251',
  'iso-8859-2', 'iso-8859-15', 'windows-1253', 'windows-1254', 'windows-1255', 'windows-1256', 'windows-1257', 'windows-1258', 'windows-874', 'koi8-r', 'ibm866', 'macintosh',
] as const; // prettier-ignore
export type Encoding = (typeof ENCODINGS)[number];

/** Code pages of Windows that browsers have no name for. */
const PAGES: Record<string, Encoding> = { 932: 'shift_jis', 936: 'gb18030', 949: 'euc-kr', 950: 'big5' };

/** The encoding that a name stands for, as browsers read it (`latin1`, `GBK`), or a code page (`cp936`); undefined for any that is not read. */
export function encodingNamed(name: string): Encoding | undefined {
  const page = PAGES[name.trim().replace(/^(?:cp|ms|windows-?)/i, '')];
  if (page) return page;
  try {
    const { encoding } = new TextDecoder(name);
    return ENCODINGS.find((known) => known === (encoding === 'gbk' ? 'gb18030' : encoding));
  } catch {
    return undefined;
  }
}
