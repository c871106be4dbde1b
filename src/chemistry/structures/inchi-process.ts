import { serve } from '../../platform/index.js';
import type { GivenStructure } from './given.js';
import { openInchi, structureOfInchi } from './inchi.js';
import { openRdKit } from './rdkit.js';

// A process of chemistry.ts, which starts with the first InChI.

const [rdkit, read] = await Promise.all([openRdKit(), openInchi()]);

serve(({ given }: { given: GivenStructure[] }) => given.map((one) => structureOfInchi(rdkit, read, one)));
