import {
  BooleanInput,
  DataTable,
  DateTimeInput,
  FilterButton,
  FunctionField,
  SelectInput,
  SimpleList,
  SimpleShowLayout,
  TextField,
  TextInput,
  TopToolbar,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box } from '@mui/material';
import type { ItemFault } from '../../platform/access/fault.js';
import { FIRST_200 } from './choices.js';
import { faultsOf } from '../../platform/access/fault.js';
import { Faults, RejectedFile } from './faults.js';
import { OfficeList, OfficeShow, RecordLink } from './records.js';
import { Time, useCounts, useIsAdministrator, useNarrow, useOffice, useTime } from './pieces.js';
import { useReading } from './reading.js';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'].map((id) => ({ id, name: id }));
const STATUSES = [2, 3, 4, 5].map((id) => ({ id, name: `${id}xx` }));

/** As many errors or warnings of a call as are shown. */
const MOST_SHOWN = { errors: 1_000, warnings: 100 };

const toInstant = (local: string): string | null => (local ? new Date(local).toISOString() : null);

function useFilters() {
  const office = useOffice();
  const isAdministrator = useIsAdministrator();
  const keys = useReading(
    async () => (isAdministrator ? (await office.getList('keys', FIRST_200)).data : []),
    { key: String(isAdministrator) },
  ).answer?.map(({ id, name }) => ({ id, name: `${name} (${id})` }));
  return [
    ...(isAdministrator
      ? [<SelectInput key="key" source="key" choices={keys ?? []} translateChoice={false} alwaysOn />]
      : []),
    <SelectInput key="status" source="status" choices={STATUSES} translateChoice={false} alwaysOn />,
    <SelectInput key="method" source="method" choices={METHODS} translateChoice={false} alwaysOn />,
    <TextInput key="path" source="path" alwaysOn />,
    <BooleanInput key="rejections" source="rejections" parse={(on: boolean) => on || null} alwaysOn />,
    <DateTimeInput key="since" source="since" parse={toInstant} />,
    <DateTimeInput key="until" source="until" parse={toInstant} />,
  ];
}

/** The sync log: calls made with keys and imports of files, newest first. */
export function LogList() {
  const filters = useFilters();
  const narrow = useNarrow();
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
      {narrow ? <NarrowLog /> : <WideLog />}
    </OfficeList>
  );
}

function NarrowLog() {
  const time = useTime();
  const countsOf = useCounts();
  return (
    <SimpleList
      linkType="show"
      primaryText={(call: RaRecord) => (
        <Box
          component="span"
          sx={{ overflowWrap: 'anywhere' }}
        >{`${call['method']} ${readable(call['path'])}`}</Box>
      )}
      secondaryText={(call: RaRecord) =>
        [call['status'], time(call['at']), callerOf(call), call['file_name'], countsOf(call['counts'])]
          .filter(Boolean)
          .join(' · ')
      }
    />
  );
}

function WideLog() {
  const countsOf = useCounts();
  return (
    <DataTable bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="at" disableSort>
        <RecordLink type="show">
          <Time source="at" />
        </RecordLink>
      </DataTable.Col>
      <DataTable.Col source="key_name" disableSort render={callerOf} />
      <DataTable.Col source="method" disableSort />
      <DataTable.Col source="path" disableSort field={Path} />
      <DataTable.NumberCol source="status" disableSort options={{ useGrouping: false }} />
      <DataTable.NumberCol source="duration_ms" disableSort />
      <DataTable.Col source="counts" disableSort render={(call: RaRecord) => countsOf(call['counts'])} />
    </DataTable>
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

function Path() {
  const record = useRecordContext();
  return (
    <Box sx={{ minWidth: 180, maxWidth: 360, overflowWrap: 'anywhere' }}>
      {record?.['file_name'] ?? readable(record?.['path'])}
    </Box>
  );
}

/** One call of the sync log. */
export function LogShow() {
  return (
    <OfficeShow title={<CallTitle />}>
      <SimpleShowLayout>
        <Time source="at" />
        <FunctionField source="key_name" render={callerOf} />
        <TextField source="file_name" emptyText="–" />
        <TextField source="method" />
        <TextField source="path" sx={{ overflowWrap: 'anywhere' }} />
        <TextField source="status" />
        <TextField source="duration_ms" />
        <TextField source="address" />
        <TextField source="request_id" />
        <Counts source="counts" />
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

function Counts({ source }: { source: string }) {
  const record = useRecordContext();
  const countsOf = useCounts();
  return <span>{countsOf(record?.[source]) || '–'}</span>;
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
  const record = useRecordContext();
  const translate = useTranslate();
  const kept: (ItemFault & { values?: unknown })[] = record?.[source] ?? [];
  if (kept.length === 0) return <span>–</span>;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {source === 'errors' && (
        <div>
          <RejectedFile id={record!.id} />
        </div>
      )}
      {kept.length === MOST_SHOWN[source] && (
        <p>{translate('office.log.first', { count: MOST_SHOWN[source] })}</p>
      )}
      <Faults
        label={translate(label)}
        place={translate('office.log.item')}
        words={words}
        faults={kept
          .flatMap(faultsOf)
          .map(({ index, line, ...fault }) => ({ place: line ?? index + 1, ...fault }))}
        isLinked
      />
    </Box>
  );
}
