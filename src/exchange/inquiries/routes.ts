import { z } from 'zod';
import {
  CONTROL_BUT_LINES,
  described,
  faultOfText,
  givenCode,
  isLonger,
  ofOtherType,
  readValue,
  recordedOnce,
  refuse,
  route,
  saying,
} from '../../platform/index.js';
import type { Connection, Context, FaultCode, Route, Text } from '../../platform/index.js';
import { addIgnored, nothingIgnored } from '../../catalogue/index.js';
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
/** What is said where none of several is given. */
const oneNeeded = ({ en, zh }: Text) => ({ error: en, params: { reason: 'required', message_cn: zh } });
const NOT_NAMED = { path: ['code'], ...oneNeeded(words.not_named) };

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
  .refine(isNamed, NOT_NAMED);

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
  .refine((form) => form.items !== undefined || isNamed(form), NOT_NAMED)
  .superRefine((form, ctx) => {
    const fault = (path: string, reason: FaultCode, message: string): void =>
      refuse(ctx, reason, message, path);
    if (form.items !== undefined && (isNamed(form) || form.quantity !== undefined))
      fault('items', 'not_both', 'stands in place of code, cas, product_name and quantity');
    if (form.name === undefined) fault('name', 'required', 'is needed');
    if (sizeOf(form) > LARGEST_INQUIRY)
      fault('items', 'too_long', `all of it may have ${LARGEST_INQUIRY} bytes at most`);
  })
  .refine(({ email, phone }) => (email ?? phone) !== undefined, {
    path: ['email'],
    ...oneNeeded(words.no_contact),
  });

/** The form as an assistant fills it in: it refuses what a line has not, as a misspelt amount would be left out. */
export const assistantForm = inquiryForm.safeExtend({
  items: linesOf(line.strict().meta({ allOf: [ONE_NAMED] })),
});

function isNamed(given: Pick<InquiryLine, 'code' | 'cas' | 'product_name'>): boolean {
  return (given.code ?? given.cas ?? given.product_name) !== undefined;
}

const namesBeside = ({ shape }: z.ZodObject, given: object): string[] =>
  Object.keys(given).filter((name) => !Object.hasOwn(shape, name));

/** What an answer says of names that a form or its lines have and that are not read: each once, a hundred at most. */
function ignoredOf(form: { items?: object[] | null }) {
  const ignored = nothingIgnored();
  const ofLines = (form.items ?? []).flatMap((each) => namesBeside(line, each));
  for (const name of [...namesBeside(inquiryForm, form), ...ofLines]) addIgnored(ignored, name);
  return ignored.names.size > 0 && { ignored_fields: [...ignored.names] };
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
      body: { schema: z.unknown(), shown: inquiryForm, limit: LARGEST_INQUIRY },
      doc: docs.submitInquiry,
      handle(call) {
        const form = readValue(inquiryForm, call.body, 'The body');
        return recordedOnce(parts.writes, call, form, async (tx) => {
          await countInquiry(tx, call.req, parts);
          const id = await submitInquiry(tx, form);
          return { status: 201, body: { ok: true, id, ...ignoredOf(call.body as object) } };
        });
      },
    }),
  ];
}
