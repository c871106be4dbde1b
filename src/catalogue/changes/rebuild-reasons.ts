/** Why the search index is rebuilt, in the words of the logs and of the recorded rebuilds. */
export const REBUILD_REASONS = {
  command: 'asked for',
  missing: 'the index is missing',
  never_built: 'the index was never built',
  incomplete: 'the index lacks changes',
  replaced: 'the index is another one',
  emptied: 'the index was emptied',
  new_form: 'the settings or the documents have a new form',
  settings_changed: 'the settings were changed',
  epoch: 'the log of changes started anew',
  pruned: 'the log of changes no longer reaches back to where the indexer stood',
} as const;
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
