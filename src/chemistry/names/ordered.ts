import { inTerms, TERMS } from './terms.js';

const FIRST = new RegExp(TERMS.any('simple_first'));
const ALONE = new RegExp(`^${TERMS.any('simple')}$`);
const PLACE = TERMS.any('place');
const PLACES = new RegExp(`(?<![a-z\\d'])(${PLACE}(?:,${PLACE})*)-(?=[a-z#])`);
/** What follows the parent behind a place of its own. */
const ENDING =
  /^(?:di|tri)?(?:(?:en|yn)(?:e?$|(?=-|oic|ol|al|amide|yl))|ol|one|thi|amin|carb|sulf|oic|oat|al|yl|amide|nitril|ium|imin|diaz)/;
/** Stereo behind the name, as an index has it. */
const STEREO_LAST = /^(.+?), ?(\((?:[\d,a-h' ]*[rsez]\*?)+\)|\([+-]\)|±|cis|trans|rac|[ezrs])-$/;
/** What is understood in two ways: phosphites and borates, thio with what it stands on, places on the ring of styrene. */
const AMBIGUOUS =
  /phosphorous acid|boric acid|thio(?!phen|urea|cyan|morph|ox|n|l|semi)|[a-z]styrene|-vinylbenzene|glycol|anilide|[a-z)]silane/;

/** An azole with its hydrogen at one nitrogen atom, and a group at the other: either may be the mistake. */
const BESIDE_GROUP = /^(?!.*(?<![\d,])1-[a-z])(?=.*(?<![\d,])2-[a-z]).*1h-(?:pyr|ind|tetr)azol/;

/**
 * A `readable` name in one order: the same for two names that have the same terms, where nothing is moved but whole groups,
 * each with its place in front of it. So it is surer than {@link systematicKey}, which takes names apart. Undefined for a
 * name that is understood in two ways.
 */
export function ordered(form: string): string | undefined {
  let name = inTerms(form).replace(/[[{]/g, '(').replace(/[\]}]/g, ')').replace(STEREO_LAST, '$2-$1');
  if (AMBIGUOUS.test(name) || BESIDE_GROUP.test(form)) return undefined;
  const inner: string[] = [];
  for (let before = ''; before !== name;) {
    before = name;
    name = name.replace(/(^|-)?\(([^()]*)\)/g, (_, front: string | undefined, text: string) =>
      front !== undefined && ALONE.test(text)
        ? front + text
        : `${front ?? ''}${/^#\d+;$/.test(text) ? text : `#${inner.push(inWords(text, inner)) - 1};`}`,
    );
  }
  return inWords(name, inner);
}

const inWords = (text: string, inner: readonly string[]): string =>
  text
    .split(/,? +/)
    .map((word) => inBlocks(word, inner))
    .join(' ');

/** The groups of a word in order, and behind them the parent with its endings. */
function inBlocks(word: string, inner: readonly string[]): string {
  const open = (text: string): string =>
    text.replace(/#(\d+);/g, (_, at: string) => `(${inner[Number(at)]!})`).replaceAll('-', '');
  const [front = '', ...rest] = word.split(PLACES);
  const groups = rest.flatMap((text, at) =>
    at % 2 === 1 ? [[rest[at - 1]!, text.replace(/^-+|-+$/g, '')] as const] : [],
  );
  let parent = '';
  while (groups.length > 0 && ENDING.test(groups.at(-1)![1])) parent = `${groups.pop()!.join('-')} ${parent}`;
  const blocks: string[] = [];
  const add = (places: string, text: string): void => void blocks.push(`${places}-${open(text)}`);
  const last = groups.pop();
  for (const group of groups) add(...group);
  if (last) {
    const [places, text] = last;
    const group = FIRST.exec(text)?.[0] ?? '';
    if (group === '') parent = `${places}-${text} ${parent}`;
    else {
      add(places, group);
      parent = `${text.slice(group.length).replace(/^-+/, '')} ${parent}`;
    }
  }
  return [...blocks.toSorted(), open(`${front}|${parent}`.replace(/^-+/, ''))].join(' ').trim();
}

/** Words of a name that only say where: places, and signs of stereo. */
const WHERE = /(?<![a-z])[a-z]{1,2}(?![a-z])|\d+|alpha|beta|gamma|omega/g;

/** How many items only one of two sorted lists has. */
function apart(one: readonly string[], other: readonly string[]): number {
  let [at, shared] = [0, 0];
  for (const each of one) {
    while (at < other.length && other[at]! < each) at++;
    if (other[at] === each) [at, shared] = [at + 1, shared + 1];
  }
  return one.length + other.length - 2 * shared;
}

/**
 * What another `readable` name of a substance says of one: true where it has the same letters and only more places, or fewer
 * (1-phenylurea, phenylurea); false where it has nearly the same letters, or other places, as a name that a supplier mistook;
 * undefined where it is of other words.
 */
export function bearsOut(one: string, other: string): boolean | undefined {
  const [a, b] = [lettersAndPlaces(one), lettersAndPlaces(other)];
  const letters = apart(a.letters, b.letters);
  if (letters > MOST_LETTERS) return undefined;
  const more = Math.abs(a.places.length - b.places.length);
  return letters < 2 && a.places.length > 0 && more > 0 && apart(a.places, b.places) === more;
}

/** Names of other words differ in more letters. */
const MOST_LETTERS = 8;

function lettersAndPlaces(form: string): { letters: string[]; places: string[] } {
  const name = inTerms(form);
  const letters = name.replace(WHERE, '').match(/[a-z]/g) ?? [];
  return { letters: letters.sort(), places: (name.match(WHERE) ?? []).sort() };
}
