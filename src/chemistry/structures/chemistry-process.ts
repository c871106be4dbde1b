import { serve } from '../../platform/index.js';
import { drawingOf, molfileOf } from './draw.js';
import type { GivenStructure } from './given.js';
import { completionOf, identityOf } from './identity.js';
import { openRdKit } from './rdkit.js';
import { structureOf } from './read.js';
import type { Look } from './themes.js';

// A process of chemistry.ts. It does one job at a time, so that the gateway knows which job it is waiting for.

/** What the process can be asked to do. `isFew`: each is identified at once. */
export type Job = { given: GivenStructure[] } & (
  | { task: 'read'; isFew: boolean }
  | { task: 'identity' | 'completion' | 'molfile' }
  | { task: 'drawing'; look: Look }
);

const rdkit = await openRdKit();

serve(({ given, ...job }: Job): unknown[] => {
  switch (job.task) {
    case 'read':
      return given.map((one) => structureOf(rdkit, one, job.isFew));
    case 'identity':
      return given.map((one) => identityOf(rdkit, one));
    case 'completion':
      return given.map((one) => completionOf(rdkit, one));
    case 'molfile':
      return given.map((one) => molfileOf(rdkit, one));
    case 'drawing':
      return given.map((one) => drawingOf(rdkit, one, job.look));
  }
});
