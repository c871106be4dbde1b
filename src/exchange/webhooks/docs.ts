import { z } from 'zod';
import { exampleProduct, productSchema } from '../../catalogue/index.js';

const timestamp = z.iso.datetime({ precision: 3 }).meta({ description: 'When it was made · 生成时间' });
const text = z.string().nullable();
const next = z.string().meta({
  description: 'The position after it, for `GET /changes?after=` · 其后的位置',
});

/** Headers of a message, as of Standard Webhooks. */
const HEADERS = z.object({
  'webhook-id': z.string().meta({
    description: 'Names the message: the same for every repetition. 消息编号，重复投递时不变。',
    example: 'msg_wXCz1nRmfjo1PUa0F3tJyZqU5sHd7eKb',
  }),
  'webhook-timestamp': z.string().meta({
    description: 'When it was sent, in seconds since 1970. 发送时间（Unix 秒）。',
    example: '1767225600',
  }),
  'webhook-signature': z.string().meta({
    description: '`v1,` and the base64 of an HMAC-SHA256 of `<id>.<timestamp>.<body>`. 签名。',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  }),
});

interface EventDoc {
  summary: string;
  description: string;
  data: z.ZodType;
  example: object;
}

const EVENTS: Record<string, EventDoc> = {
  'products.changed': {
    summary: 'Products were written or deleted · 产品已变更',
    description: `Up to 100 changes in the order of the change log, an item a product, as \`GET /changes\` tells them. \`op\` and \`product\` are the state when the message was sent. Messages come one after the other; a message is repeated, with the same \`webhook-id\`, until it is answered with a 2xx: at least once, and each product's states in order.

按变更日志顺序，每条消息至多 100 项变更，格式与 \`GET /changes\` 相同。消息逐条发送，未得到 2xx 应答则以相同的 \`webhook-id\` 重发：至少一次，同一产品按序送达。`,
    data: z.object({
      changes: z.array(
        z.object({ code: z.string(), op: z.enum(['upsert', 'delete']), product: productSchema.nullable() }),
      ),
      next,
    }),
    example: {
      changes: [
        { code: 'PDS-001859', op: 'upsert', product: exampleProduct },
        { code: 'PDS-000101', op: 'delete', product: null },
      ],
      next: 'eyJlIjoiM2Y0YyIsIngiOiI3NDMiLCJzIjoxMjB9',
    },
  },
  'products.reset': {
    summary: 'Changes were missed · 变更已丢失',
    description: `The log no longer reaches back to where this webhook stopped (it was switched off for more than 30 days, or the database was restored): take a full export. What comes after \`next\` is told as before.

变更日志已不再包含该 Webhook 停止的位置：请重新全量导出，此后照常通知。`,
    data: z.object({ reason: z.enum(['pruned', 'epoch']), next }),
    example: { reason: 'pruned', next: 'eyJlIjoiM2Y0YyIsIngiOiI3NDMiLCJzIjoxMjB9' },
  },
  'inquiry.created': {
    summary: 'Somebody asks for a price · 新的询价',
    description: `Only for a webhook that asks for it: an inquiry names a person. One message an inquiry, in the order of their numbers as far as they have come, at least once, and before changes of products that wait. What is asked for is in \`items\`, of the one-product form as well.

仅发送给订阅了它的 Webhook（询价含个人信息）。每条询价一条消息，按编号次序，至少一次，先于等待中的产品变更。所询产品一律在 \`items\` 中。`,
    data: z.object({
      id: z.int().meta({ description: 'Its number, as `POST /rfq` answered it · 询价编号' }),
      created_at: z.iso.datetime({ precision: 3 }),
      name: z.string(),
      company: text,
      email: text,
      phone: text,
      country: text,
      message: text,
      items: z.array(
        z.object({
          code: text,
          cas: text,
          product_name: text.meta({ description: 'Beside a number, what the customer wrote · 客户原文' }),
          quantity: text,
          unit: text,
          purity: text,
          note: text,
          suggested: text.meta({
            description:
              'Number of a product that may be meant, not confirmed · 可能所指产品的货号，尚未确认',
          }),
          url: text.meta({
            description: 'Page of the product; null where no product has the number `code` · 产品页面地址',
          }),
        }),
      ),
    }),
    example: {
      id: 42,
      created_at: '2026-01-01T00:00:00.000Z',
      name: 'Jane Doe',
      company: 'Acme Pharma',
      email: 'jane@example.com',
      phone: null,
      country: 'UK',
      message: null,
      items: [
        {
          code: 'PDS-001859',
          cas: null,
          product_name: null,
          quantity: '100',
          unit: 'mg',
          purity: null,
          note: null,
          suggested: null,
          url: 'https://catalogue.example/products/PDS-001859',
        },
      ],
    },
  },
  'webhook.test': {
    summary: 'A test · 测试',
    description: 'Sent when an operator asks for it, once. 由操作员触发，仅发送一次。',
    data: z.object({ webhook: z.int().meta({ description: 'Number of the webhook · 通知的编号' }) }),
    example: { webhook: 1 },
  },
};

const operationId = (type: string): string =>
  type.replaceAll(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The section `webhooks` of the OpenAPI document: what receivers are sent, and what they are to answer. */
export function webhooksDoc(): Record<string, { post: object }> {
  return Object.fromEntries(
    Object.entries(EVENTS).map(([type, { summary, description, data, example }]) => [
      type,
      {
        post: {
          operationId: operationId(type),
          tags: ['Webhooks'],
          summary,
          description,
          security: [],
          requestParams: { header: HEADERS },
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: z.object({ type: z.literal(type), timestamp, data }),
                example: { type, timestamp: '2026-01-01T00:00:00.000Z', data: example },
              },
            },
          },
          responses: {
            '2XX': { description: 'Taken. 已接收。' },
            410: {
              description: 'No more of them: the webhook is switched off at once. 不再接收，立即停用。',
            },
            default: {
              description:
                'Anything else, redirects too, is a failure: the message is repeated, later and later. 其他应答（含重定向）视为失败，将逐步延后重发。',
            },
          },
        },
      },
    ]),
  );
}
