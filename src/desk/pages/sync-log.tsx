import {
  BooleanInput,
  DateTimeInput,
  FilterButton,
  ReferenceInput,
  SelectInput,
  TextInput,
  TopToolbar,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Card } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import { faultsOf } from '../../platform/access/fault.js';
import type { ItemFault } from '../../platform/access/fault.js';
import { address, decoded } from './call.js';
import { asChoices, choiceFilter } from './choices.js';
import { OfficePage } from './layout.js';
import { Faults, RejectedFile } from './faults.js';
import { toInstant, useDesk, useIsAdministrator } from './pieces.js';
import { Shown, useAnswer } from './reading.js';
import { Facts, OfficeList, OfficeTable } from './records.js';

const METHODS = asChoices(['GET', 'POST', 'PUT', 'DELETE']);
const STATUSES = [2, 3, 4, 5].map((id) => ({ id, name: `${id}xx` }));

/** As many errors or warnings of a call as are shown. */
const MOST_SHOWN = { errors: 1_000, warnings: 100 };

function useFilters() {
  const isAdministrator = useIsAdministrator();
  return [
    ...(isAdministrator
      ? [
          <ReferenceInput key="key" source="key" reference="keys" perPage={200} alwaysOn>
            <SelectInput optionText={({ id, name }) => `${name} (${id})`} />
          </ReferenceInput>,
        ]
      : []),
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
  const faults = kept
    .flatMap(faultsOf)
    .map(({ index, line, ...fault }) => ({ place: line ?? index + 1, ...fault }));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      {of === 'errors' && <RejectedFile id={call.id} />}
      {of === 'errors' && call['staff_name'] && (
        <Link to={`/import?correct=${call.id}`}>{t('import.correct')}</Link>
      )}
      {kept.length === MOST_SHOWN[of] && <p>{t('log.first', { count: MOST_SHOWN[of] })}</p>}
      <Faults label={t(`log.${of}`)} place={t('log.item')} words={words} faults={faults} isLinked />
    </Box>
  );
}
