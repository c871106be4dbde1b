import { endWithParent, tellParent } from '../../platform/index.js';
import { completionOf, loadRdkit, identityOf } from './identity.js';
import type { Job, Said } from './chemistry-worker.js';
import { drawingOf, molfileOf } from './draw.js';
import { loadInchi, structureOfInchi } from './inchi.js';
import { RdKitNeeded } from './rdkit.js';
import type { RdKit } from './rdkit.js';
import { outlineOf } from './read.js';

// The process of chemistry-worker.ts. It does one job at a time, so that the gateway knows which job it is waiting
// for.

/** Set once it is loaded. */
let rdkit: RdKit | undefined;

async function work(job: Job): Promise<unknown> {
  switch (job.task) {
    case 'outline':
      return job.given.map((given) => outlineOf(given, rdkit));
    case 'molfile':
      return job.given.map((given) => molfileOf(given, rdkit));
    case 'drawing':
      return job.given.map((given) => drawingOf(given, job.theme, rdkit));
    case 'load':
      if (job.part === 'rdkit') rdkit = await loadRdkit();
      else if (job.part === 'inchi') await loadInchi();
      else molfileOf({ source: 'smiles', text: 'C1CCCCC1' });
      return null;
    case 'inchi': {
      const reader = await loadInchi();
      return job.given.map((given) => structureOfInchi(reader, given));
    }
    case 'identity': {
      const rdkit = await loadRdkit();
      return job.given.map((given) => identityOf(rdkit, given));
    }
    case 'completion': {
      const rdkit = await loadRdkit();
      return job.given.map((given) => completionOf(rdkit, given));
    }
  }
}

async function answer(job: Job): Promise<Said> {
  try {
    return { done: await work(job) };
  } catch (error) {
    if (error instanceof RdKitNeeded) return { done: undefined, needs: 'rdkit' };
    return { failed: String(error) };
  }
}

process.on('message', (job: Job) => void answer(job).then(tellParent));
endWithParent();
tellParent({ done: 'ready' });
