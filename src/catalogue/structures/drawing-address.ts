// Addresses of the drawings of products on this site.

/** The address of a drawing as SVG. It depends on the structure, so that it can be cached for ever. */
export const drawingAddress = (code: string, hash: string): string =>
  `/api/v1/products/${encodeURIComponent(code)}/structure.svg?v=${drawingVersion(hash)}`;

/** The version of a structure in the address of its drawing. */
export const drawingVersion = (hash: string): string => hash.slice(0, HASH_DIGITS);

/** How many characters of a structure's hash are in the address. */
export const HASH_DIGITS = 8;

/** Added to an address, asks for a bitmap on white: for programs that show no SVG, or show it on black. */
export const BITMAP = '&w=512&ground=white';

/** Whether a site-relative address is that of a drawing. */
export const isDrawing = (path: string): boolean =>
  /^\/api\/v1\/products\/[^/?#]+\/structure\.svg(?:[?#]|$)/.test(path);
