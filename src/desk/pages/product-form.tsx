import type { ReactNode } from 'react';
import {
  Create,
  maxLength,
  minValue,
  PrevNextButtons,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  TopToolbar,
  DeleteWithConfirmButton,
  useGetRecordId,
  usePrevNextController,
  useRecordContext,
  useRedirect,
  useUnselect,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Box, Button, Typography } from '@mui/material';
import {
  DEFAULT_CATEGORY,
  DEFAULT_STATUS,
  EDITABLE_FIELDS,
  FIELDS,
  STATUSES,
} from '../../catalogue/products/fields.js';
import { numberOf } from '../../platform/values/number.js';
import { query } from './call.js';
import { Conflict } from './conflict.js';
import { historyOf, ProductHistory, useEntryWords } from './history.js';
import type { HistoryPage } from './history.js';
import type { Field, FieldName } from '../../catalogue/products/fields.js';
import { Icon, NEEDED, StatusChip, Structure, useDesk, useWork } from './pieces.js';
import { choicesOf, useChoices } from './choices.js';
import { DropZone, IMAGES } from './drop-zone.js';
import { OfficeEdit, productPath } from './records.js';
import { ProductDoubts } from './product-doubts.js';
import { StructureInput } from './structure-input.js';
import { PartsInput, SeriesInput } from './suggested-input.js';
import type { TextId } from './texts.js';
import { UnsavedForm } from './unsaved.js';

/** Whether the service reads it as a number. */
const isNumber = (given: unknown): TextId | undefined =>
  typeof given !== 'string' || Number.isFinite(numberOf(given.trim())) ? undefined : 'ra.validation.number';

const RULES = new Map(
  FIELDS.map(({ name, kind, max, required: isRequired }) => [
    name,
    [
      ...(isRequired ? [NEEDED] : []),
      ...(max === undefined ? [] : [maxLength(max)]),
      ...(kind === 'number' ? [isNumber, minValue(0)] : []),
    ],
  ]),
);

// Of an input of type `number` Chromium leaves a comma out, and 180,16 would become 18016.
const DECIMAL = {
  slotProps: { htmlInput: { inputMode: 'decimal' } },
  parse: (text: string) => (String(Number(text)) === text ? Number(text) : text.trim() || null),
};

function Text({ source, ...more }: { source: FieldName } & Record<string, unknown>) {
  const kind = FIELDS.find(({ name }) => name === source)?.kind;
  return (
    <TextInput
      source={source}
      validate={RULES.get(source)!}
      {...(kind === 'lines' && { multiline: true, minRows: 3 })}
      {...(kind === 'number' && DECIMAL)}
      {...more}
    />
  );
}

/** A group of the table of fields. */
function Group({ of, children }: { of: NonNullable<Field['group']>; children?: ReactNode }) {
  const { t } = useDesk();
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 2, width: '100%', minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 600, mb: 1 }}>
        {t(`product.${of}`)}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        {EDITABLE_FIELDS.filter(({ group }) => group === of).map((field) => (
          <FieldInput key={field.name} field={field} />
        ))}
        {children}
      </Box>
    </Box>
  );
}

function ProductFields({ isNew }: { isNew: boolean }) {
  return (
    <>
      {!isNew && <Head />}
      {!isNew && <ProductConflict />}
      <ProductDoubts isNew={isNew} />
      {isNew && <Text source="code" autoFocus />}
      <Group of="names" />
      <Group of="chemistry" />
      <Group of="placing" />
      <Group of="structure">
        <StructurePreview />
        <StructureInput />
      </Group>
      <Group of="texts" />
    </>
  );
}

/** The input of a field, by its kind in the table of fields. */
function FieldInput({ field: { name, kind } }: { field: Field }) {
  if (name === 'name_cn') return <NameInput source={name} from="name_en" to="cn" />;
  if (name === 'name_en') return <NameInput source={name} from="name_cn" to="en" />;
  if (kind === 'category') return <CategoryInput source={name} />;
  if (kind === 'status')
    return <SelectInput source={name} choices={choicesOf('status', STATUSES)} validate={NEEDED} />;
  if (name === 'series') return <SeriesInput validate={RULES.get(name)!} />;
  if (kind === 'list')
    return <PartsInput source={name} isTags={name === 'tags'} validate={RULES.get(name)!} />;
  if (kind !== 'url') return <Text source={name} />;
  return (
    <Box>
      <Text source={name} />
      <UploadStructure />
    </Box>
  );
}

/** One of the categories: products of any other are refused. */
function CategoryInput({ source }: { source: FieldName }) {
  const { categories } = useChoices();
  const record = useRecordContext();
  // A product may have a category that was deleted, and keep it.
  const own: string = record?.['category'] ?? DEFAULT_CATEGORY;
  const choices = categories.filter(({ id, listed }) => listed || id === own);
  if (!choices.some(({ id }) => id === own)) choices.push({ id: own, name: own, listed: false });
  return <SelectInput source={source} choices={choices} translateChoice={false} validate={NEEDED} />;
}

/** What stays in sight while one scrolls: which product it is, and what is done with it. A low window has no room for that. */
const HEAD = {
  width: '100%',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  mb: 2,
  '@media (min-height: 500px)': {
    position: 'sticky',
    top: 48,
    zIndex: 3,
    bgcolor: 'background.paper',
    py: 1,
  },
};

