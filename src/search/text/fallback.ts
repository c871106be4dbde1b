import { isOverload } from '../../platform/index.js';
import type { Database } from '../../platform/index.js';
import type { WordsAnswer, WordsQuestion } from '../engine/engine.js';
import { MAX_HITS } from './found.js';
import { wordCounts, wordRows } from './store.js';
import type { FoundRow } from './store.js';

/**
 * Answers questions of words while the engine is away: by parts of names, then by names that are alike. It finds less than
 * the engine, in the same form.
 * @param forms what is looked for, by question
 */
export async function wordsInDatabase(
  db: Database,
  questions: readonly WordsQuestion[],
  forms: readonly string[],
): Promise<WordsAnswer[]> {
  const answers: WordsAnswer[] = [];
  // One after the other: those of a long list would take all connections.
  for (const [at, question] of questions.entries()) answers.push(await answerOf(db, question, forms[at]!));
  return answers;
}

async function answerOf(db: Database, question: WordsQuestion, form: string): Promise<WordsAnswer> {
  const { offset, limit, facets } = question;
  const words = { ...question, form, limit: Math.min(limit, MAX_HITS - offset) };
  let found = await wordRows(db, words);
  let isSimilar = false;
  if (form !== '' && found.total === 0) {
    const more = await unlessTooLong(wordRows(db, { ...words, similar: true }));
    isSimilar = more !== undefined;
    found = more ?? found;
  }
  const counts = facets && (await unlessTooLong(wordCounts(db, { ...words, similar: isSimilar })));
  return {
    hits: found.rows.map(hitOf),
    total: found.total,
    ...(counts && { facets: counts }),
    isCutOff: false,
  };
}

const hitOf = ({ id, rank, ...product }: FoundRow): WordsAnswer['hits'][number] => ({
  id,
  json: JSON.stringify(product),
  aliases: [],
  isWhole: rank < 2,
});

/** Undefined where the statement takes longer than it may: the answer then has less. */
const unlessTooLong = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (isOverload(error)) return undefined;
    throw error;
  });
