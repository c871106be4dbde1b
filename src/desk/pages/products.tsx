import { useState } from 'react';
import {
  BulkActionsToolbar,
  BulkDeleteButton,
  Button as IconLink,
  CreateButton,
  DataTable,
  FilterButton,
  SearchInput,
  SelectAllButton,
  SelectInput,
  SimpleList,
  TextInput,
  TopToolbar,
  useListContext,
  useLocale,
  useTranslate,
} from 'react-admin';
import { Alert, Box, Checkbox } from '@mui/material';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import TableIcon from '@mui/icons-material/TableView';
import type { Product } from '../../catalogue/products/fields.js';
import { STATUSES } from '../../catalogue/products/fields.js';
import { BulkStatus } from './bulk.js';
import { BulkEditButton } from './bulk-edit.js';
import { useChoices } from './choices.js';
import { FILES } from './data.js';
import { Day, StatusChip, Structure, useNarrow, useSourceName } from './pieces.js';
import { useChecks } from './quality.js';
import { OfficeList, RecordLink } from './records.js';
import { StructureFilter } from './structure-input.js';

/** As many as a list gives at once. */
const MOST_SELECTED = 200;

/** With what is shown beside the fields; `drawing` is the address of one, where there is no image. */
type ProductRecord = Product & {
  id: string;
  drawing?: string;
  /** the names for which a check found it, each with the SMILES that it means */
  meanings?: Record<string, string>;
  category_en?: string;
  series_en?: string;
};
/** So many of these names are drawn. */
const MOST_DRAWN = 2;

function useFilters(narrow: boolean) {
  const { categories, sources } = useChoices();
  const checks = useChecks();
  const sourceName = useSourceName();
  const labels = [...new Set(['back-office', ...sources])].map((id) => ({ id, name: sourceName(id) }));
  const synced = { id: 'synced', name: 'office.source.synced' };
  const statuses = STATUSES.map((id) => ({ id, name: `office.status.${id}` }));
  const named = { translateChoice: false };
  return [
    <SearchInput key="q" source="q" alwaysOn resettable />,
    <SelectInput key="source" source="source" alwaysOn choices={[synced, ...labels]} />,
    <SelectInput key="status" source="status" alwaysOn={!narrow} choices={statuses} />,
    <SelectInput key="category" source="category" alwaysOn={!narrow} choices={categories} {...named} />,
    <TextInput key="series" source="series" />,
    <TextInput key="tag" source="tag" />,
    <SelectInput key="quality" source="quality" choices={checks} {...named} />,
    <TextInput key="lacking" source="lacking" />,
    <StructureFilter key="structure" source="structure" />,
  ];
}

/** The products. */
export function ProductList() {
  const narrow = useNarrow();
  const filters = useFilters(narrow);
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList
      filters={filters}
      sort={{ field: 'best', order: 'ASC' }}
      perPage={25}
      actions={
        <TopToolbar>
          <FilterButton />
          <ExportLink format="csv" />
          <ExportLink format="xlsx" />
          <BulkEditButton onBegun={setBegan} />
          <CreateButton />
        </TopToolbar>
      }
    >
      <BulkStatus began={began} />
      <SearchedWithout />
      {narrow ? (
        <NarrowProducts />
      ) : (
        <>
          <BulkActionsToolbar selectAllButton={<SelectAllButton limit={MOST_SELECTED} />}>
            <BulkEditButton onBegun={setBegan} />
            <BulkDeleteButton
              mutationMode="pessimistic"
              confirmContent="office.history.delete_hint"
              confirmColor="warning"
            />
          </BulkActionsToolbar>
          <WideProducts />
        </>
      )}
    </OfficeList>
  );
}

/** Says that the text was looked for in a simpler way, and why. */
function SearchedWithout() {
  const { meta } = useListContext<ProductRecord>();
  const translate = useTranslate();
  if (meta?.without === undefined) return null;
  return <Alert severity="info">{translate(`office.product.${meta.without}`)}</Alert>;
}

function ExportLink({ format }: { format: 'csv' | 'xlsx' }) {
  const { filterValues } = useListContext<ProductRecord>();
  return (
    <IconLink
      component="a"
      href={FILES.products(format, filterValues as object)}
      label={`office.product.export_${format}`}
    >
      {format === 'csv' ? <DownloadIcon /> : <TableIcon />}
    </IconLink>
  );
}

