import { opsinAt } from '../../src/chemistry/structures/name-reader.js';
import { describeWhere } from './installed.js';

/** OPSIN on this machine; undefined without it. */
export const OPSIN = opsinAt(process.env['OPSIN_JAR']);

/** `describe` for what needs OPSIN. */
export const describeWithOpsin = describeWhere(OPSIN !== undefined, 'apt-get install libopsin-java');
