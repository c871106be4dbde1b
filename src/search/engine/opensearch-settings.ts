import { FACETED_FIELDS } from '../../catalogue/index.js';

/** Fields that are made of those of a document: all its words; its numbers, which are never misspelt; neighbours joined. */
export const WORDS = 'words';
export const NUMBERS = 'numbers';
export const JOINED = 'joined';

const OF_WORDS = ['s_en', 's_cn', 's_syn', 's_tags', 's_alias'];
/** Words count more in these fields, most in the first. */
export const RANKED = ['s_en', 's_cn', 's_syn'];

const text = (analyzer: string, more: object = {}): object => ({
  type: 'text',
  analyzer,
  norms: false,
  index_options: 'docs',
  ...more,
});
const fields = (names: readonly string[], field: object): Record<string, object> =>
  Object.fromEntries(names.map((name) => [name, field]));

/** How an index of OpenSearch is set up. Documents hold names folded, and Han characters apart. */
export const SETTINGS = {
  settings: {
    // What is sent is refreshed by whoever sends it.
    refresh_interval: '30s',
    // A request that comes late must meet the removal that it would undo.
    gc_deletes: '1h',
    // After a loss of several nodes a copy may fail more often than the five times after which it waits for somebody's word.
    'allocation.max_retries': 1_000,
    analysis: {
      tokenizer: {
        words: { type: 'char_group', tokenize_on_chars: ['whitespace', 'punctuation', 'symbol'] },
      },
      filter: {
        joined: {
          type: 'shingle',
          min_shingle_size: 2,
          max_shingle_size: 2,
          output_unigrams: false,
          token_separator: '',
        },
      },
      analyzer: {
        words: { type: 'custom', tokenizer: 'words', filter: ['lowercase'] },
        joined: { type: 'custom', tokenizer: 'words', filter: ['lowercase', 'joined'] },
      },
    },
  },
  mappings: {
    dynamic: false,
    properties: {
      ...fields(OF_WORDS, text('words', { index_options: 'positions', copy_to: [WORDS, JOINED] })),
      ...fields(
        ['code', 'cas', 'formula'],
        text('words', { index_options: 'positions', copy_to: [NUMBERS, JOINED] }),
      ),
      [WORDS]: text('words', { index_options: 'positions' }),
      [NUMBERS]: text('words'),
      [JOINED]: text('joined'),
      ...fields(['id', 'stock_rank', 'stock_en', 'stock_cn'], { type: 'long' }),
      mw: { type: 'double' },
      ...fields(['v', 'status', 'k_code', ...FACETED_FIELDS.map(({ name }) => `f_${name}`)], {
        type: 'keyword',
      }),
    },
  },
};
