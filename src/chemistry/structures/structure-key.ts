/** How a structure may be given. */
export type StructureKey = 'smiles' | 'molfile' | 'inchi';
