import reasons from './rebuild-reasons.json' with { type: 'json' };

/** Why the search index is rebuilt, in the words of the logs and of the recorded rebuilds. */
export const REBUILD_REASONS = reasons;
export type RebuildReason = keyof typeof REBUILD_REASONS;

const BY = 'asked for by ';

/** The reason of a rebuild that staff requested. */
export const requestedBy = (name: string): string => BY + name;

/** Which reason a recorded text is, and who requested it; undefined for an unknown text. */
export function knownReason(text: string): { is: RebuildReason | 'staff'; name?: string } | undefined {
  if (text.startsWith(BY)) return { is: 'staff', name: text.slice(BY.length) };
  const is = (Object.keys(REBUILD_REASONS) as RebuildReason[]).find((each) => REBUILD_REASONS[each] === text);
  return is && { is };
}
