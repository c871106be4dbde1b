import { COLUMNS, shownTime } from '../exports/columns.js';
import type { Bind, Column as FileColumn, MadeName } from '../exports/columns.js';
import { encodingOf, columnHeaders } from './definition.js';
import type { ProfileColumn, ColumnField, ProfileDefinition, DerivedName } from './definition.js';

type Value = Pick<FileColumn, 'kind' | 'sql'>;

/** The columns of a profile as the writers of files take them. Every text of the profile is bound. */
export function columnsOf(definition: ProfileDefinition): FileColumn[] {
  const headers = columnHeaders(definition);
  const isAscii = encodingOf(definition) === 'ascii';
  return definition.columns.map((column, i) => {
    const value = valueOf(column);
    return { header: headers[i]!, ...(isAscii ? inAscii(value) : value) };
  });
}

// A bound text is a setting of the transaction: within a subselect it is read once a statement, not once a row.
const once = (text: string): string => `(SELECT ${text})`;
const orNull = (text: string): string => `nullif(${text}, '')`;

function valueOf({ field, constant = '', map, format }: ProfileColumn): Value {
  if (field === undefined) return { kind: 'text', sql: (bind) => once(orNull(bind(constant))) };
  const value = formatted(baseOf(field), format);
  if (map === undefined) return value;
  const write = (bind: Bind): string => {
    const text = `(${value.sql(bind)})::text`;
    const words = once(`${bind(JSON.stringify(map))}::jsonb`);
    return `CASE WHEN ${words} ? ${text} THEN ${orNull(`${words} ->> ${text}`)} ELSE ${text} END`;
  };
  return { kind: 'text', sql: write };
}

function formatted({ kind, sql }: Value, format: ProfileColumn['format']): Value {
  switch (format) {
    case 'line':
      return { kind, sql: (bind) => `regexp_replace(${sql(bind)}, '[\\r\\n]+', ' ', 'g')` };
    case 'pipes':
      return { kind, sql: (bind) => `replace(replace(${sql(bind)}, '|', '/'), ';', '|')` };
    case 'lines':
      return { kind, sql: (bind) => `replace(${sql(bind)}, ';', E'\\n')` };
    case 'date':
      return { kind: 'text', sql: () => `to_char(${shownTime} AT TIME ZONE 'UTC', 'YYYY-MM-DD')` };
    case undefined:
      return { kind, sql };
  }
}

/** What plain_ascii (11_exports.sql) makes of it; what is no text has no other characters. */
function inAscii({ kind, sql }: Value): Value {
  if (kind === 'number' || kind === 'flag') return { kind, sql };
  return { kind, sql: (bind) => `plain_ascii(${sql(bind)})` };
}

const HAN = `[\u2e80-\u2fd5\u3005\u3007\u3021-\u3029\u3038-\u303b\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufad9\u{20000}-\u{323af}]`;
const synonymsWhere = (condition: string): string =>
  `(SELECT string_agg(part, ';' ORDER BY place)
      FROM unnest(string_to_array(synonyms, ';')) WITH ORDINALITY AS s (part, place) WHERE ${condition})`;

const NAME = `coalesce(name_en, name_cn)`;
const urlOf = (field: MadeName): string => COLUMNS.get(field)!.sql(() => '');

const DERIVED_SQL: Record<DerivedName, string> = {
  synonyms_cn: synonymsWhere(`part ~ '${HAN}'`),
  synonyms_en: synonymsWhere(`part !~ '${HAN}'`),
  all_names: `concat_ws(';', name_en, name_cn, nullif(synonyms, ''))`,
  name: NAME,
  // The words of the Agentic Commerce Protocol (2026-04-17). What is no JSON here would be null in its places, which it refuses.
  feed_description: `json_build_object('plain', concat_ws(E'\n', ${NAME}, name_cn, 'CAS ' || nullif(cas, 'N/A'), 'Formula ' || formula,
      'Molecular weight ' || mw, 'Synonyms: ' || nullif(synonyms, ''), coalesce(description_en, description)))::text`,
  feed_media: `(SELECT coalesce(json_agg(json_build_object('type', 'image', 'url', url, 'alt_text', ${NAME})), '[]')
      FROM (SELECT ${urlOf('picture_url')} AS url) AS picture WHERE url IS NOT NULL)::text`,
  feed_variants: `json_build_array(json_build_object('id', code, 'title', ${NAME}, 'url', ${urlOf('product_url')},
      'availability', json_build_object('available', status IN ('in_stock', 'futures'),
        'status', CASE status WHEN 'in_stock' THEN status WHEN 'futures' THEN 'backorder' WHEN 'custom' THEN 'made_to_order' ELSE 'discontinued' END),
      'categories', CASE WHEN category IS NULL THEN json_build_array()
        ELSE json_build_array(json_build_object('value', category, 'taxonomy', 'merchant')) END))::text`,
};

function baseOf(field: ColumnField): Value {
  if (field in DERIVED_SQL)
    return {
      kind: field.startsWith('feed_') ? 'json' : 'text',
      sql: () => DERIVED_SQL[field as DerivedName],
    };
  return COLUMNS.get(field)!;
}
