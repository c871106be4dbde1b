import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import type * as Configuration from '../../src/platform/config.js';
import type * as Log from '../../src/platform/process/log.js';
import type { Waits } from '../../src/platform/context.js';
import type * as Main from '../../src/main.js';

/**
 * A gateway of the build in this process, which keeps the last error that it logged. It stands outside of jest's sandbox, where it is loaded
 * once for all test files of a process; inside, jest would link it anew for each. What it throws is of another realm:
 * `instanceof` does not hold for it here. No proxy stands before it: idle connections do not hold up its stop.
 * @param env its configuration
 */
export async function startGateway(
  env: Record<string, string>,
  waits: Waits = {},
): Promise<Main.Gateway & { lastError(): string }> {
  const { startGateway: start } = await importOutside<typeof Main>('dist/gateway.js');
  const { loadConfig } = await importOutside<typeof Configuration>('dist/src/platform/config.js');
  const { openLog } = await importOutside<typeof Log>('dist/src/platform/process/log.js');
  const config = loadConfig({ DATA_DIR: process.env['TEST_FOLDER']!, ...env });
  let last = '';
  const log = openLog({ ...config, logLevel: 'error' }, 'test', { write: (line) => void (last = line) });
  const gateway = await start(config, log, { lingerMs: 0, ...waits });
  return { ...gateway, lastError: () => last };
}

/** Imports a file outside of jest's sandbox, once for all test files of a process. */
export function importOutside<T>(path: string): Promise<T> {
  const script = `import(${JSON.stringify(pathToFileURL(path).href)})`;
  const importModuleDynamically = vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  return vm.runInThisContext(script, { importModuleDynamically }) as Promise<T>;
}
