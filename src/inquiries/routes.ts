import { z } from 'zod';
import { recordedOnce } from '../access/once.js';
import type { Connection } from '../database/connect.js';
import type { Writes } from '../database/writes.js';
import { route } from '../http/route.js';
import type { Route } from '../http/route.js';
import { submitDoc } from './docs.js';
import { insertInquiry } from './store.js';

/** A text of the form: trimmed, bounded, empty is absent. Line breaks only in the message. */
function text(max: number, allowed = /(?!)/g) {
  return z
    .string({ error: 'must be a text' })
    .nullish()
    .transform((value) => value?.trim() || undefined)
    .refine((value) => value === undefined || [...value].length <= max, {
      error: `must have at most ${max} characters`,
      params: { reason: 'too_long' },
    })
    .refine(
      (value) =>
        value === undefined || (value.isWellFormed() && !/\p{Cc}/u.test(value.replaceAll(allowed, ''))),
      { error: 'contains a control character', params: { reason: 'control_character' } },
    )
    .meta({ maxLength: max });
}

/** The form of an inquiry. */
export const inquiryForm = z
  .object({
    code: text(30),
    cas: text(40),
    product_name: text(200),
    quantity: z.union([z.number().transform(String), text(100)]).optional(),
    name: text(100).meta({ override: { type: 'string', minLength: 1, anyOf: undefined } }),
    company: text(200),
    email: text(254).refine(
      (value) => value === undefined || value.length > 254 || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
      {
        error: 'must be an e-mail address',
      },
    ),
    phone: text(50),
    country: text(100),
    message: text(4_000, /[\t\n\r]/g),
  })
  .meta({
    required: ['name'],
    allOf: [
      { anyOf: [{ required: ['code'] }, { required: ['cas'] }, { required: ['product_name'] }] },
      { anyOf: [{ required: ['email'] }, { required: ['phone'] }] },
    ],
  })
  .superRefine((form, ctx) => {
    const need = (path: string, given: unknown, message: string): void => {
      if (given === undefined)
        ctx.addIssue({ code: 'custom', path: [path], params: { reason: 'required' }, message });
    };
    need('code', form.code ?? form.cas ?? form.product_name, 'one of code, cas and product_name is needed');
    need('name', form.name, 'is needed');
    need('email', form.email ?? form.phone, 'one of email and phone is needed');
  });

/** Stores an inquiry. @returns its number */
export function submitInquiry(
  tx: Connection,
  { name, ...rest }: z.infer<typeof inquiryForm>,
): Promise<number> {
  return insertInquiry(tx, { ...rest, name: name! });
}

/** Price inquiries from the website (API v1, section 4.7). No key is needed. */
export function inquiryRoutes({ writes }: { writes: Writes }): Route[] {
  return [
    route({
      method: 'post',
      path: '/rfq',
      access: 'open',
      limit: 'inquiry',
      body: { schema: inquiryForm, limit: 64 * 1024 },
      doc: submitDoc,
      handle: (call) =>
        recordedOnce(writes, call, call.body, async (tx) => ({
          status: 201,
          body: { ok: true, id: await submitInquiry(tx, call.body) },
        })),
    }),
  ];
}
