// Structures that are looked for: groups as SMILES and patterns as SMARTS, from what is in nearly every product to what is in none.
export const GROUPS = [
  'c1ccccc1', 'C(=O)O', 'C', 'C1CCC2C(C1)CCC1C2CCC2CCCC12', 'N', '[13C]', 'C[N+](C)(C)C', 'C[N+](=O)[O-]', 'CC(=O)[O-]',
  '[Na+].OC(=O)C', 'Cl.CN', '[2H]C', 'F/C=C/F', 'C/C=C/C', 'C/C=C\\C', 'C[C@H](N)C(=O)O', 'C[C@@H](N)C(=O)O', 'OC[C@H]1OC(O)[C@H](O)[C@@H](O)[C@@H]1O',
  'c1ccncc1', 'c1cc[nH]c1', 'c1cnc[nH]1', 'C#N', 'S(=O)(=O)N', 'CS(=O)C', 'OP(=O)(O)O', 'N=N', 'C1CC1', 'C[Si](C)(C)C', 'CB(O)O', 'BrC', 'IC',
]; // prettier-ignore
export const PATTERNS = [
  'c1ccccc1', '[CX3](=O)[OX2H1]', '[#6]', '[NX3;H2;!$(NC=O)]', '[N+](=O)[O-]', '[R]', '[D3]', '[CH3]', '[Cl,Br,I]', '[!#6;!#1]',
  'C=,#C', '[n,o,s]', '[nH]', '[$(c1ccccc1)]', 'C!@C', '[OX1]', '[#7]~[#6]~[#7]', '[a;!c]', 'S(=O)(=O)N', '[2H]', '[CH2][CH2]',
  '[r5]', '[Nr6]', '[R1]', '[R2]', '[!R1]', '[c;R2]', '[r5;R2]', '[NX3;r6]1CCOCC1', '[v4]', '[#7v4]', '[c;!v4]', '[Pv5]',
  'C/C=C/C', 'C/C=C\\C', '[#6]/[#6]=[#6]/[#6]', 'c/c',
]; // prettier-ignore
