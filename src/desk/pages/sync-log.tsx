import {
  BooleanInput,
  DateTimeInput,
  FilterButton,
  ReferenceInput,
  SelectInput,
  TextInput,
  TopToolbar,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Card } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import { faultsOf } from '../../platform/access/fault.js';
import type { ItemFault } from '../../platform/access/fault.js';
import { address } from './call.js';
import { OfficePage } from './layout.js';
import { Faults, RejectedFile } from './faults.js';
import { toInstant, useCounts, useIsAdministrator, useTime } from './pieces.js';
import { Shown, useAnswer } from './reading.js';
import { Facts, OfficeList, OfficeTable } from './records.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'].map((id) => ({ id, name: id }));
const STATUSES = [2, 3, 4, 5].map((id) => ({ id, name: `${id}xx` }));

/** As many errors or warnings of a call as are shown. */
const MOST_SHOWN = { errors: 1_000, warnings: 100 };

function useFilters() {
  const isAdministrator = useIsAdministrator();
  const choice = (name: string, choices: object[]) => (
    <SelectInput key={name} source={name} choices={choices} translateChoice={false} alwaysOn />
  );
  return [
    ...(isAdministrator
      ? [
          <ReferenceInput key="key" source="key" reference="keys" perPage={200} alwaysOn>
            <SelectInput optionText={({ id, name }) => `${name} (${id})`} />
          </ReferenceInput>,
        ]
      : []),
    choice('status', STATUSES),
    choice('method', METHODS),
    <TextInput key="path" source="path" alwaysOn />,
    <BooleanInput key="rejections" source="rejections" parse={(on: boolean) => on || null} alwaysOn />,
    <DateTimeInput key="since" source="since" parse={toInstant} />,
    <DateTimeInput key="until" source="until" parse={toInstant} />,
  ];
}

/** The sync log: calls made with keys and imports of files, newest first. */
export function LogList() {
  const filters = useFilters();
  const time = useTime();
  const countsOf = useCounts();
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
            value: ({ file_name: file, path }) => file ?? readable(path),
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

/** A path as it was typed: its Chinese is not percent-encoded. */
function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path; // as a caller may send it
  }
}

/** One call of the sync log. */
export function LogShow() {
  const { id = '' } = useParams();
  const translate = useTranslate();
  const time = useTime();
  const countsOf = useCounts();
  const reading = useAnswer<RaRecord>(address`/sync-log/${id}`);
  const plain = ['file_name', 'method', 'path', 'status', 'duration_ms', 'address', 'request_id'];
  return (
    <OfficePage title={translate('office.log.call', { id })}>
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
                }).map(([name, value]) => [translate(`resources.sync-log.fields.${name}`), value] as const),
                [translate('office.log.errors'), <Kept call={call} of="errors" words="reasons" />],
                [translate('office.log.warnings'), <Kept call={call} of="warnings" words="warnings" />],
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
  const translate = useTranslate();
  const kept: (ItemFault & { values?: unknown })[] = call[of] ?? [];
  if (kept.length === 0) return <span>–</span>;
  const faults = kept
    .flatMap(faultsOf)
    .map(({ index, line, ...fault }) => ({ place: line ?? index + 1, ...fault }));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      {of === 'errors' && <RejectedFile id={call.id} />}
      {of === 'errors' && call['staff_name'] && (
        <Link to={`/import?correct=${call.id}`}>{translate('office.import.correct')}</Link>
      )}
      {kept.length === MOST_SHOWN[of] && <p>{translate('office.log.first', { count: MOST_SHOWN[of] })}</p>}
      <Faults
        label={translate(`office.log.${of}`)}
        place={translate('office.log.item')}
        words={words}
        faults={faults}
        isLinked
      />
    </Box>
  );
}
