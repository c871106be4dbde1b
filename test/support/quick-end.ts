import vm from 'node:vm';

// Half a second after the last test jest takes a process that is still there for one in which a test left something open.
// After many files it takes longer to give its memory back, piece by piece; the system takes all of it at once.
vm.runInThisContext(
  `if (process.send) globalThis.endsQuickly ??= process.once('exit', (code) => process.reallyExit(code))`,
);
