import { SelectInput, useTranslate } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Link } from 'react-router-dom';
import { ACTIONS } from './action-texts.js';
import { useCounts, useTime } from './pieces.js';
import { useAnswer } from './reading.js';
import { OfficeList, OfficeTable, productPath } from './records.js';

const PATTERNS = Object.entries(ACTIONS).map(
  ([name, [call]]) => [name, new RegExp(`^${call.replace('*', '(.+)')}$`)] as const,
);
/** Actions whose object is a product that is there. */
const OF_PRODUCTS = new Set(['product_made', 'product_edited', 'product_brought_back']);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // cut within a character
  }
}

/** The name of an action, and what it was done to; null for a call that has no name. */
export function meaningOf(method: string, path: string): { name: string; to: string } | null {
  const [bare = '', query = ''] = path.replace(/^\/(?:back-office\/api|api\/v1)/, '').split('?', 2);
  for (const [name, pattern] of PATTERNS) {
    const found = pattern.exec(`${method} ${bare}`);
    if (!found) continue;
    const of = /(?:^|&)of=([^&]*)/.exec(query)?.[1] ?? found[1] ?? '';
    return { name, to: of.split(',').map(decoded).join(', ') };
  }
  return null;
}

/** Actions of staff, newest first. */
export function ActionList() {
  const translate = useTranslate();
  const time = useTime();
  const countsOf = useCounts();
  const { answer: names = [] } = useAnswer<string[]>('/staff-names');
  const choices = names.map((id) => ({ id, name: id }));
  const done = ({ method, path }: RaRecord): string => {
    const meaning = meaningOf(method, path);
    return meaning ? translate(`office.actions.${meaning.name}`) : `${method} ${path}`;
  };
  const object = ({ method, path, import_id: imported, counts }: RaRecord) => {
    const { name = '', to = '' } = meaningOf(method, path) ?? {};
    if (imported !== null)
      return (
        <>
          <Link to={`/sync-log/${imported}/show`}>
            {to || translate('office.log.call', { id: imported })}
          </Link>{' '}
          {countsOf(counts)}
        </>
      );
    return OF_PRODUCTS.has(name) && to !== '' ? <Link to={productPath(to)}>{to}</Link> : to;
  };
  return (
    <OfficeList
      filters={[<SelectInput key="name" source="name" choices={choices} translateChoice={false} alwaysOn />]}
      perPage={50}
    >
      <OfficeTable
        columns={[
          { source: 'at', value: ({ at }) => time(at), sx: { whiteSpace: 'nowrap' } },
          { source: 'name' },
          { source: 'done', value: done },
          { source: 'to', value: object, sx: { maxWidth: 420 } },
          {
            source: 'status',
            value: ({ status }) =>
              translate(`office.actions.${status < 400 ? 'succeeded' : 'refused'}`, { status }),
          },
          { source: 'address' },
        ]}
      />
    </OfficeList>
  );
}
