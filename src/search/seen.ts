import { decodePosition, encodePosition } from '../changes/position.js';
import type { Position } from '../changes/position.js';
import { badField } from '../http/problem.js';
import type { PooledEngine } from './pooled-engine.js';

/** What a client has seen already: the state of an engine's index, or everything up to a position of the log. */
export type Seen = { engine: string } | { position: Position };

/** The header with the state of an answer; in a request it asks for no older one. */
export const STATE_HEADER = 'Search-Generation';

/** The state of an answer that an engine gave: which engine, and which generation of its index. */
export const stateOfEngine = ({ address, delivered }: PooledEngine): string =>
  `${address.id}-${delivered?.generation ?? 0}`;

/** The state of everything that was written up to a position. */
export const stateAt = (position: Position): string => `at-${encodePosition(position)}`;

/** What somebody who was shown this state has seen; undefined where no answer had it. */
export function seenIn(state: string): Seen | undefined {
  const [, engine] = /^([0-9a-f]{8})-\d{1,15}$/.exec(state) ?? [];
  if (engine !== undefined) return { engine };
  const position = state.startsWith('at-') ? decodePosition(state.slice(3)) : undefined;
  return position && { position };
}

/**
 * What a request says was seen, in the header or, where that is absent, in the parameter `state`; undefined without both.
 * @throws Problem 400 that names the one at fault
 */
export function readSeen(header: string | undefined, parameter?: string): Seen | undefined {
  const state = header ?? parameter;
  if (state === undefined) return undefined;
  const seen = seenIn(state);
  if (seen) return seen;
  const name = header === undefined ? 'state' : STATE_HEADER;
  throw badField(name, 'bad_state', 'is none that an answer had');
}
