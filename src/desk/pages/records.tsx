import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  DataTable,
  Edit,
  HttpError,
  List,
  ListNoResults,
  Pagination,
  SelectPageCheckbox,
  TopToolbar,
  useCreatePath,
  useEditContext,
  useListContext,
  useRedirect,
  useResourceContext,
} from 'react-admin';
import type { EditProps, ListProps, RaRecord } from 'react-admin';
import {
  Box,
  Button,
  Card,
  Checkbox,
  LinearProgress,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import type { TableCellProps } from '@mui/material';
import { Link } from 'react-router-dom';
import { FILES } from './data.js';
import { grouped, Icon, Named, useDesk, useNarrow } from './pieces.js';
import { Failure } from './reading.js';
import type { TextId } from './texts.js';

/** A list; one that could not be read says so. That of react-admin says that there is nothing. */
export function OfficeList({ children, ...props }: ListProps) {
  return (
    <List empty={false} exporter={false} actions={false} pagination={<Pages />} {...props}>
      <Read>{children}</Read>
    </List>
  );
}

/** What was read before stays: only another reading of it failed. */
function useFailure(): Error | null {
  const { error, data } = useListContext();
  return data === undefined ? error : null;
}

function Read({ children }: { children: ReactNode }) {
  const failure = useFailure();
  const { refetch } = useListContext();
  return failure ? <Failure failure={failure} onAgain={() => void refetch()} /> : children;
}

function Pages() {
  return useFailure() ? null : <Pagination />;
}

/** A column of a list. */
export interface Column<R = any> {
  source: string;
  /** where it is not that of the field */
  label?: TextId;
  /** what it shows of a record; the field itself unless given */
  value?: (record: R) => ReactNode;
  isNumber?: true;
  canSort?: true;
  sx?: object;
}

/**
 * The records of a list: a table, and where the screen is narrow a card for each, with the first column as its heading.
 * @param to the page of a record, to which the first column leads
 * @param actions what can be done with a record
 * @param cards always as cards
 * @param canSelect for what is done to several at once
 */
export function OfficeTable<R extends RaRecord = any>({
  columns,
  to,
  actions,
  cards = false,
  canSelect = false,
}: {
  columns: Column<R>[];
  to?: 'edit' | 'show';
  actions?: (record: R) => ReactNode;
  cards?: boolean;
  canSelect?: boolean;
}) {
  const { t } = useDesk();
  const isNarrow = useNarrow();
  const shown = ({ source, value, isNumber }: Column<R>, record: R): ReactNode => {
    const what = value ? value(record) : record[source];
    return isNumber && typeof what === 'number' ? grouped(what) : what;
  };
  const first = (record: R): ReactNode => (
    <RecordLink to={to} id={record.id}>
      {shown(columns[0]!, record)}
    </RecordLink>
  );
  if (cards || isNarrow) return <Cards {...{ columns, shown, first, actions }} />;
  return (
    <DataTable<R>
      bulkActionButtons={false}
      rowClick={to ?? false}
      sx={{ '& .MuiTableCell-root': { paddingInline: 1 } }}
    >
      {canSelect && (
        <DataTable.Col
          source={'select' as never}
          label={<SelectPageCheckbox />}
          disableSort
          render={({ id }) => <SelectRow id={id} />}
        />
      )}
      {columns.map((column, i) => (
        <DataTable.Col
          key={column.source}
          source={column.source as never}
          {...(column.label && { label: column.label })}
          disableSort={!column.canSort}
          sx={{ overflowWrap: 'anywhere', ...(column.isNumber && { textAlign: 'right' }), ...column.sx }}
          render={(record) => (i === 0 ? first(record as R) : shown(column, record as R))}
        />
      ))}
      {actions && (
        <DataTable.Col
          source={'actions' as never}
          label={t('bulk.actions')}
          disableSort
          render={(record) => <Stack direction="row">{actions(record as R)}</Stack>}
        />
      )}
    </DataTable>
  );
}

/** As react-admin's, of which screen readers do not find the label. */
function SelectRow({ id }: { id: RaRecord['id'] }) {
  const { selectedIds, onToggleItem } = useListContext();
  const { t } = useDesk();
  return (
    <Checkbox
      checked={selectedIds.includes(id)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': `${t('ra.action.select_row')}: ${id}` } }}
    />
  );
}

function Cards<R extends RaRecord>({
  columns: [, ...others],
  shown,
  first,
  actions,
}: {
  columns: Column<R>[];
  shown: (column: Column<R>, record: R) => ReactNode;
  first: (record: R) => ReactNode;
  actions: ((record: R) => ReactNode) | undefined;
}) {
  const { data = [], isPending } = useListContext<R>();
  const resource = useResourceContext();
  const { t } = useDesk();
  if (data.length === 0 && !isPending) return <ListNoResults />;
  return (
    <Stack component="ul" spacing={1} sx={{ p: 0, m: 0, listStyle: 'none', overflowWrap: 'anywhere' }}>
      {data.map((record) => (
        <Card key={record.id} component="li" variant="outlined" sx={{ p: 1.5 }}>
          <Box sx={{ fontWeight: 600 }}>{first(record)}</Box>
          {others.map((column) => {
            const what = shown(column, record);
            return (
              (what ?? '') !== '' &&
              what !== false && (
                <Box key={column.source}>
                  <Named name={t(column.label ?? `resources.${resource}.fields.${column.source}`)}>
                    {what}
                  </Named>
                </Box>
              )
            );
          })}
          {actions && (
            <Stack direction="row" sx={{ justifyContent: 'flex-end', flexWrap: 'wrap' }}>
              {actions(record)}
            </Stack>
          )}
        </Card>
      ))}
    </Stack>
  );
}

type RecordLinkProps = { to: 'edit' | 'show' | undefined; id: RaRecord['id']; children: ReactNode };

/** Leads from a row of a table to its record: by the keyboard a row itself cannot be reached. */
function RecordLink({ to, id, children }: RecordLinkProps) {
  const resource = useResourceContext();
  const createPath = useCreatePath();
  if (!to) return children;
  return (
    // The row would lead there once more, and the way back would then take two steps.
    <Link to={createPath({ resource, type: to, id })} onClick={(event) => event.stopPropagation()}>
      {children}
    </Link>
  );
}

/** Names with their values, each on a line. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <Box component="dl" sx={{ m: 0 }}>
    {of.map(([name, value]) => (
      <Box
        key={name}
        sx={{ display: 'grid', gridTemplateColumns: { xs: '7rem 1fr', md: '10rem 1fr' }, py: 0.5 }}
      >
        <Box component="dt" sx={{ color: 'text.secondary' }}>
          {name}
        </Box>
        <Box component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', minWidth: 0 }}>
          {value}
        </Box>
      </Box>
    ))}
  </Box>
);

/** Takes a list as a file, as it is filtered. */
export function ListFile({ word }: { word: TextId }) {
  const { t } = useDesk();
  const of = useResourceContext()!;
  const { filterValues } = useListContext();
  return (
    <TopToolbar>
      <Button
        size="small"
        href={FILES.list(of, filterValues as object)}
        startIcon={<Icon name="FileDownloadOutlined" />}
      >
        {t(word)}
      </Button>
    </TopToolbar>
  );
}

/** The address of a product's page. */
export const productPath = (code: string): string => `/products/${encodeURIComponent(code)}`;

/**
 * The address of a list under a filter.
 * @param shown the field of the filter, where the list does not always show it
 */
export function filteredList(resource: string, filter: object, shown?: string): string {
  const text = (value: object): string => encodeURIComponent(JSON.stringify(value));
  const more = shown === undefined ? '' : `&displayedFilters=${text({ [shown]: true })}`;
  return `/${resource}?filter=${text(filter)}${more}`;
}

/**
 * The form of a record. That of react-admin leads to the list whatever has failed, and says that there is none: here only one
 * that is not there does.
 */
export function OfficeEdit({ children, ...props }: EditProps) {
  const resource = useResourceContext();
  const { tell } = useDesk();
  const redirect = useRedirect();
  const onError = (error: Error): void => {
    if (!(error instanceof HttpError && error.status === 404)) return;
    tell('ra.notification.item_doesnt_exist', 'error');
    redirect('list', resource);
  };
  return (
    <Edit
      mutationMode="pessimistic"
      redirect="list"
      queryOptions={{ onError }}
      {...props}
      render={() => <Fetched>{children}</Fetched>}
    />
  );
}

/**
 * A form once its record has come. At first react-admin gives what a list knew of it, and replaces that, and with it what
 * somebody has typed by then.
 */
function Fetched({ children }: { children: ReactNode }) {
  const { isFetching, record, error, refetch } = useEditContext();
  const [hasCome, setHasCome] = useState(!isFetching);
  if (!isFetching && !hasCome) setHasCome(true);
  if (record && hasCome) return children;
  return error ? <Failure failure={error} onAgain={() => void refetch()} /> : <LinearProgress aria-hidden />;
}

/** A column of a table beside a list: its heading, what it shows of a row, and how its cells look. */
export type RowColumn<R> = readonly [
  head: ReactNode,
  cell: (row: R, at: number) => ReactNode,
  look?: Pick<TableCellProps, 'align' | 'sx'>,
];

/**
 * A table beside a list, which a narrow window moves sideways.
 * @param label for screen readers
 * @param titles of the rows
 * @param height the most that it takes, px: the rest is scrolled to, under its headings
 */
export function Rows<R>({
  label,
  columns,
  of,
  titleOf = () => undefined,
  height,
}: {
  label: string;
  columns: readonly RowColumn<R>[];
  of: readonly R[];
  titleOf?: (row: R) => string | undefined;
  height?: number;
}) {
  return (
    <Card variant="outlined" sx={{ overflow: 'auto', ...(height && { maxHeight: height }) }} tabIndex={0}>
      <Table size="small" stickyHeader={height !== undefined} aria-label={label}>
        <TableHead>
          <TableRow>
            {columns.map(([head, , look], i) => (
              <TableCell key={i} align={look?.align ?? 'left'}>
                {head}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {of.map((row, at) => (
            <TableRow key={at} title={titleOf(row)}>
              {columns.map(([, cell, look], i) => (
                <TableCell key={i} {...look}>
                  {cell(row, at)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
