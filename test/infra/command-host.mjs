// Runs commands of the build one after the other in this process, which loads them once: a process for each would take most
// of its time to load. What a command leaves open, and a signal, are for tests that give it a process of its own.
let runs = 0;
let said;
for (const name of ['stdout', 'stderr'])
  process[name].write = (text, ...rest) => {
    said[name] += text;
    rest.at(-1)?.();
    return true;
  };

async function run({ args, env }) {
  said = { stdout: '', stderr: '' };
  process.env = { ...env };
  process.argv = [process.execPath, 'catalogue', ...args];
  process.exitCode = undefined;
  runs++;
  try {
    await import(`../../dist/catalogue.js?run=${runs}`);
  } catch (error) {
    said.stderr += error.stack;
    process.exitCode = 1;
  }
  process.stdout.removeAllListeners('error');
  process.send({ code: process.exitCode ?? 0, out: said.stdout, err: said.stderr });
}

process.on('message', (order) => void run(order));
