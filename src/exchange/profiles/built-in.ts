import { FIELD_NAMES, STATUSES } from '../../catalogue/index.js';
import profiles from './built-in.json' with { type: 'json' };
import { definitionSchema } from './definition.js';
import type { ProfileDefinition } from './definition.js';

const csv = {
  title: 'All fields · 全部字段',
  public: true,
  format: 'csv',
  language: 'en',
  columns: FIELD_NAMES.map((field) => ({ header: field, field })),
  order: 'created',
  filter: { status: STATUSES },
};

/**
 * The profiles that come with the service: they cannot be changed or deleted, only copied. No template of ChemicalBook is
 * published: its labels follow its product pages. `cas-supplier` is what registries of suppliers take, `pubchem` what PubChem takes of
 * depositors, `agent-feed` the `products.jsonl` of the Agentic Commerce Protocol (2026-04-17, without prices).
 */
export const BUILT_IN: ReadonlyMap<string, ProfileDefinition> = new Map(
  Object.entries({ csv, ...profiles }).map(([name, given]) => [name, definitionSchema.parse(given)]),
);

export const CHEMICALBOOK = BUILT_IN.get('chemicalbook')!;
