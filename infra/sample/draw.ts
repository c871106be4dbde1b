import sharp from 'sharp';
import { insertImages, keep } from '../../src/catalogue/index.js';
import type { Media, NewImage } from '../../src/catalogue/index.js';
import { drawingOf, openRdKit } from '../../src/chemistry/index.js';
import type { RdKit } from '../../src/chemistry/index.js';

/** The side of a drawing, pixels. */
const SIDE = 300;
const CONCURRENCY = 4;

/**
 * Draws a structure as a PNG on white. The same SMILES gives the same bytes on every machine.
 * @throws Error when the SMILES is invalid
 */
export async function drawStructure(rdkit: RdKit, smiles: string): Promise<Buffer> {
  return sharp(Buffer.from(drawingOf(rdkit, { source: 'smiles', text: smiles }, { theme: 'light' })))
    .resize(SIDE)
    .flatten({ background: 'white' })
    .png()
    .toBuffer();
}

/**
 * Draws the structures of products and stores the drawings like uploads: all of them or none.
 * @returns the URL of each drawing by the product's code; none for a product without a valid SMILES
 */
export async function drawStructures(
  media: Media,
  products: { code: string; smiles?: string | undefined }[],
): Promise<Map<string, string>> {
  const waiting = products.filter(({ smiles }) => smiles);
  const rdkit = await openRdKit();
  const kept = new Map<string, NewImage>();
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { code, smiles } = next;
      const drawing = await drawStructure(rdkit, smiles!).catch(() => null);
      if (drawing) kept.set(code, await keep(media, drawing, { filename: `${code}.png`, group: 'sample' }));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const codes = products.map(({ code }) => code).filter((code) => kept.has(code));
  if (codes.length === 0) return new Map();
  const ids = await insertImages(
    media.db,
    codes.map((code) => kept.get(code)!),
    null,
  );
  return new Map(codes.map((code, i) => [code, `/media/${ids[i]}`]));
}
