import { randomUUID } from 'node:crypto';

/** The search engine that all tests share. */
export function engine(): { url: string; key: string } {
  return { url: process.env['TEST_MEILI_URL']!, key: process.env['TEST_MEILI_KEY']! };
}

/** The name of an index that no other test uses. */
export function freshIndexUid(): string {
  return `test_${randomUUID().replaceAll('-', '')}`;
}
