import {
  BooleanInput,
  DateTimeInput,
  FilterButton,
  FunctionField,
  ReferenceInput,
  SelectInput,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box } from '@mui/material';
import { Link } from 'react-router-dom';
import { faultsOf } from '../../platform/access/fault.js';
import type { ItemFault } from '../../platform/access/fault.js';
import { Faults, RejectedFile } from './faults.js';
import { useCounts, useIsAdministrator, useTime } from './pieces.js';
import { OfficeList, OfficeShow, OfficeTable } from './records.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'].map((id) => ({ id, name: id }));
const STATUSES = [2, 3, 4, 5].map((id) => ({ id, name: `${id}xx` }));

/** As many errors or warnings of a call as are shown. */
const MOST_SHOWN = { errors: 1_000, warnings: 100 };

const toInstant = (local: string): string | null => (local ? new Date(local).toISOString() : null);

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
  const time = useTime();
  const countsOf = useCounts();
  return (
    <OfficeShow title={<CallTitle />}>
      <SimpleShowLayout>
        <FunctionField source="at" render={({ at }: RaRecord) => time(at)} />
        <FunctionField source="key_name" render={callerOf} />
        <TextField source="file_name" emptyText="–" />
        <TextField source="method" />
        <TextField source="path" sx={{ overflowWrap: 'anywhere' }} />
        <TextField source="status" />
        <TextField source="duration_ms" />
        <TextField source="address" />
        <TextField source="request_id" />
        <FunctionField source="counts" render={({ counts }: RaRecord) => countsOf(counts) || '–'} />
        <Kept source="errors" label="office.log.errors" words="reasons" />
        <Kept source="warnings" label="office.log.warnings" words="warnings" />
      </SimpleShowLayout>
    </OfficeShow>
  );
}

function CallTitle() {
  const record = useRecordContext();
  const translate = useTranslate();
  return <>{translate('office.log.call', { id: record?.id })}</>;
}

/** What was wrong with the products of an import, as far as it is kept. */
function Kept({
  source,
  label,
  words,
}: {
  source: 'errors' | 'warnings';
  label: string;
  words: 'reasons' | 'warnings';
}) {
  const record = useRecordContext()!;
  const translate = useTranslate();
  const kept: (ItemFault & { values?: unknown })[] = record[source] ?? [];
  if (kept.length === 0) return <span>–</span>;
  const faults = kept
    .flatMap(faultsOf)
    .map(({ index, line, ...fault }) => ({ place: line ?? index + 1, ...fault }));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', justifyItems: 'start' }}>
      {source === 'errors' && <RejectedFile id={record.id} />}
      {source === 'errors' && record['staff_name'] && (
        <Link to={`/import?correct=${record.id}`}>{translate('office.import.correct')}</Link>
      )}
      {kept.length === MOST_SHOWN[source] && (
        <p>{translate('office.log.first', { count: MOST_SHOWN[source] })}</p>
      )}
      <Faults
        label={translate(label)}
        place={translate('office.log.item')}
        words={words}
        faults={faults}
        isLinked
      />
    </Box>
  );
}
