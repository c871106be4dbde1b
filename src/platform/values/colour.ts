/** The parts of a colour `#rrggbb`, 0 to 255. */
const partsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Relative luminance, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours `#rrggbb`, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour mixed with as much white as it needs for this contrast on a dark ground. */
export function lightened(colour: string, ground: string, least: number): string {
  for (let white = 0; white < 1; white += 0.05) {
    const mixed = partsOf(colour).map((part) => Math.round(part + (255 - part) * white));
    const made = `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(made, ground) >= least) return made;
  }
  return '#ffffff';
}
