import { useState } from 'react';
import {
  BooleanInput,
  Button as IconLink,
  RadioButtonGroupInput,
  SelectInput,
  TextInput,
  useListContext,
} from 'react-admin';
import { Alert, Box, Button, Checkbox, FormControlLabel } from '@mui/material';
import type { BulkChange, BulkCount } from '../../catalogue/bulk/bulk.js';
import { DEFAULT_CATEGORY, STATUSES } from '../../catalogue/products/fields.js';
import type { TermKind } from '../../catalogue/terms/term.js';
import { useBulkEdit, useChangeWords, Will } from './bulk.js';
import { choicesOf, PartsInput, partsOf, SeriesInput, useChoices } from './inputs.js';
import { FormDialog } from './dialogs.js';
import { Icon, NEEDED, useDesk } from './pieces.js';
import type { Desk } from './pieces.js';

/** Changes many products of the list: all of it, or those that are selected. */
export function BulkEditButton() {
  const { t } = useDesk();
  const { total = 0 } = useListContext();
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* Named by itself too: as an icon that is disabled it has no other name. */}
      <IconLink
        label={t('bulk.edit')}
        aria-label={t('bulk.edit')}
        disabled={total === 0}
        onClick={() => setOpen(true)}
      >
        <Icon name="EditNote" />
      </IconLink>
      {open && <BulkEditDialog onClose={() => setOpen(false)} />}
    </>
  );
}

interface Typed {
  scope: 'selected' | 'found';
  status?: BulkChange['status'];
  category?: string;
  series?: string;
  no_series?: boolean;
  add_tags?: string;
  remove_tags?: string;
}

/** What is to change; a field that is left as it is stays out. */
function changeOf({ status, category, series, no_series: noSeries, ...texts }: Typed): BulkChange {
  const [added, removed] = [new Set(partsOf(texts.add_tags)), new Set(partsOf(texts.remove_tags))];
  return {
    ...(status && { status }),
    ...(category && { category }),
    ...(noSeries ? { series: null } : series?.trim() && { series }),
    ...(added.size > 0 && { add_tags: [...added] }),
    ...(removed.size > 0 && { remove_tags: [...removed] }),
  };
}

function BulkEditDialog({ onClose }: { onClose: () => void }) {
  const { t } = useDesk();
  const { total = 0, selectedIds, filterValues } = useListContext();
  const { count, ask, begin, back } = useBulkEdit(onClose);
  const [change, setChange] = useState<BulkChange>({});
  const submit = async (typed: Typed): Promise<void> => {
    if (count) return begin();
    const wanted = changeOf(typed);
    setChange(wanted);
    const which =
      typed.scope === 'selected' ? { codes: selectedIds as string[] } : { filter: filterValues as object };
    await ask({ change: wanted, ...which });
  };
  const scopes = [
    ...(selectedIds.length > 0 ? [['selected', selectedIds.length] as const] : []),
    ['found', total] as const,
  ].map(([id, all]) => ({ id, name: t(`bulk.${id}`, { count: all, smart_count: all }) }));
  return (
    <FormDialog
      title={t('bulk.title')}
      width="sm"
      onClose={onClose}
      submit={submit}
      defaults={{ scope: scopes[0]!.id }}
      resource="products"
      buttons={
        <>
          {count && <Button onClick={back}>{t('bulk.back')}</Button>}
          <Button type="submit" variant="contained" disabled={count?.total === 0}>
            {count ? t('bulk.start', { count: count.total, smart_count: count.total }) : t('bulk.next')}
          </Button>
        </>
      }
    >
      {count && <Confirmation count={count} change={change} />}
      <Box sx={{ display: count ? 'none' : 'block' }}>
        <RadioButtonGroupInput
          source="scope"
          label={t('bulk.title')}
          choices={scopes}
          translateChoice={false}
          row={false}
        />
        <ChangeFields />
      </Box>
    </FormDialog>
  );
}

