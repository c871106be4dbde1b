import type { Route } from '../platform/index.js';
import { previewRows, profileBody } from '../exchange/index.js';
import { staffRoute } from './route.js';
import type { OfficeParts } from './route.js';

/** The first rows of an export profile that is being written. All else of profiles is the public API's. */
export const officeProfileRoutes = ({ db, siteOrigin }: Pick<OfficeParts, 'db' | 'siteOrigin'>): Route[] => [
  staffRoute('post', '/profiles/preview', {
    body: profileBody,
    data: ({ body }) => previewRows(db, body, siteOrigin()),
  }),
];
