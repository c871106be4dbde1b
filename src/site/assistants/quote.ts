import { z } from 'zod';
import { onceFor } from '../../platform/index.js';
import { assistantForm, submitInquiry } from '../../exchange/index.js';
import { explained, TEXTS } from './texts.js';
import { tool } from './tool.js';
import type { Tool, ToolContext } from './tool.js';

export const QUOTE = 'request_quote';

/** The tool that asks for a price: the form of the website, by the same rules. */
export function quoteTool({ writes }: ToolContext): Tool {
  return tool(QUOTE, {
    writes: true,
    input: assistantForm,
    output: z.object(explained(TEXTS.tools[QUOTE].output, { id: z.int() })),
    // The form names its sender: two people do not send the same.
    answer: (form) =>
      onceFor(writes, 600, [QUOTE, form], async (tx) => ({ id: await submitInquiry(tx, form) })),
  });
}
