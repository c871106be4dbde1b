import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { ConfigError, LIMITS, openLimit, openPool, TimedOut } from '../../platform/index.js';
import type { Holder } from '../../platform/index.js';
import { hasHan } from '../names/normalise.js';
import { heavyAtomsOf, MOST_ATOMS } from './smiles.js';

// OPSIN reads systematic names in English as structures. It is a program of others, in Java, and optional: without it names are
// read by our rules alone. One process of it takes names as lines and answers each with a SMILES, or with an empty line.

/** Reads names as structures. */
export type NameReader = ReturnType<typeof openNameReader>;

/** Where Debian's `libopsin-java` puts it. */
const DEBIANS = '/usr/share/java/opsin.jar';

/**
 * The file of OPSIN, with all that it needs.
 * @param given OPSIN_JAR, which may be `off`
 * @returns undefined where it, or Java, is not there
 * @throws ConfigError where OPSIN_JAR names no file
 */
export function opsinAt(given: string | undefined): string | undefined {
  if (given === 'off') return undefined;
  if (given !== undefined && !existsSync(given))
    throw new ConfigError(`OPSIN_JAR: must be the file of OPSIN, or off, and ${given} is no file`);
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const hasJava = folders.some((folder) => folder !== '' && existsSync(join(folder, 'java')));
  return hasJava ? [given ?? DEBIANS].find((file) => existsSync(file)) : undefined;
}

/** Java's heap, its other memory and its code: 160 MB here are 200 MB of the machine's. Compiling to the last takes more than it gives. */
const JAVA = ['-Xmx160m', '-Xss4m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dfile.encoding=UTF-8'];
/** A name that takes longer ends the process, ms: usual ones take less than one. */
const LONGEST_MS = 2_000;
/** From an address that gave such a name no other is read for so long, ms: else it could keep the process from all others. */
const REFUSED_MS = 60_000;
/** The longest name that is read, in characters. */
const LONGEST = 250;
/** How many names are kept with what they mean. */
const KEPT = 5_000;

/**
 * What OPSIN is not given: several names, and what it reads as something else. Signs of rotation it leaves out, unless R and S say as
 * much; the carbons of p-cymene it counts from the other end; monocalcium phosphate has two phosphates; toluyl is no tolyl, amyl alcohol
 * no substituent, and the sulfur of a monothio acid it places by choice. Deuterium in front it takes for a hydrogen of a ring, a Greek
 * place in front of an alkyl it passes over, and where a name has no place at all, as nitrotoluene and aminophenol, it chooses one.
 */
const UNREAD =
  /[\n\r;]|^(?![rs]-|.*[([,\d][rs][)\],'*]).*\([+-]\)|^[([][23]h[\])]|cymen|toluyl|amyl alcohol|monothio|mono(?:calcium|magnesium|barium) phosphate|^(?:alpha|beta|gamma|delta|[α-δ])-(?:m?eth|prop|but)yl|^(?!.*\d|.*\b[omp]-).*(?:fluoro|chloro|bromo|iodo|nitro|amino|hydroxy|mercapto|phenyl) ?(?:toluene|phenol|aniline|pyridine|(?:(?:prop|but)(?:an|ion|yr)|(?:pent|hex|hept|oct)[ay]n|ethan)(?:e\b|ol|ic))/i;

/** Whether a text may be a systematic name that OPSIN reads: any other is not given to it. */
const mayBeName = (text: string): boolean =>
  text.length > 3 && text.length <= LONGEST && /[a-z]{3}/i.test(text) && !UNREAD.test(text) && !hasHan(text);

/** Opens the reader. Its process stays once it has started. */
export function openNameReader(jar: string) {
  const pool = openPool<string, string>({
    kind: 'lines',
    program: 'java',
    args: [...JAVA, '-jar', jar, '-osmi'],
    greeting: 'methane',
    isShared: true,
    // It says nothing without a name, and is not ended for that: as long as a timer can be.
    silenceMs: 2 ** 31 - 1,
  });
  const known = new LRUCache<string, { smiles: string | null }>({ max: KEPT });
  const slow = new LRUCache<string, true>({ max: KEPT, ttl: REFUSED_MS });
  const turn = openLimit(LIMITS.systematicNames);
  return {
    /** The SMILES that a name means; null where it is none that can be read, or of more than MOST_ATOMS; undefined where that is not known now. Never throws. */
    async smilesOf(name: string, holder: Holder): Promise<string | null | undefined> {
      const text = name.trim();
      if (!mayBeName(text)) return null;
      const before = known.get(text);
      if (before) return before.smiles;
      if (slow.has(holder.id)) return undefined;
      try {
        const read = await turn.during(holder, () => pool.run(text, { ms: LONGEST_MS }));
        // Of a racemate it reads one enantiomer.
        const isOne = /\b(?:rac|dl)-|±|\+\/-/i.test(text) && read.includes('@');
        const smiles = read === '' || isOne || heavyAtomsOf(read) > MOST_ATOMS ? null : read;
        known.set(text, { smiles });
        return smiles;
      } catch (error) {
        if (!(error instanceof TimedOut)) return undefined;
        known.set(text, { smiles: null });
        if (!holder.isKnown && !holder.isOurs) slow.set(holder.id, true);
        return null;
      }
    },
    /** Starts the process if it does not run, as names are expected. */
    warm: (): void => void pool.warm().catch(() => {}),
    close: (): Promise<void> => pool.close(),
  };
}
