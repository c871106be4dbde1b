import { z } from 'zod';
import { failureOf } from './client.js';
import type { EngineClient } from './client.js';
import { CUT_OFF_MS, EngineTrouble, HIT, SORTING, TYPOS } from './engine.js';
import type { Engine, SearchFilters, WordsAnswer, WordsQuestion } from './engine.js';
import { countsOf, FACETS, wantedKeys } from './facet-keys.js';
import { JOINED, NUMBERS, RANKED, WORDS } from './opensearch-settings.js';

/** What OpenSearch answers to one search. */
const RESULT = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ total: z.number(), successful: z.number() }),
  hits: z.object({
    total: z.object({ value: z.number() }),
    hits: z.array(z.object({ _score: z.number().nullable(), _source: HIT })),
  }),
  aggregations: z
    .record(z.string(), z.object({ buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })) }))
    .optional(),
});
const FAILED = z.object({ status: z.number(), error: z.looseObject({}) });
const ANSWER = z.object({ responses: z.array(z.union([RESULT, FAILED])) });

/** Where a node takes longer for a search another one is asked beside it, ms. */
const NODE_MS = 750;

/** An index of a cluster, for searching. */
export function openSearchWords(client: EngineClient, index: string): Engine {
  // A node that has a copy asks no other one, which may be the one that hangs. Where no part may be missing a search that reaches
  // its time limit fails, so that what is missing is looked for here.
  const header = JSON.stringify({ index, preference: '_local', allow_partial_search_results: true });

  async function ask(
    questions: readonly WordsQuestion[],
    typos: number,
    until: number,
  ): Promise<WordsAnswer[]> {
    const queries = questions.map((question) => JSON.stringify(queryOf(question, typos)));
    const body = queries.map((query) => `${header}\n${query}\n`).join('');
    // Read as a part of the answer, so that what one node fails at is asked of the next.
    const read = ANSWER.transform(({ responses }) => {
      if (responses.length !== questions.length)
        throw new EngineTrouble(`${responses.length} answers to ${questions.length} questions`);
      return responses.map((result, at) => {
        if ('error' in result) throw failureOf(result.status, result);
        const { _shards: shards } = result;
        if (shards.successful < shards.total) throw new EngineTrouble('a shard of the index is away');
        return answerOf(result, questions[at]!);
      });
    });
    return client.ask(read, 'POST', '_msearch', { body, until, nodeMs: NODE_MS });
  }

  return {
    async words(questions, until) {
      const answers = await ask(questions, 1, until);
      // Words with two misspellings take ten times as long to be found: only where nothing else has all the words.
      const open = [...answers.keys()].filter((at) => {
        const { hits, total } = answers[at]!;
        const isFound = total > 0 && (hits.length === 0 || hits[0]!.isWhole);
        return !isFound && isLong(questions[at]!.q);
      });
      if (open.length === 0) return answers;
      const unfound = open.map((at) => questions[at]!);
      for (const [n, answer] of (await ask(unfound, 2, until)).entries()) answers[open[n]!] = answer;
      return answers;
    },
    // Of the nodes and not of the cluster, which has nobody to answer while it elects.
    isUp: (ms) => client.isUp('_cluster/health?local=true', ms),
  };
}

function answerOf(
  { hits, timed_out, aggregations }: z.infer<typeof RESULT>,
  question: WordsQuestion,
): WordsAnswer {
  const wholeScore = question.match === 'all' ? 0 : readWords(question.q).length * A_WORD;
  return {
    hits: hits.hits.map(({ _score, _source: { id, product, aliases } }) => {
      return { id, json: product, aliases, isWhole: (_score ?? 0) >= wholeScore };
    }),
    total: hits.total.value,
    ...(aggregations && {
      facets: countsOf((field) =>
        aggregations[field]!.buckets.map(({ key, doc_count: n }): [string, number] => [key, n]),
      ),
    }),
    isCutOff: timed_out,
  };
}

function queryOf(question: WordsQuestion, typos: number): object {
  const { q, match, filters, without = [], order, offset, limit, facets } = question;
  const words = readWords(q);
  return {
    query: {
      bool: {
        ...(words.length > 0 && queryOfWords(words, match, typos)),
        filter: filterOf(filters),
        ...(without.length > 0 && { must_not: [{ terms: { id: without } }] }),
      },
    },
    sort: [
      ...(words.length > 0 ? ['_score'] : []),
      ...SORTING[order].map(([field, way]) => ({ [field]: way })),
      { id: 'asc' },
    ],
    from: offset,
    size: limit,
    _source: ['id', 'product', 'aliases'],
    track_total_hits: true,
    timeout: `${CUT_OFF_MS}ms`,
    ...(facets && {
      aggs: Object.fromEntries(
        Object.values(FACETS).map((field) => [field, { terms: { field, size: 100 } }]),
      ),
    }),
  };
}

/** A word of a question, or a phrase. */
interface Word {
  text: string;
  isPhrase: boolean;
  /** the end may be missing */
  isLast: boolean;
}

/** Words that are looked for at most; Meilisearch leaves out the others too. */
const MOST_WORDS = 10;

/** The words and phrases of a question, split as the index splits names. */
function readWords(q: string): Word[] {
  const found = [...q.toLowerCase().matchAll(/"([^"]*)"?|[^"]+/g)].flatMap(([text, phrase]) =>
    phrase === undefined
      ? splitWords(text).map((word) => ({ text: word, isPhrase: false }))
      : splitWords(phrase).length === 0
        ? []
        : [{ text: phrase, isPhrase: true }],
  );
  const words = found.slice(0, MOST_WORDS);
  return words.map((word, at) => ({ ...word, isLast: at === words.length - 1 && !word.isPhrase }));
}

