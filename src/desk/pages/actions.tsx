import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import ACTIONS from './actions.json' with { type: 'json' };
import { decoded } from './call.js';
import { asChoices, choiceFilter } from './choices.js';
import { useDesk } from './pieces.js';
import { useAnswer } from './reading.js';
import { OfficeList, OfficeTable, productPath } from './records.js';

type Action = keyof typeof ACTIONS;
const PATTERNS = Object.entries(ACTIONS).map(
  ([name, { call }]) => [name as Action, new RegExp(`^${call.replace('*', '(.+)')}$`)] as const,
);
/** Actions whose object is a product that is there. */
const OF_PRODUCTS = new Set<Action | ''>(['product_made', 'product_edited', 'product_brought_back']);

/**
 * The name of an action, and what it was done to; null for a call that has no name. The first action whose call fits counts:
 * its `*` is what it was done to, unless names follow the path in `?of=`.
 */
function meaningOf(method: string, path: string): { name: Action; to: string } | null {
  const [bare = '', query = ''] = path.replace(/^\/(?:back-office\/api|api\/v1)/, '').split('?', 2);
  for (const [name, pattern] of PATTERNS) {
    const found = pattern.exec(`${method} ${bare}`);
    if (!found) continue;
    const of = /(?:^|&)of=([^&]*)/.exec(query)?.[1] ?? found[1] ?? '';
    return {
      name,
      to: of
        .split(',')
        .map((each) => decoded(each))
        .join(', '),
    };
  }
  return null;
}

/** Actions of staff, newest first. */
export function ActionList() {
  const { t, time, countsOf } = useDesk();
  const { answer: names = [] } = useAnswer<string[]>('/staff-names');
  const done = ({ method, path }: RaRecord): string => {
    const meaning = meaningOf(method, path);
    return meaning ? t(`actions.${meaning.name}`) : `${method} ${path}`;
  };
  const object = ({ method, path, import_id: imported, counts }: RaRecord) => {
    const { name = '', to = '' } = meaningOf(method, path) ?? ({} as { name?: Action; to?: string });
    if (imported !== null)
      return (
        <>
          <Link to={`/sync-log/${imported}/show`}>{to || t('log.call', { id: imported })}</Link>{' '}
          {countsOf(counts)}
        </>
      );
    return OF_PRODUCTS.has(name) && to !== '' ? <Link to={productPath(to)}>{to}</Link> : to;
  };
  return (
    <OfficeList filters={[choiceFilter('name', asChoices(names), { translateChoice: false })]} perPage={50}>
      <OfficeTable
        columns={[
          { source: 'at', value: ({ at }) => time(at), sx: { whiteSpace: 'nowrap' } },
          { source: 'name' },
          { source: 'done', value: done },
          { source: 'to', value: object, sx: { maxWidth: 420 } },
          {
            source: 'status',
            value: ({ status }) => t(`actions.${status < 400 ? 'succeeded' : 'refused'}`, { status }),
          },
          { source: 'address' },
        ]}
      />
    </OfficeList>
  );
}
