/** The elements that are sold: symbol, English and Chinese name. */
const ELEMENTS = `
H hydrogen 氢,He helium 氦,Li lithium 锂,Be beryllium 铍,B boron 硼,C carbon 碳,N nitrogen 氮,O oxygen 氧,F fluorine 氟,Ne neon 氖,
Na sodium 钠,Mg magnesium 镁,Al aluminum 铝,Si silicon 硅,P phosphorus 磷,S sulfur 硫,Cl chlorine 氯,Ar argon 氩,K potassium 钾,
Ca calcium 钙,Sc scandium 钪,Ti titanium 钛,V vanadium 钒,Cr chromium 铬,Mn manganese 锰,Fe iron 铁,Co cobalt 钴,Ni nickel 镍,
Cu copper 铜,Zn zinc 锌,Ga gallium 镓,Ge germanium 锗,As arsenic 砷,Se selenium 硒,Br bromine 溴,Kr krypton 氪,Rb rubidium 铷,
Sr strontium 锶,Y yttrium 钇,Zr zirconium 锆,Nb niobium 铌,Mo molybdenum 钼,Ru ruthenium 钌,Rh rhodium 铑,Pd palladium 钯,
Ag silver 银,Cd cadmium 镉,In indium 铟,Sn tin 锡,Sb antimony 锑,Te tellurium 碲,I iodine 碘,Xe xenon 氙,Cs cesium 铯,Ba barium 钡,
La lanthanum 镧,Ce cerium 铈,Pr praseodymium 镨,Nd neodymium 钕,Sm samarium 钐,Eu europium 铕,Gd gadolinium 钆,Tb terbium 铽,
Dy dysprosium 镝,Ho holmium 钬,Er erbium 铒,Tm thulium 铥,Yb ytterbium 镱,Lu lutetium 镥,Hf hafnium 铪,Ta tantalum 钽,W tungsten 钨,
Re rhenium 铼,Os osmium 锇,Ir iridium 铱,Pt platinum 铂,Au gold 金,Hg mercury 汞,Tl thallium 铊,Pb lead 铅,Bi bismuth 铋,
Th thorium 钍,U uranium 铀`;

const symbols = new Map<string, string>();
for (const entry of ELEMENTS.trim().split(/,\s*/)) {
  const [symbol = '', ...names] = entry.split(' ');
  for (const name of names) symbols.set(name, symbol);
}

/** Metals that occur in salts of acids but not in acids, in Chinese and in English. */
export const SALT_METALS: Readonly<Record<string, string>> = {
  钠: 'sodium',
  钾: 'potassium',
  钙: 'calcium',
  镁: 'magnesium',
  锌: 'zinc',
  锂: 'lithium',
};

/**
 * The symbol of the element with this name; undefined if it names none.
 * @param form `readable`, with its salt in the usual spelling
 */
export const symbolOfElement = (form: string): string | undefined => symbols.get(form);
