import { z } from 'zod';
import { described, documented, okSchema } from '../../platform/index.js';
import words from './docs.json' with { type: 'json' };

const received = described(words.received, { id: z.int(), ignored_fields: z.array(z.string()).optional() });

/** What the OpenAPI document says of inquiries (API v1, section 4.7). */
export const docs = documented('Inquiries', words.calls, {
  submitInquiry: { once: true, answers: { 201: okSchema(received) } },
});
