import { z } from 'zod';
import {
  CONTROL_BUT_LINES,
  faultOfText,
  givenCode,
  isLonger,
  ofOtherType,
  recordedOnce,
  refuse,
  route,
} from '../../platform/index.js';
import type { Connection, Context, FaultCode, Route } from '../../platform/index.js';
import { usualCas } from '../../chemistry/index.js';
import { submitDoc } from './docs.js';
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
const product = {
  code: text(30, givenCode('must be a text')).describe('Number of the product. 货号。'),
  cas: text(40)
    .transform((cas) => cas && usualCas(cas))
    .meta({ maxLength: 40, description: 'Its CAS number. CAS 号。' }),
  product_name: text(200).describe('Its name, where there is no number. 产品名称。'),
  quantity: z
    .union([z.number().transform(String), text(100)], {
      error: 'must be a number, or a text of at most 100 characters',
    })
    .optional()
    .describe('How much, with its unit where there is no `unit`. 数量。'),
};
const ONE_NAMED = { anyOf: [{ required: ['code'] }, { required: ['cas'] }, { required: ['product_name'] }] };
const NOT_NAMED = 'one of code, cas and product_name is needed';

const line = z
  .object(
    {
      ...product,
      unit: text(50).describe('Unit of the quantity. 单位。'),
      purity: text(50).describe('Purity that is needed. 纯度要求。'),
      note: text(500).describe('What else is to be known of it. 备注。'),
      suggested: text(30, givenCode('must be a text')).meta({
        maxLength: 30,
        description:
          'Number of a product that may be meant by `product_name`, where nobody has confirmed it. 可能所指产品的货号，尚未确认。',
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
    .describe('Several products, in place of the fields of one. 多个产品。');

/** The form of an inquiry. */
export const inquiryForm = z
  .object({
    ...product,
    items: linesOf(line),
    name: text(100).meta({
      description: 'Who asks. 姓名。',
      override: { type: 'string', minLength: 1, anyOf: undefined },
    }),
    company: text(200).describe('Company or institute. 公司。'),
    email: text(254)
      .refine(
        (value) => value === undefined || value.length > 254 || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value),
        {
          error: 'must be an e-mail address',
        },
      )
      .describe('Where the answer is sent to. 电子邮箱。'),
    phone: text(50).describe('Or where to call. 电话。'),
    country: text(100).describe('Country of delivery. 国家。'),
    message: text(4_000, undefined, CONTROL_BUT_LINES).describe('What else is asked. 留言。'),
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
      doc: submitDoc,
      handle: (call) =>
        recordedOnce(parts.writes, call, call.body, async (tx) => {
          await countInquiry(tx, call.req, parts);
          return { status: 201, body: { ok: true, id: await submitInquiry(tx, call.body) } };
        }),
    }),
  ];
}
