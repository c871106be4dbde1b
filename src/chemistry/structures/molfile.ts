/**
 * Sets the chiral flag of a V2000 molfile. Without it openchemlib takes a molecule with wedges for a racemate, but
 * hardly any program sets it. RDKit ignores the flag.
 */
export const withChiralFlag = (molfile: string): string =>
  molfile.replace(/^((?:.*\n){3}.{12}).{3}(?=.*V2000)/, '$1  1');