function Head() {
  const { code, source, updated_at: at, drawing } = useRecordContext()!;
  const { t, time, sourceName } = useDesk();
  const [url, name, status] = useWatch({ name: ['structure_url', 'name_cn', 'status'] });
  return (
    <Box sx={HEAD}>
      <Structure url={url ?? drawing} name={name ?? ''} size={48} />
      <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
        <b>{code}</b> {name} <StatusChip status={status} />
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {sourceName(source)} · {time(at)} ·{' '}
          <a href={productPath(code)} target="_blank" rel="noreferrer">
            {t('product.view')}
          </a>
        </Box>
      </Box>
      <EditActions />
    </Box>
  );
}

function StructurePreview() {
  const url: string | null = useWatch({ name: 'structure_url' });
  const name: string | null = useWatch({ name: 'name_cn' });
  const record = useRecordContext();
  return <Structure url={url ?? record?.['drawing']} name={name ?? ''} size={180} />;
}

/** Uploads an image to the media library, and fills its URL into the product. */
function UploadStructure() {
  const { office, t } = useDesk();
  const { setValue } = useFormContext();
  const [upload, isBusy] = useWork(async ([file]: File[]) => {
    const { url } = await office.upload(file!, 'structures');
    setValue('structure_url', url, { shouldDirty: true, shouldValidate: true });
  });
  return (
    <DropZone
      accept={IMAGES}
      disabled={isBusy}
      onFiles={upload}
      title={t('product.drop_structure')}
      hint={t('media.hint')}
    />
  );
}

/** A name, with a button that translates the other one. */
function NameInput({ source, from, to }: { source: FieldName; from: FieldName; to: 'cn' | 'en' }) {
  const { office, t, tell } = useDesk();
  const { setValue } = useFormContext();
  const typed: string | null = useWatch({ name: from });
  const text = typed?.trim();

  const [fill] = useWork(async () => {
    const found = await office.dataOf<{ name: string; origin: 'catalogue' | 'service' } | null>(
      'GET',
      `/translate${query({ text, to })}`,
    );
    if (!found) return tell('product.untranslated', 'warning');
    setValue(source, found.name, { shouldDirty: true, shouldValidate: true });
    tell(`product.from_${found.origin}`, 'info');
  });
  return (
    <Box>
      <Text source={source} />
      <Button size="small" startIcon={<Icon name="Translate" />} disabled={!text} onClick={fill}>
        {t(`product.translate_${to}`)}
      </Button>
    </Box>
  );
}

/** In the order of the list, and through as many of its products. */
const LED = { limit: 200, sort: { field: 'best', order: 'ASC' as const } };

/** Saves, and goes on to the next product of the list: of those that a check finds, one after the other. */
function SaveAndNext() {
  const { tell } = useDesk();
  const navigate = useNavigate();
  const { hasNext, nextPath } = usePrevNextController({ linkType: 'edit', ...LED });
  if (!hasNext || nextPath === undefined) return null;
  const onSuccess = (): void => {
    tell('ra.notification.updated', 'success', { smart_count: 1 });
    void navigate(nextPath);
  };
  return (
    <SaveButton
      type="button"
      variant="outlined"
      label="product.save_next"
      icon={<Icon name="NavigateNext" />}
      mutationOptions={{ onSuccess }}
    />
  );
}

function EditActions() {
  const { getValues, reset } = useFormContext();
  const { t, tell } = useDesk();
  const redirect = useRedirect();
  const unselect = useUnselect('products');
  const id = useGetRecordId();
  const onSuccess = (): void => {
    reset(getValues()); // what was typed goes with the product: nobody is asked about it
    tell('ra.notification.deleted', 'info', { smart_count: 1 });
    unselect([id]);
    redirect('list', 'products');
  };
  return (
    <>
      <SaveButton />
      <SaveAndNext />
      <DeleteWithConfirmButton
        confirmContent={t('history.delete_hint')}
        confirmColor="warning"
        mutationOptions={{ onSuccess }}
      />
    </>
  );
}

function ProductConflict() {
  const { office, label, time } = useDesk();
  const code = String(useGetRecordId());
  const { writer, value } = useEntryWords();
  const names = [...EDITABLE_FIELDS.map(({ name }) => name), 'structure'];
  const who = async (): Promise<string> => {
    const [last] = (await office.call<HistoryPage>('GET', historyOf(code))).data;
    return last ? `${writer(last.by)} · ${time(last.at)}` : '';
  };
  return (
    <Conflict
      values={names.map((path) => ({ path, label: label(path), shown: (is) => value(path, is ?? null) }))}
      who={who}
    />
  );
}

/** The form of an existing product. */
export function ProductEdit() {
  return (
    <>
      <OfficeEdit
        sx={{ '& .RaEdit-card': { overflow: 'visible', minWidth: 0 } }}
        actions={
          <TopToolbar>
            <PrevNextButtons {...LED} />
          </TopToolbar>
        }
      >
        <SimpleForm toolbar={false}>
          <UnsavedForm />
          <ProductFields isNew={false} />
        </SimpleForm>
      </OfficeEdit>
      <ProductHistory />
    </>
  );
}

/** The form of a new product. */
export function ProductCreate() {
  return (
    <Create redirect="list">
      <SimpleForm defaultValues={{ category: DEFAULT_CATEGORY, status: DEFAULT_STATUS }}>
        <UnsavedForm />
        <ProductFields isNew />
      </SimpleForm>
    </Create>
  );
}
