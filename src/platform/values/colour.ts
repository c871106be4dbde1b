/** Relative luminance of a colour `#rrggbb`, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of a colour `#rrggbb` on white, 1 to 21 (WCAG 2.2). */
export const contrastOnWhite = (colour: string): number => 1.05 / (luminance(colour) + 0.05);
