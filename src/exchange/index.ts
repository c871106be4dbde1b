// The door of this package: all that others import of it.

export { FIELD_COLUMNS } from './exports/columns.js';
export { openExport } from './exports/export.js';
export { plainLayout } from './exports/layouts.js';
export * from './exports/send.js';
export * from './exports/xlsx.js';
export * from './import/load.js';
export * from './import/look.js';
export { mappedColumns } from './import/mapping.js';
export { rememberedMappings } from './import/mapping-store.js';
export type { ImportOutcome } from './import/outcome.js';
export * from './import/read-lines.js';
export { loggedName, receiveFile } from './import/receive.js';
export { rejectedFile, rejectedRows } from './import/rejected.js';
export type { FileForm } from './import/row.js';
export * from './inquiries/csv.js';
export * from './inquiries/day-bounds.js';
export * from './inquiries/mail.js';
export { assistantForm, inquiryForm, submitInquiry } from './inquiries/routes.js';
export * from './inquiries/store.js';
export { lackingFor } from './profiles/gaps.js';
export { profilesWith, pruneDeliveries } from './profiles/store.js';
export * from './webhooks/deliver.js';
export * from './webhooks/docs.js';
export { addWebhook, listWebhooks, testWebhook } from './webhooks/manage.js';
export { EVENTS, removeWebhook, switchWebhook } from './webhooks/store.js';
export * from './open.js';
