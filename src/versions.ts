/** The oldest versions of other servers that this one works with. */
export const OLDEST = { postgres: '18', meilisearch: '1.21' } as const;

/** Whether this service works with a version of Meilisearch: one from 2 on may work otherwise. */
export const isSupportedEngine = (version: string): boolean =>
  isAtLeast(version, OLDEST.meilisearch) && !isAtLeast(version, '2');

/** Whether a version is at least `oldest`, by the numbers between the dots: `1.21.0-rc.1` counts as 1.21.0. */
export function isAtLeast(version: string, oldest: string): boolean {
  const [mine, wanted] = [version, oldest].map((text) =>
    text.split('.').map((part) => parseInt(part, 10) || 0),
  );
  for (const [i, number] of wanted!.entries()) {
    const difference = (mine![i] ?? 0) - number;
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** Says that a version is too old. @param place where the server is */
export function unsupported(name: string, version: string, oldest: string, place: string): string {
  return `${name} ${version} at ${place} is not supported; ${oldest} or newer is needed`;
}
