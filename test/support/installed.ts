/**
 * `describe` for suites that need a program. Where it is missing they are skipped, and say so; under CI=true, where
 * nothing may be skipped, they run and fail.
 */
export const describeWhere = (
  isInstalled: boolean,
  remedy: string,
): ((name: string, suite: () => void) => void) =>
  isInstalled || process.env['CI'] === 'true'
    ? describe
    : (name, suite) => describe.skip(`${name} (skipped: ${remedy})`, suite);
