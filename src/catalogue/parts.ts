import type { Chemistry, NameReader } from '../chemistry/index.js';
import type { Media } from './media/open.js';
import type { LargePushes } from './products/large-push.js';
import type { Terms } from './terms/names.js';

/** What the packages after this one use of it. */
export interface CatalogueParts {
  /** English names of categories, series and tags */
  terms: Terms;
  media: Media;
  largePushes: LargePushes;
  /** reads the structures of writes, in another process */
  chemistry: Chemistry;
  /** draws stored ones for those who read, in a process of its own: a crowd of pictures keeps no write waiting */
  shownChemistry: Chemistry;
  /** reads what visitors type, in a process of its own: one hostile text may occupy it for seconds */
  visitorChemistry: Chemistry;
  /** reads systematic names as structures; undefined without OPSIN */
  nameReader: NameReader | undefined;
}
