import { z } from 'zod';
import {
  CONTROL_BUT_LINES,
  described,
  faultOfText,
  givenCode,
  isLonger,
  ofOtherType,
  recordedOnce,
  refuse,
  route,
  saying,
} from '../../platform/index.js';
import type { Connection, Context, FaultCode, Route } from '../../platform/index.js';
import { usualCas } from '../../chemistry/index.js';
import { docs } from './docs.js';
import words from './docs.json' with { type: 'json' };
import { countInquiry } from './day-bounds.js';
import { LARGEST_INQUIRY } from './inquiry.js';
import type { InquiryLine } from './inquiry.js';
import { insertInquiry, sizeOf } from './store.js';

/** A text of the form: trimmed, bounded, empty is absent. Line breaks only in the message. */
function text(
  max: number,
  accept: z.ZodType<string> = z.string({ error: 'must be a text' }),
  control?: RegExp,
) {
  return accept
    .nullish()
    .transform((given, ctx) => {
      const value = given?.trim() ?? '';
      if (isLonger(value, max)) return refuse(ctx, 'too_long', `must have at most ${max} characters`);
      const fault = faultOfText(value, control);
      return fault ? refuse(ctx, fault.reason, fault.message) : value || undefined;
    })
    .meta({ maxLength: max });
}

/** Which product is meant, and how much of it. */
const product = described(words.product, {
  code: text(30, givenCode('must be a text')),
  cas: text(40)
    .transform((cas) => cas && usualCas(cas))
    .meta({ maxLength: 40 }),
  product_name: text(200),
  quantity: z
    .union([z.number().transform(String), text(100)], {
      error: 'must be a number, or a text of at most 100 characters',
    })
    .optional(),
});
const ONE_NAMED = { anyOf: [{ required: ['code'] }, { required: ['cas'] }, { required: ['product_name'] }] };
const NOT_NAMED = 'one of code, cas and product_name is needed';

const line = z
  .object(
    {
      ...product,
      ...described(words.line, {
        unit: text(50),
        purity: text(50),
        note: text(500),
        suggested: text(30, givenCode('must be a text')),
      }),
    },
    ofOtherType('must be an object'),
  )
  .meta({ allOf: [ONE_NAMED] })
  .refine(isNamed, { path: ['code'], params: { reason: 'required' }, error: NOT_NAMED });

const linesOf = <L extends z.ZodType>(one: L) =>
  z
    .array(one, { error: 'must be a list' })
    .min(1, { error: 'must have at least one item' })
    .max(100, { error: 'must have at most 100 items' })
    .nullish()
    .transform((lines) => lines ?? undefined)
    .meta(saying(words.items));

/** The form of an inquiry. */
export const inquiryForm = z
  .object({
    ...product,
    items: linesOf(line),
    ...described(words.form, {
      name: text(100).meta({ override: { type: 'string', minLength: 1, anyOf: undefined } }),
      company: text(200),
      email: text(254).refine(
        (value) => value === undefined || value.length > 254 || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
        { error: 'must be an e-mail address' },
      ),
      phone: text(50),
      country: text(100),
      message: text(4_000, undefined, CONTROL_BUT_LINES),
    }),
  })
  .meta({
    required: ['name'],
    allOf: [
      { anyOf: [...ONE_NAMED.anyOf, { required: ['items'] }] },
      { anyOf: [{ required: ['email'] }, { required: ['phone'] }] },
    ],
  })
  .superRefine((form, ctx) => {
    const fault = (path: string, reason: FaultCode, message: string): void =>
      refuse(ctx, reason, message, path);
    if (form.items === undefined) {
      if (!isNamed(form)) fault('code', 'required', NOT_NAMED);
    } else if (isNamed(form) || form.quantity !== undefined)
      fault('items', 'not_both', 'stands in place of code, cas, product_name and quantity');
    if (form.name === undefined) fault('name', 'required', 'is needed');
    if ((form.email ?? form.phone) === undefined)
      fault('email', 'required', 'one of email and phone is needed');
    if (sizeOf(form) > LARGEST_INQUIRY)
      fault('items', 'too_long', `all of it may have ${LARGEST_INQUIRY} bytes at most`);
  });

/** The form as an assistant fills it in: it refuses what a line has not, as a misspelt amount would be left out. */
export const assistantForm = inquiryForm.safeExtend({
  items: linesOf(line.strict().meta({ allOf: [ONE_NAMED] })),
});

function isNamed(given: Pick<InquiryLine, 'code' | 'cas' | 'product_name'>): boolean {
  return (given.code ?? given.cas ?? given.product_name) !== undefined;
}

/** Stores an inquiry. @returns its number */
export function submitInquiry(
  tx: Connection,
  { name, items = [], ...rest }: z.infer<typeof inquiryForm>,
): Promise<number> {
  return insertInquiry(tx, { ...rest, name: name! }, items);
}

/** Price inquiries from the website (API v1, section 4.7). No key is needed. */
export function inquiryRoutes(parts: Context): Route[] {
  return [
    route('post', '/rfq', 'open', {
      limit: 'inquiry',
      body: { schema: inquiryForm, limit: LARGEST_INQUIRY },
      doc: docs.submitInquiry,
      handle: (call) =>
        recordedOnce(parts.writes, call, call.body, async (tx) => {
          await countInquiry(tx, call.req, parts);
          return { status: 201, body: { ok: true, id: await submitInquiry(tx, call.body) } };
        }),
    }),
  ];
}