const splitWords = (text: string): string[] => text.split(/[\s\p{P}\p{S}]+/u).filter(Boolean);

/**
 * What a match adds to the score, in Meilisearch's order of what counts: how many words; fewer misspellings; neighbours of the
 * question that are neighbours in a name; in which field; at the beginning of a name. Whole numbers, of which each outweighs all that follow it, and their
 * sum is exact in the 24 bits that a score has.
 */
const A_WORD = 2 ** 17;
const A_TYPO = 2 ** 12;
const A_PAIR = 2 ** 8;
const A_FIELD = 2;
const A_BEGINNING = 1;

const scored = (boost: number, filter: object): object => ({ constant_score: { filter, boost } });
const anyOf = (queries: object[]): object => ({ dis_max: { queries } });
const term = (field: string, value: string): object => ({ term: { [field]: value } });

function queryOfWords(words: readonly Word[], match: WordsQuestion['match'], typos: number): object {
  const matched = words.map((_, at) => queryOfWord(words, at, typos));
  const [first, ...rest] = matched;
  const better = [...pairsOf(words), ...words.map(inFields), beginning(words[0]!)];
  // As in Meilisearch the last words may be missing, and never the first.
  return match === 'all'
    ? { must: matched, should: better }
    : { must: [first], should: [...rest, ...better] };
}

/** A word as it is, as the beginning of one where it is the last, misspelt, or written apart or together. */
function queryOfWord(words: readonly Word[], at: number, typos: number): object {
  const { text, isPhrase, isLast } = words[at]!;
  const whole = A_WORD + 2 * A_TYPO;
  if (isPhrase) return scored(whole, { match_phrase: { [WORDS]: text } });
  const exact = [WORDS, NUMBERS].flatMap((field) => [
    term(field, text),
    ...(isLast ? [{ prefix: { [field]: text } }] : []),
  ]);
  const besides = [words[at - 1], words[at + 1]];
  const joined = besides.flatMap((other, after) =>
    other === undefined || other.isPhrase ? [] : [term(WORDS, after ? text + other.text : other.text + text)],
  );
  const most = /\d/.test(text) || text.length < TYPOS.one ? 0 : text.length < TYPOS.two ? 1 : 2;
  const fuzzy = (fuzziness: number, prefix_length: number): object => ({
    fuzzy: {
      [WORDS]: { value: text, fuzziness, prefix_length, max_expansions: 100, rewrite: 'constant_score' },
    },
  });
  return anyOf([
    scored(whole, { bool: { should: exact } }),
    // Another first letter counts as two misspellings.
    scored(A_WORD + A_TYPO, {
      bool: {
        should: [
          ...joined,
          term(JOINED, text),
          ...(most > 0 ? [fuzzy(1, 1)] : []),
          ...(most > 0 && isLast && text.length <= MOST_LETTERS
            ? [{ regexp: { [WORDS]: misspeltBeginning(text) } }]
            : []),
        ],
      },
    }),
    ...(most > 1 && typos > 1 ? [scored(A_WORD, fuzzy(2, 0))] : []),
  ]);
}

/** The beginning of a longer word may not be misspelt: a cluster refuses patterns that are too large. */
const MOST_LETTERS = 12;

/** A pattern of words that begin with a word, but for one letter that is not its first. */
function misspeltBeginning(word: string): string {
  const letters = [...word];
  const edits = letters.flatMap((letter, at) => {
    if (at === 0) return [];
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at + 1).join('')];
    return [`${before}.?${after}`, `${before}.${letter}${after}`];
  });
  return `(${edits.join('|')}).*`;
}

/** Whether a text has a word that may have two misspellings. */
const isLong = (q: string): boolean =>
  readWords(q).some(({ text, isPhrase }) => !isPhrase && text.length >= TYPOS.two && !/\d/.test(text));

/** Two words that stand beside each other in a name. */
const pairsOf = (words: readonly Word[]): object[] =>
  words.slice(1).flatMap(({ text, isPhrase, isLast }, at) => {
    const before = words[at]!;
    if (isPhrase || before.isPhrase) return [];
    const pair = before.text + text;
    return [scored(A_PAIR, isLast ? { prefix: { [JOINED]: pair } } : term(JOINED, pair))];
  });

/** Where a name begins with a word. */
const beginning = ({ text }: Word): object =>
  anyOf(
    ['s_en', 's_cn'].map((field) =>
      scored(A_BEGINNING, { span_first: { match: { span_term: { [field]: text } }, end: 1 } }),
    ),
  );

/** The more the earlier its field stands among those of the index. */
const inFields = ({ text, isPhrase }: Word): object =>
  anyOf(
    RANKED.map((field, at) =>
      scored(
        A_FIELD * (RANKED.length - at),
        isPhrase ? { match_phrase: { [field]: text } } : term(field, text),
      ),
    ),
  );

function filterOf(filters: SearchFilters): object[] {
  const { in_stock: inStock, mw_min: gte, mw_max: lte } = filters;
  const isInStock = { term: { status: 'in_stock' } };
  return [
    ...wantedKeys(filters).map(([field, keys]) => ({ terms: { [field]: keys } })),
    ...(gte === undefined && lte === undefined ? [] : [{ range: { mw: { gte, lte } } }]),
    ...(inStock === undefined ? [] : [inStock ? isInStock : { bool: { must_not: isInStock } }]),
  ];
}
