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
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
  useUnselectAll,
} from 'react-admin';
import { Alert, Box, Button, Checkbox, FormControlLabel, Radio, RadioGroup, TextField } from '@mui/material';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import TableIcon from '@mui/icons-material/TableView';
import LabelIcon from '@mui/icons-material/Label';
import type { Product } from '../../catalogue/products/fields.js';
import { STATUSES } from '../../catalogue/products/fields.js';
import { BulkStatus } from './bulk.js';
import { BulkEditButton, tagsIn } from './bulk-edit.js';
import { useChoices } from './choices.js';
import { productFile } from './data.js';
import { inForm, OfficeDialog } from './dialogs.js';
import { Day, StatusChip, Structure, useNarrow, useOffice, useSourceName, useWork } from './pieces.js';
import { useChecks } from './quality.js';
import { OfficeList, RecordLink } from './records.js';
import { FilteredByStructure, StructureSearchButton } from './structure-search.js';

/** As many as a list gives at once. */
const MOST_SELECTED = 200;

/** With what is shown beside the fields; `drawing` is the address of one, where there is no image. */
type ProductRecord = Product & { id: string; drawing?: string; category_en?: string; series_en?: string };

function useFilters(narrow: boolean) {
  const { categories, sources } = useChoices();
  const checks = useChecks();
  const sourceName = useSourceName();
  const choices = (ids: readonly string[], name = (id: string) => id) =>
    ids.map((id) => ({ id, name: name(id) }));
  const labels = new Set(['back-office', ...sources]);
  return [
    <SearchInput key="q" source="q" alwaysOn resettable />,
    <SelectInput
      key="source"
      source="source"
      alwaysOn
      choices={[{ id: 'synced', name: 'office.source.synced' }, ...choices([...labels], sourceName)]}
    />,
    <SelectInput
      key="status"
      source="status"
      alwaysOn={!narrow}
      choices={choices(STATUSES, (id) => `office.status.${id}`)}
    />,
    <SelectInput
      key="category"
      source="category"
      choices={categories}
      translateChoice={false}
      alwaysOn={!narrow}
    />,
    <TextInput key="series" source="series" />,
    <TextInput key="tag" source="tag" />,
    <SelectInput key="quality" source="quality" choices={checks} translateChoice={false} />,
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
          <StructureSearchButton />
          <ExportLink format="csv" />
          <ExportLink format="xlsx" />
          <BulkEditButton onBegun={setBegan} />
          <CreateButton />
        </TopToolbar>
      }
    >
      <BulkStatus began={began} />
      <FilteredByStructure />
      <SearchedWithout />
      {narrow ? (
        <NarrowProducts />
      ) : (
        <>
          <BulkActionsToolbar selectAllButton={<SelectAllButton limit={MOST_SELECTED} />}>
            <BulkEditButton onBegun={setBegan} />
            <BulkTagButton />
            <BulkDeleteButton mutationMode="pessimistic" confirmContent="office.history.delete_hint" />
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
      href={productFile(format, filterValues)}
      label={`office.product.export_${format}`}
    >
      {format === 'csv' ? <DownloadIcon /> : <TableIcon />}
    </IconLink>
  );
}

function NarrowProducts() {
  const locale = useLocale();
  return (
    <SimpleList<ProductRecord>
      leftIcon={(row) => <Structure url={row.structure_url ?? row.drawing} name={row.code} size={40} />}
      primaryText={(row) => <Box sx={{ overflowWrap: 'anywhere' }}>{nameOf(row, locale)}</Box>}
      secondaryText={(row) => (
        <>
          {row.code} · {row.cas} <StatusChip status={row.status} />
        </>
      )}
      linkType="edit"
    />
  );
}

function nameOf(row: ProductRecord, locale: string): string {
  return locale === 'en' ? (row.name_en ?? row.name_cn) : row.name_cn;
}

function WideProducts() {
  const sourceName = useSourceName();
  const english = useLocale() === 'en';
  return (
    <DataTable<ProductRecord>
      bulkActionButtons={false}
      rowClick="edit"
      sx={{ '& .MuiTableCell-root': { paddingInline: 1 } }}
    >
      <DataTable.Col source="id" label={<SelectPage />} disableSort field={SelectRow} />
      <DataTable.Col
        source="structure_url"
        label="office.product.structure"
        disableSort
        render={(row) => <Structure url={row.structure_url ?? row.drawing} name={row.code} size={44} />}
      />
      <DataTable.Col source="code" render={(row) => <RecordLink type="edit">{row.code}</RecordLink>} />
      <DataTable.Col
        source="name"
        disableSort
        render={(row) => (
          <Box sx={{ minWidth: 130, maxWidth: 320, overflowWrap: 'anywhere' }}>
            <Bilingual value={row.name_cn} english={row.name_en} />
          </Box>
        )}
      />
      <DataTable.Col source="cas" disableSort sx={{ whiteSpace: 'nowrap' }} />
      <DataTable.Col
        source="category"
        disableSort
        render={(row) => <Bilingual value={row.category} english={english ? row.category_en : undefined} />}
      />
      <DataTable.Col
        source="series"
        disableSort
        render={(row) => <Bilingual value={row.series} english={english ? row.series_en : undefined} />}
      />
      <DataTable.Col source="status" disableSort render={(row) => <StatusChip status={row.status} />} />
      <DataTable.Col source="source" disableSort render={(row) => sourceName(row.source)} />
      <DataTable.Col source="updated_at">
        <Day source="updated_at" />
      </DataTable.Col>
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
function SelectRow() {
  const record = useRecordContext<ProductRecord>()!;
  const { selectedIds, onToggleItem } = useListContext<ProductRecord>();
  const translate = useTranslate();
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(record.id)}
      onClick={(event) => event.stopPropagation()}
      onChange={() => onToggleItem(record.id)}
      slotProps={{ input: { 'aria-label': `${translate('ra.action.select_row')}: ${record.code}` } }}
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

function BulkTagButton() {
  const { selectedIds } = useListContext();
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const office = useOffice();
  const unselectAll = useUnselectAll('products');
  const [open, setOpen] = useState(false);
  const [tags, setTags] = useState('');
  const [mode, setMode] = useState<'append' | 'replace'>('append');

  const wanted = tagsIn(tags);
  const [apply] = useWork(async () => {
    const { done, failed } = await office.tagProducts(selectedIds as string[], wanted, mode);
    setOpen(false);
    unselectAll();
    refresh();
    if (failed.length > 0)
      notify('office.product.tag_failed', {
        type: 'warning',
        messageArgs: { codes: failed.map(({ code }) => code).join(', ') },
      });
    else notify('office.product.tagged', { type: 'success', messageArgs: { smart_count: done } });
  });

  return (
    <>
      <Button size="small" startIcon={<LabelIcon />} onClick={() => setOpen(true)}>
        {translate('office.product.tag')}
      </Button>
      {open && (
        <OfficeDialog
          title={translate('office.product.tag_title', { smart_count: selectedIds.length })}
          onClose={() => setOpen(false)}
          wrap={inForm(apply)}
          buttons={
            <Button type="submit" variant="contained" disabled={mode === 'append' && wanted.length === 0}>
              {translate('office.product.tag')}
            </Button>
          }
        >
          <TextField
            autoFocus
            fullWidth
            margin="dense"
            label={translate('resources.products.fields.tags')}
            helperText={translate('office.product.semicolons')}
            value={tags}
            onChange={(event) => setTags(event.target.value)}
          />
          <RadioGroup value={mode} onChange={(_event, value) => setMode(value as 'append' | 'replace')}>
            {(['append', 'replace'] as const).map((each) => (
              <FormControlLabel
                key={each}
                value={each}
                control={<Radio />}
                label={translate(`office.product.tag_${each}`)}
              />
            ))}
          </RadioGroup>
        </OfficeDialog>
      )}
    </>
  );
}
