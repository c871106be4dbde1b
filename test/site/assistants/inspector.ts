import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Both need Node 22, and are too large to be installed with the project: .ci/run brings them along with Node 24.
const runsHere = Number(process.versions.node.split('.')[0]) >= 22;

/** `describe` for suites that need a program of the protocol's: skipped where it is missing, but on CI with Node 22, where they fail. */
export const describeWith = (program: string, of: string, name: string, suite: () => void): void => {
  const isMissing = spawnSync(program, ['--version']).status !== 0;
  if (isMissing && !(runsHere && process.env['CI'] === 'true'))
    describe.skip(`${name} (skipped: npm install --global ${of})`, suite);
  else describe(name, suite);
};

/**
 * The result that the inspector's command line gets of a server.
 * @param era which revisions it speaks: `modern` or `legacy`
 * @throws where it exits with an error, as for a tool whose schema not every assistant can use
 */
export async function inspect(
  address: string,
  era: string,
  ...args: string[]
): Promise<{ tools?: unknown[]; structuredContent?: unknown }> {
  const reached = ['--cli', address, '--transport', 'http', '--protocol-era', era];
  const { stdout } = await run('mcp-inspector', [...reached, ...args, '--format', 'json', '--quiet']);
  return (JSON.parse(stdout) as { result: object }).result;
}

/**
 * What the protocol's conformance suite prints of a server.
 * @throws where a check fails that conformance.yml does not list, or one passes that it lists
 */
export async function conform(address: string, folder: string, ...args: string[]): Promise<string> {
  const baseline = new URL('conformance.yml', import.meta.url).pathname;
  const given = ['--url', address, '--expected-failures', baseline, '--output-dir', folder, ...args];
  return run('conformance', ['server', ...given], { maxBuffer: 10_000_000 }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout.slice(stdout.lastIndexOf('=== SUMMARY ===')));
    },
  );
}
