import type { ReactNode } from 'react';
import {
  DataTable,
  Edit,
  HttpError,
  List,
  Pagination,
  PaginationActions,
  SelectPageCheckbox,
  TopToolbar,
  useCreatePath,
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

/**
 * A list; one that could not be read says so. That of react-admin says that there is nothing.
 * @param hint what it is for
 */
export function OfficeList({ hint, children, ...props }: ListProps & { hint?: string }) {
  return (
    <List empty={false} exporter={false} actions={false} pagination={<Pages />} {...props}>
      {hint !== undefined && <Box sx={{ my: 2, color: 'text.secondary' }}>{hint}</Box>}
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

/** Names the numbers of pages in the language of the page. */
const PageNumbers = (props: object) => (
  <PaginationActions {...(props as any)} aria-label={useDesk().t('pages')} />
);

function Pages() {
  const isNarrow = useNarrow();
  return useFailure() ? null : <Pagination {...(!isNarrow && { actions: PageNumbers })} />;
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

/** A table whose rows are cards: their cells stand below each other, each with its name. */
const CARDS = {
  '& thead, & td:empty': { display: 'none' },
  '& table, & tbody, & .MuiTableCell-root': { display: 'block', border: 0, p: 0, overflowWrap: 'anywhere' },
  '& tr': { display: 'block', border: 1, borderColor: 'divider', borderRadius: 1, p: 1.5, mb: 1 },
  '& td:first-of-type': { fontWeight: 600 },
};
const RIGHT = { textAlign: 'right' };
/** Long values are broken, but no word of a heading. */
const TABLE = { '& .MuiTableCell-root': { paddingInline: 1 }, '& td': { overflowWrap: 'anywhere' } };

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
  const resource = useResourceContext();
  const areCards = useNarrow() || cards;
  const cell = ({ source, label, value, isNumber }: Column<R>, at: number, record: R): ReactNode => {
    const what = value ? value(record) : record[source];
    const shown = isNumber && typeof what === 'number' ? grouped(what) : what;
    if (at === 0) return <RecordLink to={to} id={record.id} children={shown} />;
    if (!areCards || shown === false || (shown ?? '') === '') return shown;
    return <Named name={t(label ?? `resources.${resource}.fields.${source}`)}>{shown}</Named>;
  };
  return (
    <DataTable<R> bulkActionButtons={false} rowClick={to ?? false} sx={areCards ? CARDS : TABLE}>
      {canSelect && !areCards && (
        <DataTable.Col
          source={'select' as never}
          label={<SelectPageCheckbox />}
          disableSort
          render={({ id }) => <SelectRow id={id} />}
        />
      )}
      {columns.map((column, at) => (
        <DataTable.Col
          key={column.source}
          source={column.source as never}
          {...(column.label && { label: column.label })}
          disableSort={!column.canSort}
          sx={areCards ? {} : { ...(column.isNumber && RIGHT), ...column.sx }}
          render={(record) => cell(column, at, record as R)}
        />
      ))}
      {actions && (
        <DataTable.Col
          source={'actions' as never}
          label={t('bulk.actions')}
          disableSort
          render={(record) => (
            <Stack direction="row" sx={areCards ? { flexWrap: 'wrap', justifyContent: 'flex-end' } : {}}>
              {actions(record as R)}
            </Stack>
          )}
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
      queryOptions={{ onError, ...ANEW }}
      {...props}
      render={({ record, error, refetch }) => {
        if (record) return children;
        return error && <Failure failure={error} onAgain={() => void refetch()} />;
      }}
    />
  );
}

/**
 * A record that is read for its form alone: what a list, or an earlier form, knew of it would be replaced once it has come, and
 * with it what somebody has typed by then.
 */
const ANEW = { gcTime: 0, meta: { for: 'form' } };

/** A column of a table beside a list: its heading, what it shows of a row, and how its cells look. */
export type RowColumn<R> = readonly [
  head: ReactNode,
  cell: (row: R, at: number) => ReactNode,
  look?: Pick<TableCellProps, 'align' | 'sx'>,
];

/**
 * A table beside a list, which a narrow window moves sideways.
 * @param label for screen readers
 * @param height the most that it takes, px: the rest is scrolled to, under its headings
 */
export function Rows<R>({
  label,
  columns,
  of,
  height,
}: {
  label: string;
  columns: readonly RowColumn<R>[];
  of: readonly R[];
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
            <TableRow key={at}>
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
