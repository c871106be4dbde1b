import { z } from 'zod';
import { onceFor } from '../../platform/index.js';
import { assistantForm, submitInquiry } from '../../exchange/index.js';
import { tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

export const QUOTE = 'request_quote';

/** The tool that asks for a price: the form of the website, by the same rules. */
export function quoteTool({ writes }: ToolContext): Tool {
  return tool({
    name: QUOTE,
    title: 'Ask for a price · 提交询价',
    description:
      'Sends a price inquiry to the sellers, who answer by e-mail or telephone: not only reads. The very same again within ten minutes sends no other one: it is answered with the first one’s number. Only on behalf of somebody who asked for it, with that person’s own name and one of `email` and `phone`; name the product by one of `code`, `cas` and `product_name`. Several products, up to 100: one call with `items` in place of those. 提交询价，须由本人提出，并填写其真实姓名与联系方式。',
    examples: [
      {
        code: 'PDS-001859',
        quantity: '100 mg',
        name: '王芳',
        company: '某制药公司',
        email: 'wang@example.com',
      },
      {
        cas: '50-78-2',
        quantity: 2,
        name: 'Jane Doe',
        phone: '+44 20 7946 0000',
        message: 'Purity of 99 % or better.',
      },
    ],
    writes: true,
    input: assistantForm,
    output: z.object({ id: z.int().meta({ description: 'Number of the inquiry' }) }),
    // The form names its sender: two people do not send the same.
    answer: (form) =>
      onceFor(writes, 600, [QUOTE, form], async (tx) => ({ id: await submitInquiry(tx, form) })),
  });
}
