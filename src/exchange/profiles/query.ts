import { oneOf, tidyName, wholeNumber } from '../../platform/index.js';
import { definitionSchema, SCOPES } from './definition.js';

/** The body of a profile. */
export const profileBody = { schema: definitionSchema, limit: 256 * 1024 };

/** Which products a file holds, and for whom. */
export const scopeQuery = {
  scope: oneOf(SCOPES)
    .optional()
    .meta({ description: 'In place of what the profile says. 代替配置中的设定。' }),
  recipient: tidyName({ max: 100 }).optional().meta({
    description:
      'Whom the file is for: a delta and revocations go on at the last delivery to this recipient. The name of your key unless given. 文件的接收方：delta 与 revocations 从上次向该接收方的交付接续。默认为您的密钥名称。',
  }),
};

/** Pages of deliveries. */
export const deliveriesQuery = {
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional().meta({
    description:
      'Only deliveries with a lower number: the last one of the page before. 仅编号更小的交付：上一页最后一个的编号。',
  }),
  limit: wholeNumber(1, 200)
    .default(50)
    .meta({
      description: 'Deliveries a page, 1 to 200 (default 50). 每页交付数，1 至 200（默认 50）。',
      override: { default: 50 },
    }),
};
