/**
 * The letters of atom labels as strokes, in hundredths of the font size from the left end of the baseline. Drawn
 * without fonts, so that every machine draws the same image.
 */
const STROKES: Record<string, string> = {
  B: 'M10 0V-72H36C50-72 57-65 57-55S50-38 36-38H10M36-38C52-38 61-31 61-19S52 0 36 0H10',
  C: 'M67-52C63-66 53-73 39-73C18-73 6-58 6-36S18 1 39 1C54 1 64-8 67-23',
  F: 'M10 0V-72H56M10-38H50',
  H: 'M9 0V-72M63 0V-72M9-37H63',
  I: 'M14 0V-72',
  K: 'M10 0V-72M60-72L10-28M29-44L62 0',
  N: 'M9 0V-72L63 0V-72',
  O: 'M39-73C18-73 6-58 6-36S18 1 39 1S72-14 72-36S60-73 39-73Z',
  P: 'M10 0V-72H38C54-72 62-64 62-52S54-32 38-32H10',
  S: 'M59-54C58-67 48-73 34-73C19-73 9-66 9-54C9-28 60-45 60-19C60-6 49 1 34 1C18 1 8-7 6-21',
  a: 'M8-40C10-48 17-53 27-53C39-53 46-47 46-37V-10C46-4 48 0 53 0M46-32C36-27 6-34 6-14C6-4 13 1 22 1C34 1 46-7 46-20',
  i: 'M11 0V-52M11-71V-69',
  l: 'M11 0V-72',
  r: 'M8 0V-52M8-32C12-46 20-53 32-51',
  2: 'M6-50C6-64 15-71 27-71S49-63 49-51C49-33 6-26 5 0H50',
  3: 'M7-58C9-67 17-71 27-71S47-64 47-54S38-39 25-39C40-39 50-31 50-19S40 1 27 1S6-5 5-17',
  4: 'M40 0V-71L4-20H53',
  '+': 'M29-55V-7M5-31H53',
  '-': 'M4-26H29',
};

/** Widths in hundredths of the font size; all others are as wide as a capital. */
const WIDTHS: Record<string, number> = {
  I: 28,
  a: 56,
  i: 22,
  l: 22,
  r: 33,
  2: 56,
  3: 56,
  4: 56,
  '+': 58,
  '-': 33,
};

/** A label as an SVG path; null if it contains an unknown character. */
export function drawLabel(label: string, x: number, y: number, size: number, colour: string): string | null {
  let at = 0;
  const paths: string[] = [];
  for (const letter of label) {
    const strokes = STROKES[letter];
    if (strokes === undefined) return null;
    paths.push(`<path transform="translate(${at})" d="${strokes}"/>`);
    at += WIDTHS[letter] ?? 72;
  }
  const scale = size / 100;
  return (
    `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="${colour}" stroke-width="10" ` +
    `stroke-linecap="round" stroke-linejoin="round">${paths.join('')}</g>`
  );
}
