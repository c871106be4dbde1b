import { z } from 'zod';
import { answerOf } from '../../platform/index.js';
import type { RouteDoc } from '../../platform/index.js';

/** What the OpenAPI document says of inquiries (API v1, section 4.7). */
export const submitDoc: RouteDoc = {
  id: 'submitInquiry',
  tag: 'Inquiries',
  once: true,
  summary: 'Submit a price inquiry · 提交询价',
  description: `No key is needed. Names the product by one of \`code\`, \`cas\` and \`product_name\`, and the sender by \`name\` and one of \`email\` and \`phone\`. Several products, up to 100, are given as \`items\`, each in the same way, in place of \`code\`, \`cas\`, \`product_name\` and \`quantity\`. A CAS number is kept in its usual form. \`product_name\` beside a number is what the customer wrote.

无需密钥。须给出 \`code\`、\`cas\`、\`product_name\` 之一，\`name\`，以及 \`email\`、\`phone\` 之一。询多个产品（至多 100 个）时，以 \`items\` 代替 \`code\`、\`cas\`、\`product_name\` 与 \`quantity\`，逐项给出。CAS 号按通常写法保存。与号码并列的 \`product_name\` 为客户原文。`,
  answers: {
    201: answerOf(
      'Received · 已收到',
      { id: z.int().meta({ description: 'Its number · 其编号' }) },
      { 'Received · 已收到': { id: 42 } },
    ),
  },
  examples: {
    English: { cas: '50-78-2', quantity: 2, name: 'Jane Doe', phone: '+44 20 7946 0000', country: 'UK' },
    中文: {
      code: 'PDS-001859',
      quantity: '100 mg',
      name: '王芳',
      company: '某制药公司',
      email: 'wang@example.com',
      message: '请报价。',
    },
    'Several products · 多个产品': {
      items: [
        { cas: '50-78-2', quantity: 2, unit: 'g', purity: '98 %' },
        { code: 'PDS-001859', quantity: '100 mg', note: 'with a certificate' },
        { product_name: '布洛芬杂质A', suggested: 'PDS-000042' },
      ],
      name: 'Jane Doe',
      email: 'jane@example.com',
    },
  },
};