function NarrowProducts() {
  const isEnglish = useLocale() === 'en';
  return (
    <SimpleList<ProductRecord>
      leftIcon={(row) => <Structure url={row.structure_url ?? row.drawing} name={row.code} size={40} />}
      primaryText={(row) => (
        <Box sx={{ overflowWrap: 'anywhere' }}>{(isEnglish ? row.name_en : null) ?? row.name_cn}</Box>
      )}
      secondaryText={(row) => (
        <>
          {row.code} · {row.cas} <StatusChip status={row.status} />
        </>
      )}
      linkType="edit"
    />
  );
}

/** What names of a product mean instead, to be seen beside its own structure. */
const Meanings = ({ of = {} }: { of: ProductRecord['meanings'] }) =>
  Object.entries(of)
    .slice(0, MOST_DRAWN)
    .map(([name, smiles]) => (
      <Box key={name} component="figure" sx={{ m: 0, maxWidth: 220, overflowWrap: 'anywhere' }}>
        <Structure url={FILES.drawing(smiles)} name={name} size={120} />
        <Box component="figcaption" lang="en">
          {name}
        </Box>
      </Box>
    ));

type Column = [source: string, render: (row: ProductRecord) => React.ReactNode, more?: object];
const meant: Column = [
  'meanings',
  (row) => <Meanings of={row.meanings} />,
  { label: 'office.product.meanings' },
];

function WideProducts() {
  const { data = [] } = useListContext<ProductRecord>();
  const areMeant = data.some(({ meanings }) => meanings);
  const sourceName = useSourceName();
  const isEnglish = useLocale() === 'en';
  const columns: Column[] = [
    [
      'structure_url',
      (row) => (
        <Structure url={row.structure_url ?? row.drawing} name={row.code} size={row.meanings ? 120 : 44} />
      ),
      { label: 'office.product.structure' },
    ],
    [
      'code',
      (row) => (
        <RecordLink to="edit" id={row.id}>
          {row.code}
        </RecordLink>
      ),
      { disableSort: false },
    ],
    [
      'name',
      (row) => (
        <Box sx={{ minWidth: 130, maxWidth: 320, overflowWrap: 'anywhere' }}>
          <Bilingual value={row.name_cn} english={row.name_en} />
        </Box>
      ),
    ],
    ...(areMeant ? [meant] : []),
    ['cas', (row) => row.cas, { sx: { whiteSpace: 'nowrap' } }],
    ['category', (row) => <Bilingual value={row.category} english={isEnglish ? row.category_en : null} />],
    ['series', (row) => <Bilingual value={row.series} english={isEnglish ? row.series_en : null} />],
    ['status', (row) => <StatusChip status={row.status} />],
    ['source', (row) => sourceName(row.source)],
    ['updated_at', (row) => <Day at={row.updated_at} />, { disableSort: false }],
  ];
  return (
    <DataTable<ProductRecord>
      bulkActionButtons={false}
      rowClick="edit"
      sx={{ '& .MuiTableCell-root': { paddingInline: 1 } }}
    >
      <DataTable.Col
        source="id"
        label={<SelectPage />}
        disableSort
        render={(row) => <SelectRow row={row as ProductRecord} />}
      />
      {columns.map(([source, render, more]) => (
        <DataTable.Col key={source} source={source as never} disableSort render={render} {...more} />
      ))}
    </DataTable>
  );
}

function Bilingual({ value, english }: { value: string | null; english: string | null | undefined }) {
  return (
    <>
      {value}
      <Box lang="en" sx={{ color: 'text.secondary', fontSize: 13 }}>
        {english}
      </Box>
    </>
  );
}

// Checkboxes of our own: screen readers do not find the labels of the table's.
function SelectRow({ row: { id, code } }: { row: ProductRecord }) {
  const { selectedIds, onToggleItem } = useListContext<ProductRecord>();
  const translate = useTranslate();
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(id)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(id)}
      slotProps={{ input: { 'aria-label': `${translate('ra.action.select_row')}: ${code}` } }}
    />
  );
}

function SelectPage() {
  const { data = [], selectedIds, onSelect } = useListContext<ProductRecord>();
  const translate = useTranslate();
  const ids = data.map(({ id }) => id);
  const all = ids.length > 0 && ids.every((id) => selectedIds.includes(id));
  return (
    <Checkbox
      size="small"
      checked={all}
      indeterminate={!all && selectedIds.length > 0}
      onChange={() => onSelect(all ? [] : ids)}
      slotProps={{ input: { 'aria-label': translate('ra.action.select_all') } }}
    />
  );
}
