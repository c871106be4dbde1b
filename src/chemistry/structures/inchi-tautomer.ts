import { using } from './rdkit.js';
import type { RdKit } from './rdkit.js';
import rewrites from './tautomers.json' with { type: 'json' };

// An InChI does not say where mobile hydrogens are, and Indigo often puts them where chemists do not: it reads an
// amide as an imidic acid. Each rule of tautomers.json makes the usual form of one group; none undoes another, so that applying them ends.

const MOST_STEPS = 100;
const MOST_PRODUCTS = 8;
const MOST_MS = 1_000;

/**
 * The usual tautomer of a SMILES that was read from an InChI. A change is kept only if RDKit makes the same InChI
 * from it.
 */
export function usualTautomer(rdkit: RdKit, read: string, inchi: string): string {
  const until = performance.now() + MOST_MS;
  // A reaction returns only the part that it changes, so that parts are changed separately. In canonical SMILES no
  // ring spans two parts.
  let parts = using(rdkit.get_mol(read), (molecule) => molecule.get_smiles())?.split('.') ?? [];

  /** Changes a part as long as the reaction applies. */
  const change = (at: number, productOf: (part: string) => string | undefined): string => {
    let part = parts[at]!;
    for (let step = 0; step < MOST_STEPS && performance.now() < until; step++) {
      const product = productOf(part);
      if (product === undefined) break;
      part = product;
    }
    return part;
  };
  const isSame = (at: number, part: string): boolean =>
    performance.now() < until &&
    using(rdkit.get_mol(parts.with(at, part).join('.')), (molecule) => molecule.get_inchi()) === inchi;

  for (const { by } of rewrites) {
    using(rdkit.get_rxn(by), (reaction) => {
      for (const at of parts.keys()) {
        // All places at once, as making the InChI takes most of the time. One by one if that gives another substance.
        const all = change(at, (part) => productsOf(rdkit, reaction, part, 1)[0]);
        if (all === parts[at]) continue;
        const changed = isSame(at, all)
          ? all
          : change(at, (part) =>
              productsOf(rdkit, reaction, part, MOST_PRODUCTS).find((product) => isSame(at, product)),
            );
        parts = parts.with(at, changed);
      }
    });
  }
  return parts.join('.');
}

type Reaction = NonNullable<ReturnType<RdKit['get_rxn']>>;

/** What a reaction makes of a molecule: one SMILES for each group that it can change. */
function productsOf(rdkit: RdKit, reaction: Reaction, smiles: string, most: number): string[] {
  const products = using(new rdkit.MolList(), (reactants) =>
    using(rdkit.get_mol(smiles), (molecule) => {
      reactants.append(molecule);
      return using(reaction.run_reactants(reactants, most), (results) =>
        Array.from({ length: results.size() }, (_, at) =>
          using(results.get(at)!, (list) => using(list.at(0), (product) => product.get_smiles())),
        ),
      );
    }),
  );
  return products?.filter((product) => product !== undefined) ?? [];
}
