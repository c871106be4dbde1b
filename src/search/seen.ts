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

/** What the header of a request says was seen; undefined without it. @throws Problem 400 that names the header */
export function readSeen(text: string | undefined): Seen | undefined {
  if (text === undefined) return undefined;
  const [, engine] = /^([0-9a-f]{8})-\d{1,15}$/.exec(text) ?? [];
  if (engine !== undefined) return { engine };
  const position = text.startsWith('at-') ? decodePosition(text.slice(3)) : undefined;
  if (position) return { position };
  throw badField(STATE_HEADER, 'bad_state', 'is none that an answer had');
}
