import { z } from 'zod';
import {
  booleanText,
  described,
  documented,
  ENCODINGS,
  oneOf,
  PAGED,
  placed,
  problemSchema,
  TABLE_WARNINGS,
  tidyName,
  wholeNumber,
} from '../../platform/index.js';
import data from './docs.json' with { type: 'json' };
import { mappedColumns, mappingName } from './mapping.js';
import { COLUMN_NAMES, MAX_PARTS, pushAnswer, pushQuery, pushShown } from '../../catalogue/index.js';

// What the OpenAPI document says of files that are pushed.

const words = placed(data, {
  // the names that columns may have, a line for each field
  columns: COLUMN_NAMES.map(
    ([field, names]) => `- \`${field}\`: ${names.map((name) => `\`${name}\``).join(', ')}`,
  ).join('\n'),
});

const binary = z.string().meta({ format: 'binary' });

/** The bodies that the document shows. The type of a file is found from its content. */
export const fileBodies = {
  'multipart/form-data': z.object({ file: binary }),
  'text/csv': z.string(),
  'application/json': pushShown,
  'application/x-ndjson': z.string(),
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': binary,
  'application/gzip': binary,
  'application/octet-stream': binary,
};

/** Media types by which files come. */
export const FILE_TYPES = [
  ...Object.keys(fileBodies),
  'application/*+json',
  'application/x-gzip',
  'application/vnd.ms-excel',
  'text/*',
];

export const fileQuery = pushQuery.extend(
  described(words.query, {
    missing: z.enum(['off'], { error: 'must be off' }).optional(),
    encoding: oneOf(ENCODINGS).optional(),
    mapping: mappingName.optional(),
    confirm: wholeNumber(0, 999_999_999).optional(),
    list: tidyName({ max: 100 }).optional(),
    part: wholeNumber(1, MAX_PARTS).optional(),
    last: booleanText.optional(),
  }),
);

export const rejectedQuery = z.object(
  described(words.rejectedQuery, {
    format: oneOf(['json', 'csv']).default('json'),
    page: wholeNumber(1, 50_000).default(1),
    page_size: wholeNumber(1, 1_000).default(100),
  }),
);

const { line, ...switchedOff } = described(words.switchedOff, {
  line: z.int(),
  switched_off: z.array(z.string()).optional(),
  switched_off_total: z.int().optional(),
});

const { errors, warnings } = pushAnswer.shape;

const fileError = errors.element.extend({ line }).meta({ id: 'FileError' });

const fileWarning = warnings.element
  .extend({
    ...described(words.fileWarning, { index: z.int().nullable() }),
    line,
    field: z.string().nullable(),
    reason: z.enum([...new Set([...warnings.element.shape.reason.options, ...TABLE_WARNINGS])]),
  })
  .meta({ id: 'FileWarning' });

const rejectedRow = errors.element
  .extend({ line: line.optional(), ...described(words.rejectedRow, { values: z.unknown() }) })
  .meta({ id: 'RejectedRow' });

const mapping = {
  data: z
    .object({ name: z.string(), columns: mappedColumns, source: z.string().nullable() })
    .meta({ id: 'Mapping' }),
};

export const docs = documented('Products', words.calls, {
  pushFile: {
    searchable: true,
    answers: {
      200: pushAnswer.extend({
        ...described(words.fileAnswer, {
          errors: z.array(fileError),
          warnings: z.array(fileWarning),
          encoding: z.string().optional(),
          encoding_unsure: z.literal(true).optional(),
          mapping: z.string().optional(),
          ignored_sheets: z.array(z.string()).optional(),
          parts: z.array(z.int()).optional(),
        }),
        ...switchedOff,
      }),
      409: z.object({ ...problemSchema.shape, ...switchedOff }),
    },
  },
  listRejected: {
    answer: {
      data: z.array(rejectedRow),
      ...PAGED,
      id: z.int(),
      at: z.iso.datetime({ precision: 3 }),
      file_name: z.string().nullable(),
      counts: z.record(z.string(), z.int()),
    },
    problems: [404],
  },
  getMapping: { params: words.mappingName, answer: mapping, problems: [404] },
  putMapping: { params: words.mappingName, answer: mapping },
  deleteMapping: { params: words.mappingName, answer: { name: z.string() }, problems: [404] },
});
