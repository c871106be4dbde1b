/**
 * A V2000 molfile whose wedges tell one isomer: without its chiral flag, which hardly any program sets, openchemlib takes it for
 * a racemate. RDKit does not ask for the flag.
 */
export const withChiralFlag = (molfile: string): string =>
  molfile.replace(/^((?:.*\n){3}.{12}).{3}(?=.*V2000)/, '$1  1');
