import { imageId } from '../media/rules.js';
import { isDrawing } from '../structures/drawing-address.js';

/** Addresses of the images of this site begin so where they are stored: a site may move to another origin. */
const IMAGES = '/media/';

/** Whether a text is the stored address of an image that this site could have. */
export const isOwnImage = (address: string): boolean =>
  address.startsWith(IMAGES) && imageId(address.slice(IMAGES.length)) !== undefined;

/**
 * Reads an address of this site: that of an image becomes site-relative, as it is stored; that of a drawing, which stands in
 * files where there is no image, counts as not given. What a client sends back must change nothing.
 */
export function readOwnAddress(values: { structure_url?: string | number | null }, siteOrigin: string): void {
  const { structure_url: address } = values;
  if (typeof address !== 'string' || !address.startsWith(siteOrigin)) return;
  const path = address.slice(siteOrigin.length);
  if (isOwnImage(path)) values.structure_url = path;
  else if (isDrawing(path)) delete values.structure_url;
}

/** The address of a structure image as it leaves the service: absolute. */
export const absoluteAddress = (stored: string | null, siteOrigin: string): string | null =>
  stored?.startsWith('/') ? siteOrigin + stored : stored;

// Within a JSON text quotes are escaped: this can only be the member itself, however deep.
const RELATIVE = '"structure_url":"/';

/** Makes the addresses of all products in a JSON text absolute. It has no spaces, as Postgres and JSON.stringify write it. */
export const absoluteAddresses = (json: string, siteOrigin: string): string =>
  json.replaceAll(RELATIVE, () => `${RELATIVE.slice(0, -1)}${siteOrigin}/`);
