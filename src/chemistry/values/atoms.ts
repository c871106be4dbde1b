/** The symbols of the elements, in the order of their numbers. */
export const ELEMENT_SYMBOLS =
  'H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og'.split(
    ' ',
  );

/** Standard atomic weights (IUPAC, abridged to what is known of each), g/mol. Elements that have none weigh nothing here. */
const WEIGHTS = new Map(
  (
    'H 1.008 He 4.003 Li 6.94 Be 9.012 B 10.81 C 12.011 N 14.007 O 15.999 F 18.998 Ne 20.18 Na 22.99 Mg 24.305 Al 26.982 ' +
    'Si 28.085 P 30.974 S 32.06 Cl 35.45 Ar 39.95 K 39.098 Ca 40.078 Sc 44.956 Ti 47.867 V 50.942 Cr 51.996 Mn 54.938 ' +
    'Fe 55.845 Co 58.933 Ni 58.693 Cu 63.546 Zn 65.38 Ga 69.723 Ge 72.63 As 74.922 Se 78.971 Br 79.904 Kr 83.798 ' +
    'Rb 85.468 Sr 87.62 Y 88.906 Zr 91.224 Nb 92.906 Mo 95.95 Ru 101.07 Rh 102.905 Pd 106.42 Ag 107.868 Cd 112.414 ' +
    'In 114.818 Sn 118.71 Sb 121.76 Te 127.6 I 126.904 Xe 131.293 Cs 132.905 Ba 137.327 La 138.905 Ce 140.116 Pr 140.908 ' +
    'Nd 144.242 Sm 150.36 Eu 151.964 Gd 157.25 Tb 158.925 Dy 162.5 Ho 164.93 Er 167.259 Tm 168.934 Yb 173.045 Lu 174.967 ' +
    'Hf 178.486 Ta 180.948 W 183.84 Re 186.207 Os 190.23 Ir 192.217 Pt 195.084 Au 196.967 Hg 200.592 Tl 204.38 Pb 207.2 ' +
    'Bi 208.98 Th 232.038 Pa 231.036 U 238.029 D 2.014 T 3.016'
  )
    .match(/[A-Z][a-z]? [\d.]+/g)!
    .map((pair): [string, number] => [pair.split(' ')[0]!, Number(pair.split(' ')[1])]),
);

/**
 * The molecular weight of these atoms, g/mol, rounded to so many decimals.
 * @returns undefined where an element has no standard weight
 */
export function weightOfElements(counts: ReadonlyMap<string, number>, decimals = 2): number | undefined {
  let sum = 0;
  for (const [symbol, count] of counts) {
    // An isotope, 13C, has about the weight of its mass number.
    const weight = WEIGHTS.get(symbol) ?? (/^\d/.test(symbol) ? Number.parseInt(symbol, 10) : undefined);
    if (weight === undefined) return undefined;
    sum += weight * count;
  }
  return Math.round(sum * 10 ** decimals) / 10 ** decimals;
}
