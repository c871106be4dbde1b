/** The versions of a server that this service works with. */
export interface Versions {
  oldest: string;
  /** those from here on may work otherwise */
  unknown?: string;
}

export const VERSIONS = {
  postgres: { oldest: '18' },
  meilisearch: { oldest: '1.21', unknown: '2' },
  opensearch: { oldest: '2.19', unknown: '4' },
} satisfies Record<string, Versions>;

/** Whether a version is at least `oldest`, by the numbers in them: `1.21.0-rc.1` counts as 1.21. */
export const isAtLeast = (version: string, oldest: string): boolean =>
  version.localeCompare(oldest, 'en', { numeric: true }) >= 0;

/** Says why a version is not supported; undefined where it is. @param place where the server is */
export function unsupported(
  name: string,
  version: string,
  { oldest, unknown }: Versions,
  place: string,
): string | undefined {
  if (!isAtLeast(version, oldest))
    return `${name} ${version} at ${place} is not supported; ${oldest} or newer is needed`;
  if (unknown !== undefined && isAtLeast(version, unknown))
    return `${name} ${version} at ${place} is newer than what this version of the service knows`;
  return undefined;
}
