// Where the drawing of the structure of a product is, in this site.

/** The address of a drawing as SVG, which may be kept for ever: of another structure it is another one. */
export const drawingAddress = (code: string, hash: string): string =>
  `/api/v1/products/${encodeURIComponent(code)}/structure.svg?v=${hash.slice(0, VERSION)}`;

/** Characters of the hash of a structure that tell its drawings apart. */
export const VERSION = 8;

/** Makes the address of a drawing that of a bitmap on a white ground, for programs that take no SVG, or show it on black. */
export const BITMAP = '&w=512&ground=white';

/** Whether a site-relative address is that of a drawing. */
export const isDrawing = (path: string): boolean =>
  /^\/api\/v1\/products\/[^/?#]+\/structure\.svg(?:[?#]|$)/.test(path);