function Confirmation({ count, change }: { count: { total: number; too_long: number }; change: BulkChange }) {
  const { t } = useDesk();
  const words = useChangeWords();
  const { total, too_long: tooLong } = count;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="ul" sx={{ m: 0, pl: 3, overflowWrap: 'anywhere' }}>
        {words(change).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Box>
      {total === 0 ? <Alert severity="info">{t('bulk.none')}</Alert> : <Will total={total} />}
      {tooLong > 0 && <Alert severity="warning">{t('bulk.too_long', { count: tooLong })}</Alert>}
    </Box>
  );
}

function ChangeFields() {
  const { t } = useDesk();
  const { categories } = useChoices();
  const choice = { emptyText: t('bulk.keep') };
  return (
    <>
      <SelectInput source="status" {...choice} choices={choicesOf('status', STATUSES)} />
      <SelectInput
        source="category"
        {...choice}
        choices={categories.filter(({ listed }) => listed)}
        translateChoice={false}
      />
      <SeriesInput />
      <BooleanInput source="no_series" label={t('bulk.no_series')} />
      {(['add_tags', 'remove_tags'] as const).map((name) => (
        <PartsInput key={name} source={name} isTags label={t(`bulk.${name}`)} />
      ))}
    </>
  );
}

const LONGEST: Record<TermKind, number> = { category: 50, series: 50, tag: 300 };

interface Renamed {
  kind: TermKind;
  value: string;
}

/**
 * Renames a category, a series or a tag in all products: first it shows how many, and whether the new name exists.
 * The default category keeps its name: products without a category get it.
 */
export function RenameButton(renamed: Renamed) {
  const { t } = useDesk();
  const [open, setOpen] = useState(false);
  const label = t('bulk.rename_of', { name: renamed.value });
  if (renamed.kind === 'category' && renamed.value === DEFAULT_CATEGORY) return null;
  return (
    <>
      <Button size="small" aria-label={label} onClick={() => setOpen(true)}>
        {t('bulk.rename')}
      </Button>
      {open && <RenameDialog {...renamed} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What should be thought of before. */
function warningsOf(
  { merges, too_long: tooLong = 0, profiles = [] }: Partial<BulkCount> = {},
  name: string,
  t: Desk['t'],
): string[] {
  return [
    tooLong > 0 && t('bulk.too_long', { count: tooLong }),
    profiles.length > 0 && t('bulk.profiles', { names: profiles.join(', ') }),
    merges && t('bulk.merges', { name, count: merges.products, smart_count: merges.products }),
  ].flatMap((text) => text || []);
}

function RenameDialog({ kind, value, label, onClose }: Renamed & { label: string; onClose: () => void }) {
  const { t } = useDesk();
  const { count, ask, begin, back } = useBulkEdit(onClose);
  const [name, setName] = useState(value);
  const [merge, setMerge] = useState(false);
  const submit = async ({ renamed }: { renamed: string }): Promise<void> => {
    if (count) return begin();
    setName(renamed.trim());
    await ask({ rename: { kind, from: value, to: renamed.trim() } });
  };
  const { merges, total = 0 } = count ?? {};
  const hint = t('bulk.rename_hint');
  return (
    <FormDialog
      title={label}
      width="sm"
      onClose={onClose}
      submit={submit}
      defaults={{ renamed: value }}
      buttons={
        <Button type="submit" variant="contained" disabled={merges !== undefined && !merge}>
          {t(count ? 'bulk.rename_start' : 'bulk.next')}
        </Button>
      }
    >
      <TextInput
        source="renamed"
        label={t('bulk.new_name')}
        autoFocus
        validate={NEEDED}
        helperText={kind === 'category' ? `${hint} ${t('bulk.category_hint')}` : hint}
        onChange={() => {
          setMerge(false);
          back();
        }}
        slotProps={{ htmlInput: { maxLength: LONGEST[kind] } }}
      />
      {count && <Will total={total} />}
      {warningsOf(count, name, t).map((text) => (
        <Alert key={text} severity="warning" sx={{ mt: 1 }}>
          {text}
        </Alert>
      ))}
      {merges && (
        <FormControlLabel
          control={<Checkbox checked={merge} onChange={(event) => setMerge(event.target.checked)} />}
          label={t('bulk.merge')}
        />
      )}
    </FormDialog>
  );
}
