import { useState } from 'react';
import type { ReactElement } from 'react';
import {
  BulkActionsToolbar,
  BulkDeleteButton,
  Button as IconLink,
  CreateButton,
  FilterButton,
  SearchInput,
  SelectAllButton,
  TextInput,
  TopToolbar,
  useListContext,
} from 'react-admin';
import type { SelectInputProps } from 'react-admin';
import { Alert, Box, Chip, Menu, MenuItem } from '@mui/material';
import type { Product } from '../../catalogue/products/fields.js';
import { STATUSES } from '../../catalogue/products/fields.js';
import { BulkStatus } from './bulk.js';
import { BulkEditButton } from './bulk-edit.js';
import { choiceFilter, choicesOf, useChoices } from './inputs.js';
import { FILES } from './data.js';
import { Bilingual, Icon, Named, StatusChip, Structure, useDesk, useNarrow } from './pieces.js';
import { useChecks } from './quality.js';
import { OfficeList, OfficeTable } from './records.js';
import type { Column } from './records.js';
import { StructureFilter } from './structure-input.js';
import type { TextId } from './texts.js';

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
const SHOWN_ON_PHONES = new Set(['code', 'structure_url', 'name', 'cas', 'status']);

function useFilters(narrow: boolean) {
  const { categories, sources } = useChoices();
  const checks = useChecks();
  const { sourceName } = useDesk();
  const labels = [...new Set(['back-office', ...sources])].map((id) => ({ id, name: sourceName(id) }));
  const synced = { id: 'synced', name: 'source.synced' satisfies TextId };
  const named = { translateChoice: false };
  return [
    <SearchInput key="q" source="q" alwaysOn resettable />,
    choiceFilter('source', [synced, ...labels]),
    choiceFilter('status', choicesOf('status', STATUSES), { alwaysOn: !narrow }),
    choiceFilter('category', categories, { alwaysOn: !narrow, ...named }),
    <TextInput key="series" source="series" />,
    <TextInput key="tag" source="tag" />,
    choiceFilter('quality', checks, { alwaysOn: false, ...named }),
    <TextInput key="lacking" source="lacking" />,
    <StructureFilter key="structure" source="structure" />,
  ];
}

/** The products. */
export function ProductList() {
  const { t } = useDesk();
  const narrow = useNarrow();
  const filters = useFilters(narrow);
  return (
    <OfficeList
      filters={filters}
      sort={{ field: 'best', order: 'ASC' }}
      perPage={25}
      actions={
        <TopToolbar>
          <Exports />
          <FilterButton />
          <BulkEditButton />
          <CreateButton />
        </TopToolbar>
      }
    >
      <BulkStatus />
      <FiltersOn of={filters} />
      <SearchedWithout />
      {!narrow && (
        <BulkActionsToolbar selectAllButton={<SelectAllButton limit={MOST_SELECTED} />}>
          <BulkEditButton />
          <BulkDeleteButton
            mutationMode="pessimistic"
            confirmContent={t('history.delete_hint')}
            confirmColor="warning"
          />
        </BulkActionsToolbar>
      )}
      <Products isNarrow={narrow} />
    </OfficeList>
  );
}

/** The filters that are on, in words, each with a cross that takes it off. */
function FiltersOn({ of: filters }: { of: ReactElement<SelectInputProps & { source: string }>[] }) {
  const { t, label } = useDesk();
  const { filterValues, hideFilter } = useListContext<ProductRecord>();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, p: 0.5 }}>
      {filters.map(({ props: { source, choices, translateChoice: isId = true } }) => {
        const value: string = filterValues[source] ?? '';
        const { name = value } = choices?.find(({ id }) => id === value) ?? {};
        const off = (): void => hideFilter(source);
        return (
          value !== '' && (
            <Chip
              key={source}
              size="small"
              label={<Named name={label(source)}>{choices && isId ? t(name) : name}</Named>}
              title={t('ra.action.remove_filter')}
              onClick={off}
              onDelete={off}
            />
          )
        );
      })}
    </Box>
  );
}

/** Says that the text was looked for in a simpler way, and why. */
function SearchedWithout() {
  const { meta } = useListContext<ProductRecord>();
  const { t } = useDesk();
  if (meta?.without === undefined) return null;
  return <Alert severity="info">{t(`product.${meta.without}`)}</Alert>;
}

/** How many products are listed, and a menu of the files that they can be taken as. */
function Exports() {
  const { t } = useDesk();
  const { filterValues, total } = useListContext<ProductRecord>();
  // Until they are counted: none is a number, too.
  const count = total !== undefined && t('product.count', { count: total, smart_count: total });
  const [at, setAt] = useState<HTMLElement | null>(null);
  const close = (): void => setAt(null);
  return (
    <>
      <Box sx={{ mr: 1, fontSize: 13 }}>{count}</Box>
      <IconLink label="ra.action.export" aria-haspopup="menu" onClick={(event) => setAt(event.currentTarget)}>
        <Icon name="FileDownloadOutlined" />
      </IconLink>
      <Menu open={at !== null} anchorEl={at} onClose={close}>
        {(['csv', 'xlsx'] as const).map((format) => (
          <MenuItem
            key={format}
            component="a"
            href={FILES.products(format, filterValues as object)}
            onClick={close}
          >
            {t(`product.export_${format}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
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

function Products({ isNarrow }: { isNarrow: boolean }) {
  const { data = [] } = useListContext<ProductRecord>();
  const areMeant = data.some(({ meanings }) => meanings);
  const { day, isEnglish, sourceName, time } = useDesk();
  const columns: Column<ProductRecord>[] = [
    { source: 'code', canSort: true },
    {
      source: 'structure_url',
      label: 'product.structure',
      value: ({ structure_url: image, drawing, code, meanings }) =>
        (image ?? drawing) && <Structure url={image ?? drawing} name={code} size={meanings ? 120 : 44} />,
    },
    {
      source: 'name',
      value: ({ name_cn, name_en }) => <Bilingual value={name_cn} english={name_en} />,
      sx: { minWidth: 130, maxWidth: 320 },
    },
    { source: 'meanings', label: 'product.meanings', value: ({ meanings }) => <Meanings of={meanings} /> },
    { source: 'cas', sx: { whiteSpace: 'nowrap' } },
    ...(['category', 'series'] as const).map((source): Column<ProductRecord> => ({
      source,
      value: (row) => <Bilingual value={row[source]} english={isEnglish ? row[`${source}_en`] : null} />,
    })),
    { source: 'status', value: ({ status }) => <StatusChip status={status} /> },
    { source: 'source', value: ({ source }) => sourceName(source) },
    {
      source: 'updated_at',
      value: ({ updated_at: at }) => (
        <time dateTime={at} title={time(at)} style={{ whiteSpace: 'nowrap' }}>
          {day(at)}
        </time>
      ),
      canSort: true,
    },
  ];
  const isLeft = ({ source }: Column): boolean =>
    source === 'meanings' ? !areMeant : isNarrow && !SHOWN_ON_PHONES.has(source);
  return <OfficeTable to="edit" canSelect columns={columns.filter((column) => !isLeft(column))} />;
}
