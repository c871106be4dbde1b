import { BooleanInput, DateTimeInput, FilterButton, TextInput, TopToolbar } from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Card } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import type { ItemFault } from '../../platform/access/fault.js';
import ACTIONS from './actions.json' with { type: 'json' };
import { address, dataOf, decoded } from './call.js';
import { asChoices, choiceFilter } from './inputs.js';
import { Faults, RejectedFile } from './faults.js';
import { OfficePage } from './layout.js';
import { toInstant, useDesk, useIsAdministrator } from './pieces.js';
import { Shown, useAnswer, useReading } from './reading.js';
import { Facts, OfficeList, OfficeTable, productPath } from './records.js';

const METHODS = asChoices(['GET', 'POST', 'PUT', 'DELETE']);
const STATUSES = [2, 3, 4, 5].map((id) => ({ id, name: `${id}xx` }));

/** As many errors or warnings of a call as are shown. */
const MOST_SHOWN = { errors: 1_000, warnings: 100 };

function useFilters() {
  const isAdministrator = useIsAdministrator();
  const ask = async () => (isAdministrator ? dataOf<RaRecord[]>('GET', '/keys') : []);
  const { answer: keys = [] } = useReading('keys', ask, isAdministrator);
  const named = keys.map(({ id, name }) => ({ id, name: `${name} (${id})` }));
  return [
    ...(isAdministrator ? [choiceFilter('key', named, { translateChoice: false })] : []),
    choiceFilter('status', STATUSES, { translateChoice: false }),
    choiceFilter('method', METHODS, { translateChoice: false }),
    <TextInput key="path" source="path" alwaysOn />,
    <BooleanInput key="rejections" source="rejections" parse={(on: boolean) => on || null} alwaysOn />,
    <DateTimeInput key="since" source="since" parse={toInstant} />,
    <DateTimeInput key="until" source="until" parse={toInstant} />,
  ];
}

/** The sync log: calls made with keys and imports of files, newest first. */
export function LogList() {
  const filters = useFilters();
  const { time, countsOf } = useDesk();
  return (
    <OfficeList
      filters={filters}
      perPage={50}
      actions={
        <TopToolbar>
          <FilterButton />
        </TopToolbar>
      }
    >
      <OfficeTable
        to="show"
        columns={[
          { source: 'at', value: ({ at }) => time(at), sx: { whiteSpace: 'nowrap' } },
          { source: 'key_name', value: callerOf },
          { source: 'method' },
          {
            source: 'path',
            value: ({ file_name: file, path }) => file ?? decoded(path, decodeURI),
            sx: { minWidth: 180, maxWidth: 360 },
          },
          { source: 'status', value: ({ status }) => String(status) },
          { source: 'duration_ms', isNumber: true },
          { source: 'counts', value: ({ counts }) => countsOf(counts) },
        ]}
      />
    </OfficeList>
  );
}

/** The key, or who of the staff imported a file. */
const callerOf = (call: RaRecord): string => call['key_name'] ?? call['staff_name'];

/** One call of the sync log. */
export function LogShow() {
  const { id = '' } = useParams();
  const { t, time, countsOf } = useDesk();
  const reading = useAnswer<RaRecord>(address`/sync-log/${id}`);
  const plain = ['file_name', 'method', 'path', 'status', 'duration_ms', 'address', 'request_id'];
  return (
    <OfficePage title={t('log.call', { id })}>
      <Shown reading={reading}>
        {(call) => (
          <Card sx={{ p: 2 }}>
            <Facts
              of={[
                ...Object.entries({
                  at: time(call['at']),
                  key_name: callerOf(call),
                  ...Object.fromEntries(plain.map((name) => [name, call[name] ?? '–'])),
                  counts: countsOf(call['counts']) || '–',
                }).map(([name, value]) => [t(`resources.sync-log.fields.${name}`), value] as const),
                [t('log.errors'), <Kept call={call} of="errors" words="reasons" />],
                [t('log.warnings'), <Kept call={call} of="warnings" words="warnings" />],
              ]}
            />
          </Card>
        )}
      </Shown>
    </OfficePage>
  );
}

type KeptProps = { call: RaRecord; of: keyof typeof MOST_SHOWN; words: 'reasons' | 'warnings' };

/** What was wrong with the products of an import, as far as it is kept. */
function Kept({ call, of, words }: KeptProps) {
  const { t } = useDesk();
  const kept: (ItemFault & { values?: unknown })[] = call[of] ?? [];
  if (kept.length === 0) return <span>–</span>;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      {of === 'errors' && <RejectedFile id={call.id} />}
      {of === 'errors' && call['staff_name'] && (
        <Link to={`/import?correct=${call.id}`}>{t('import.correct')}</Link>
      )}
      {kept.length === MOST_SHOWN[of] && <p>{t('log.first', { count: MOST_SHOWN[of] })}</p>}
      <Faults label={t(`log.${of}`)} place={t('log.item')} words={words} faults={kept} isLinked />
    </Box>
  );
}

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
    const names = (/(?:^|&)of=([^&]*)/.exec(query)?.[1] ?? found[1] ?? '').split(',');
    return { name, to: names.map((each) => decoded(each)).join(', ') };
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
