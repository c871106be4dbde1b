import { decodePosition, encodePosition } from '../changes/position.js';
import type { Position } from '../changes/position.js';
import { badField } from '../http/problem.js';
import type { PooledEngine } from './pooled-engine.js';

/** What a client has already seen: the state of an engine's index, or everything up to a position of the log. */
export type Seen = { engine: string } | { position: Position };

/** The header with the state of an answer. In a request it asks for no older one. */
export const STATE_HEADER = 'Search-Generation';

/** The state of an engine's answer: the engine, and the generation of its index. */
export const stateOfEngine = ({ address, delivered }: PooledEngine): string =>
  `${address.id}-${delivered?.generation ?? 0}`;

/** The state that holds everything up to a position. */
export const stateAt = (position: Position): string => `at-${encodePosition(position)}`;

/** What a client has seen that was shown this state; undefined if no answer can have had it. */
export function seenIn(state: string): Seen | undefined {
  const [, engine] = /^([0-9a-f]{8})-\d{1,15}$/.exec(state) ?? [];
  if (engine !== undefined) return { engine };
  const position = state.startsWith('at-') ? decodePosition(state.slice(3)) : undefined;
  return position && { position };
}

/**
 * What a request says was seen, in the header or else in the parameter `state`; undefined without both.
 * @throws Problem 400 that names the invalid one
 */
export function readSeen(header: string | undefined, parameter?: string): Seen | undefined {
  const state = header ?? parameter;
  if (state === undefined) return undefined;
  const seen = seenIn(state);
  if (seen) return seen;
  const name = header === undefined ? 'state' : STATE_HEADER;
  throw badField(name, 'bad_state', 'is none that an answer had');
}
