// The door of this package: all that others import of it.

export { backOffice } from './routes.js';
export { identifyStaff } from './session.js';
export { pruneAttempts, pruneFailedSignIns } from './store.js';
