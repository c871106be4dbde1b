import { z } from 'zod';
import { readsOf } from '../../search/index.js';
import { listOf } from './arguments.js';
import { QUOTE } from './quote.js';
import { RESOLVE } from './resolve.js';
import { MOST } from './texts.js';

const call = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });
const lookups = z.object({
  params: z.object({
    name: z.literal(RESOLVE),
    arguments: z.object({
      identifiers: z.unknown().transform(listOf).pipe(z.array(z.unknown()).min(1).max(MOST.identifiers)),
    }),
  }),
});

/** What a JSON-RPC message counts as: so many reads, and whether as an inquiry too. */
export function costOf(message: unknown): { reads: number; isInquiry: boolean } {
  const called = call.safeParse(message).data?.params.name;
  const { data } = lookups.safeParse(message);
  return {
    reads: data && called === RESOLVE ? readsOf(data.params.arguments.identifiers.length) : 1,
    isInquiry: called === QUOTE,
  };
}
