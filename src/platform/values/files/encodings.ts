/** The character encodings that texts are read in, as TextDecoder names them. */
export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr', 'windows-1252', 'windows-1250', 'windows-1251'] as const; // prettier-ignore
export type Encoding = (typeof ENCODINGS)[number];
