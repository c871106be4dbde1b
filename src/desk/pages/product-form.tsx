import type { ReactNode } from 'react';
import {
  Create,
  maxLength,
  minValue,
  PrevNextButtons,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  TopToolbar,
  DeleteWithConfirmButton,
  useGetRecordId,
  useNotify,
  usePrevNextController,
  useRecordContext,
  useRedirect,
  useTranslate,
  useUnselect,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { Box, Button, Typography } from '@mui/material';
import NextIcon from '@mui/icons-material/NavigateNext';
import TranslateIcon from '@mui/icons-material/Translate';
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
import { historyOf, ProductHistory, useFieldWords, useWriter } from './history.js';
import type { HistoryPage } from './history.js';
import type { Field, FieldName } from '../../catalogue/products/fields.js';
import { StatusChip, Structure, useOffice, useSourceName, useTime, useWork } from './pieces.js';
import { choicesOf, useChoices } from './choices.js';
import { DropZone, IMAGES } from './drop-zone.js';
import { OfficeEdit, productPath } from './records.js';
import { ProductDoubts } from './product-doubts.js';
import { StructureInput } from './structure-input.js';
import { PartsInput, SeriesInput } from './suggested-input.js';
import { UnsavedForm } from './unsaved.js';

/** Whether the service reads it as a number. */
const isNumber = (given: unknown): string | undefined =>
  typeof given !== 'string' || Number.isFinite(numberOf(given.trim())) ? undefined : 'ra.validation.number';

// Once for each field: a validator that is new at each rendering makes the form validate without end.
const RULES = new Map(
  FIELDS.map(({ name, kind, max, required: isRequired }) => [
    name,
    [
      ...(isRequired ? [required()] : []),
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
      fullWidth
      helperText={false}
      validate={RULES.get(source)!}
      {...(kind === 'lines' && { multiline: true, minRows: 3 })}
      {...(kind === 'number' && DECIMAL)}
      {...more}
    />
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 2, width: '100%', minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 600, mb: 1 }}>
        {translate(`office.product.${title}`)}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
        {children}
      </Box>
    </Box>
  );
}

function ProductFields({ isNew }: { isNew: boolean }) {
  const inputs = (group: Field['group']) =>
    EDITABLE_FIELDS.filter((field) => field.group === group).map((field) => (
      <FieldInput key={field.name} field={field} />
    ));
  return (
    <>
      {!isNew && <Head />}
      {!isNew && <ProductConflict />}
      <ProductDoubts isNew={isNew} />
      <Group title="names">
        {isNew && <Text source="code" autoFocus />}
        {isNew && <Box sx={{ display: { xs: 'none', md: 'block' } }} />}
        {inputs('names')}
      </Group>
      <Group title="chemistry">{inputs('chemistry')}</Group>
      <Group title="placing">{inputs('placing')}</Group>
      <Group title="structure">
        {inputs('structure')}
        <StructurePreview />
        <StructureInput />
      </Group>
      <Group title="texts">{inputs('texts')}</Group>
    </>
  );
}

/** The input of a field, by its kind in the table of fields. */
function FieldInput({ field: { name, kind } }: { field: Field }) {
  const plain = { source: name, helperText: false, fullWidth: true } as const;
  if (name === 'name_cn') return <NameInput source={name} from="name_en" to="cn" />;
  if (name === 'name_en') return <NameInput source={name} from="name_cn" to="en" />;
  if (kind === 'category') return <CategoryInput {...plain} />;
  if (kind === 'status')
    return <SelectInput {...plain} choices={choicesOf('office.status', STATUSES)} validate={NEEDED} />;
  if (name === 'series') return <SeriesInput helperText={false} validate={RULES.get(name)!} />;
  if (kind === 'list') return <PartsInput {...plain} isTags={name === 'tags'} validate={RULES.get(name)!} />;
  if (kind !== 'url') return <Text source={name} />;
  return (
    <Box>
      <Text source={name} />
      <UploadStructure />
    </Box>
  );
}

const NEEDED = required();

/** One of the categories: products of any other are refused. */
function CategoryInput(props: { source: FieldName; helperText: false; fullWidth: true }) {
  const { categories } = useChoices();
  const record = useRecordContext();
  // A product may have a category that was deleted, and keep it.
  const own: string = record?.['category'] ?? DEFAULT_CATEGORY;
  const choices = categories.filter(({ id, listed }) => listed || id === own);
  if (!choices.some(({ id }) => id === own)) choices.push({ id: own, name: own, listed: false });
  return <SelectInput {...props} choices={choices} translateChoice={false} validate={NEEDED} />;
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
  const translate = useTranslate();
  const sourceName = useSourceName();
  const time = useTime();
  const [url, name, status] = useWatch({ name: ['structure_url', 'name_cn', 'status'] });
  return (
    <Box sx={HEAD}>
      <Structure url={url ?? drawing} name={name ?? ''} size={48} />
      <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
        <b>{code}</b> {name} <StatusChip status={status} />
        <Box sx={{ fontSize: 13, color: 'text.secondary' }}>
          {sourceName(source)} · {time(at)} ·{' '}
          <a href={productPath(code)} target="_blank" rel="noreferrer">
            {translate('office.product.view')}
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
  const office = useOffice();
  const translate = useTranslate();
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
      title={translate('office.product.drop_structure')}
      hint={translate('office.media.hint')}
    />
  );
}

/** A name, with a button that translates the other one. */
function NameInput({ source, from, to }: { source: FieldName; from: FieldName; to: 'cn' | 'en' }) {
  const office = useOffice();
  const notify = useNotify();
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const typed: string | null = useWatch({ name: from });
  const text = typed?.trim();

  const [fill] = useWork(async () => {
    const found = await office.dataOf<{ name: string; origin: string } | null>(
      'GET',
      `/translate${query({ text, to })}`,
    );
    if (!found) return notify('office.product.untranslated', { type: 'warning' });
    setValue(source, found.name, { shouldDirty: true, shouldValidate: true });
    notify(`office.product.from_${found.origin}`, { type: 'info' });
  });
  return (
    <Box>
      <Text source={source} />
      <Button size="small" startIcon={<TranslateIcon />} disabled={!text} onClick={fill}>
        {translate(`office.product.translate_${to}`)}
      </Button>
    </Box>
  );
}

/** In the order of the list, and through as many of its products. */
const LED = { limit: 200, sort: { field: 'best', order: 'ASC' as const } };

/** Saves, and goes on to the next product of the list: of those that a check finds, one after the other. */
function SaveAndNext() {
  const notify = useNotify();
  const navigate = useNavigate();
  const { hasNext, nextPath } = usePrevNextController({ linkType: 'edit', ...LED });
  if (!hasNext || nextPath === undefined) return null;
  const onSuccess = (): void => {
    notify('ra.notification.updated', { type: 'success', messageArgs: { smart_count: 1 } });
    void navigate(nextPath);
  };
  return (
    <SaveButton
      type="button"
      variant="outlined"
      label="office.product.save_next"
      icon={<NextIcon />}
      mutationOptions={{ onSuccess }}
    />
  );
}

function EditActions() {
  const { getValues, reset } = useFormContext();
  const notify = useNotify();
  const redirect = useRedirect();
  const unselect = useUnselect('products');
  const id = useGetRecordId();
  const onSuccess = (): void => {
    reset(getValues()); // what was typed goes with the product: nobody is asked about it
    notify('ra.notification.deleted', { type: 'info', messageArgs: { smart_count: 1 } });
    unselect([id]);
    redirect('list', 'products');
  };
  return (
    <>
      <SaveButton />
      <SaveAndNext />
      <DeleteWithConfirmButton
        confirmContent="office.history.delete_hint"
        confirmColor="warning"
        mutationOptions={{ onSuccess }}
      />
    </>
  );
}

function ProductConflict() {
  const office = useOffice();
  const time = useTime();
  const writer = useWriter();
  const code = String(useGetRecordId());
  const { label, value } = useFieldWords();
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
