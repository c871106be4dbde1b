import type { Asked } from './library-thread.js';

/** Lists of atoms, any atom, bonds of several orders, and other features by which a molfile stands for many structures. */
const QUERY =
  /^(?:M {2}(?:ALS|UNS|SUB|RBC|LIN)|(?: *-?\d+\.\d+){3} +(?:[AQXM]H?|L|\*) |[ \d]{6} {2}(?:[5-8]|[1-8][ \d]{6} {2}[12])|M {2}V30 \d+ (?:NOT|\[|[AQXM]H? |\* |[5-8] \d+ \d+|.*(?:SUBST|UNSAT|RBCNT|HCOUNT|TOPO)=))/m;

/** Whether RDKit has to compare every structure that may match, whatever the parameter is called by which the pattern came. */
export const isPattern = ({ kind, text }: Asked): boolean =>
  kind === 'smarts' || (kind === 'molfile' ? QUERY.test(text) : text.includes('~'));
