import { useId, useState } from 'react';
import { Button as IconLink, useListContext, useTranslate } from 'react-admin';
import { Alert, Box, Button, Checkbox, FormControlLabel, Radio, RadioGroup, TextField } from '@mui/material';
import EditIcon from '@mui/icons-material/EditNote';
import type { BulkChange } from '../../catalogue/bulk/bulk.js';
import { STATUSES } from '../../catalogue/products/fields.js';
import type { Status } from '../../catalogue/products/fields.js';
import { grouped, useBulkEdit, useChangeWords, Will } from './bulk.js';
import { useChoices } from './choices.js';
import { inForm, OfficeDialog } from './dialogs.js';
import { Choose } from './pieces.js';
import { useProposals } from './suggested-input.js';

/** Changes many products of the list: all of it, or those that are selected. */
export function BulkEditButton({ onBegun }: { onBegun: (id: number) => void }) {
  const translate = useTranslate();
  const { total = 0 } = useListContext();
  const [open, setOpen] = useState(false);
  return (
    <>
      {/* Named by itself too: as an icon that is disabled it has no other name. */}
      <IconLink
        label="office.bulk.edit"
        aria-label={translate('office.bulk.edit')}
        disabled={total === 0}
        onClick={() => setOpen(true)}
      >
        <EditIcon />
      </IconLink>
      {open && (
        <BulkEditDialog
          onClose={() => setOpen(false)}
          onBegun={(id) => {
            setOpen(false);
            onBegun(id);
          }}
        />
      )}
    </>
  );
}

function BulkEditDialog({ onClose, onBegun }: { onClose: () => void; onBegun: (id: number) => void }) {
  const translate = useTranslate();
  const { total = 0, selectedIds, filterValues } = useListContext();
  const { count, ask, begin, back } = useBulkEdit(onBegun);
  const [change, setChange] = useState<BulkChange>({});
  const [scope, setScope] = useState(selectedIds.length > 0 ? 'selected' : 'found');
  const request = {
    change,
    ...(scope === 'selected' ? { codes: selectedIds as string[] } : { filter: filterValues as object }),
  };
  return (
    <OfficeDialog
      title={translate('office.bulk.title')}
      width="sm"
      onClose={onClose}
      wrap={inForm(() => (count ? begin() : ask(request)))}
      buttons={
        <>
          {count && <Button onClick={back}>{translate('office.bulk.back')}</Button>}
          {count ? (
            <Button type="submit" variant="contained" disabled={count.total === 0}>
              {translate('office.bulk.start', { count: grouped(count.total), smart_count: count.total })}
            </Button>
          ) : (
            <Button type="submit" variant="contained" disabled={Object.keys(change).length === 0}>
              {translate('office.bulk.next')}
            </Button>
          )}
        </>
      }
    >
      {count ? (
        <Confirmation count={count} change={change} />
      ) : (
        <>
          <RadioGroup
            value={scope}
            onChange={(_event, value) => setScope(value)}
            aria-label={translate('office.bulk.title')}
          >
            {selectedIds.length > 0 && (
              <FormControlLabel
                value="selected"
                control={<Radio />}
                label={translate('office.bulk.selected', {
                  count: grouped(selectedIds.length),
                  smart_count: selectedIds.length,
                })}
              />
            )}
            <FormControlLabel
              value="found"
              control={<Radio />}
              label={translate('office.bulk.found', { count: grouped(total), smart_count: total })}
            />
          </RadioGroup>
          <ChangeFields change={change} onChange={setChange} />
        </>
      )}
    </OfficeDialog>
  );
}

function Confirmation({ count, change }: { count: { total: number; too_long: number }; change: BulkChange }) {
  const translate = useTranslate();
  const words = useChangeWords();
  const { total, too_long: tooLong } = count;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box component="ul" sx={{ m: 0, pl: 3, overflowWrap: 'anywhere' }}>
        {words(change).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </Box>
      {total === 0 ? <Alert severity="info">{translate('office.bulk.none')}</Alert> : <Will total={total} />}
      {tooLong > 0 && (
        <Alert severity="warning">{translate('office.bulk.too_long', { count: grouped(tooLong) })}</Alert>
      )}
    </Box>
  );
}

/** The tags that somebody typed. */
export const tagsIn = (text: string): string[] => [
  ...new Set(text.split(/[;；]/).flatMap((tag) => tag.trim() || [])),
];

/** What is to change; a field that is left as it is stays out. */
function ChangeFields({ change, onChange }: { change: BulkChange; onChange: (change: BulkChange) => void }) {
  const translate = useTranslate();
  const { categories } = useChoices();
  const [texts, setTexts] = useState({
    add_tags: change.add_tags?.join('; ') ?? '',
    remove_tags: change.remove_tags?.join('; ') ?? '',
  });
  const put = (name: keyof BulkChange, value: unknown): void => {
    const { [name]: _, ...others } = change;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  const putTags = (name: keyof typeof texts, text: string): void => {
    setTexts({ ...texts, [name]: text });
    const tags = tagsIn(text);
    put(name, tags.length > 0 ? tags : undefined);
  };
  const label = (name: string): string => translate(`resources.products.fields.${name}`);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 1 }}>
      <Choice
        label={label('status')}
        value={change.status}
        choices={STATUSES.map((id) => ({ id, name: translate(`office.status.${id}`) }))}
        onChange={(value) => put('status', value as Status | undefined)}
      />
      <Choice
        label={label('category')}
        value={change.category}
        choices={categories.filter(({ listed }) => listed)}
        onChange={(value) => put('category', value)}
      />
      <Box>
        <Proposed
          source="series"
          label={label('series')}
          value={change.series ?? ''}
          max={50}
          disabled={change.series === null}
          onChange={(text) => put('series', text.trim() === '' ? undefined : text)}
        />
        <FormControlLabel
          control={
            <Checkbox
              size="small"
              checked={change.series === null}
              onChange={(event) => put('series', event.target.checked ? null : undefined)}
            />
          }
          label={translate('office.bulk.no_series')}
        />
      </Box>
      {(['add_tags', 'remove_tags'] as const).map((name) => (
        <Proposed
          key={name}
          source="tags"
          label={translate(`office.bulk.${name}`)}
          hint={translate('office.product.semicolons')}
          value={texts[name]}
          onChange={(text) => putTags(name, text)}
        />
      ))}
    </Box>
  );
}

/** One of several values; or as it is. */
function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  label: string;
  value: string | undefined;
  choices: { id: string; name: string }[];
  onChange: (value: string | undefined) => void;
}) {
  const translate = useTranslate();
  return (
    <Choose
      fullWidth
      label={label}
      value={value ?? ''}
      choices={[['', translate('office.bulk.keep')], ...choices.map(({ id, name }) => [id, name] as const)]}
      onChange={(chosen) => onChange(chosen || undefined)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
    />
  );
}

/** A text with proposals from the catalogue. */
function Proposed({
  source,
  label,
  hint,
  value,
  max,
  disabled = false,
  onChange,
}: {
  source: 'series' | 'tags';
  label: string;
  hint?: string;
  value: string;
  max?: number;
  disabled?: boolean;
  onChange: (text: string) => void;
}) {
  const list = useId();
  const proposed = useProposals(source, value);
  return (
    <>
      <TextField
        fullWidth
        size="small"
        label={label}
        helperText={hint}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        slotProps={{ htmlInput: { list, maxLength: max, autoComplete: 'off' } }}
      />
      <datalist id={list}>
        {proposed.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}
