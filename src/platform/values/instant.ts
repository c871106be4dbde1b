const ISO_8601 =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?([Zz]|[+\- ]\d\d(?::?\d\d)?)?)?$/;

/**
 * Reads an ISO 8601 date or date-time; UTC where it has no offset. A space before the offset is read as the `+` that a
 * query string turns into one. @returns the instant, truncated to microseconds, as the times of products are
 */
export function parseInstant(text: string): string | null {
  const match = ISO_8601.exec(text.trim());
  if (!match) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const offset = /^[Zz]$/.test(zone)
    ? 'Z'
    : zone
        .replace(' ', '+')
        .replace(/^(.\d\d):?(\d\d)?$/, (_, hours: string, minutes = '00') => `${hours}:${minutes}`);
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // Date turns 31 February into March: a date that does not come back unchanged is none.
  const asUtc = new Date(`${local}Z`);
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 19) !== local) return null;
  const instant = new Date(`${local}${offset}`);
  if (Number.isNaN(instant.getTime())) return null;
  const iso = instant.toISOString().replace(/\d{3}Z$/, `${fraction.padEnd(6, '0').slice(0, 6)}Z`);
  return /^(?!0000)\d{4}-/.test(iso) ? iso : null;
}
