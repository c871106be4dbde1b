import { InvalidArgumentError } from 'commander';
import { OFFICE_SOURCE } from './database/writes.js';
import { parseInstant } from './values/instant.js';

// Parsers of arguments and options. All throw InvalidArgumentError, which Commander reports with the name of the argument.

/** Parses a trimmed text whose length, in code points, is within bounds. */
export function text(min: number, max: number): (value: string) => string {
  return (value) => {
    const trimmed = value.trim();
    const length = [...trimmed].length;
    if (length < min || length > max)
      throw new InvalidArgumentError(`must be ${min} to ${max} characters long.`);
    return trimmed;
  };
}

/** Parses the source label of products. */
export function source(value: string): string {
  const label = text(1, 50)(value);
  if (label === OFFICE_SOURCE)
    throw new InvalidArgumentError('is kept for products made in the back office.');
  return label;
}

/** Parses a whole number that is not negative. */
export function whole(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('must be a whole number.');
  return Number(value);
}

/** Parses an ISO 8601 date or date-time; without offset it is UTC. */
export function instant(value: string): string {
  const parsed = parseInstant(value);
  if (parsed === null) throw new InvalidArgumentError('must be an ISO 8601 date or date-time.');
  return parsed;
}
