import { badField, filled, Problem } from '../../platform/index.js';
import type { FaultCode } from '../../platform/index.js';
import texts from './texts.json' with { type: 'json' };

type TextId = keyof typeof texts;

/** Refuses a field, in both languages. */
export const refused = (
  field: string,
  code: FaultCode,
  id: TextId,
  places: Record<string, string | number> = {},
): Problem => badField(field, code, filled(`${texts[id].en} · ${texts[id].zh}`, places));

/** Refuses for a moment, in both languages. */
export function refusedForNow(id: TextId, code?: FaultCode): Problem {
  const detail = `${texts[id].en} ${texts[id].zh}`;
  const errors = code && [{ path: '', code, message: detail }];
  return new Problem('unavailable', detail, { headers: { 'Retry-After': '3' }, ...(errors && { errors }) });
}
