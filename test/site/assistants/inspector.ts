import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

// It needs Node 22, and is too large to be installed with the project: .ci/run brings it along with Node 24.
const runsHere = Number(process.versions.node.split('.')[0]) >= 22;
const missing = spawnSync('mcp-inspector', ['--version']).status !== 0;

/** `describe` for suites that need the inspector: skipped where it is missing, but on CI with Node 22, where they fail. */
export const describeWithInspector: (name: string, suite: () => void) => void =
  missing && !(runsHere && process.env['CI'] === 'true')
    ? (name, suite) =>
        describe.skip(`${name} (skipped: npm install --global @modelcontextprotocol/inspector)`, suite)
    : describe;

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
  const { stdout } = await promisify(execFile)('mcp-inspector', [
    ...reached,
    ...args,
    '--format',
    'json',
    '--quiet',
  ]);
  return (JSON.parse(stdout) as { result: object }).result;
}
