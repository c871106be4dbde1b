import type { ReactNode } from 'react';
import {
  Create,
  DeleteWithConfirmButton,
  maxLength,
  minValue,
  PrevNextButtons,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  TopToolbar,
  useGetRecordId,
  usePrevNextController,
  useRecordContext,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useNavigate } from 'react-router-dom';
import {
  DEFAULT_CATEGORY,
  DEFAULT_STATUS,
  EDITABLE_FIELDS,
  FIELDS,
  STATUSES,
  STRUCTURE_KEYS,
} from '../../catalogue/products/fields.js';
import type { Field, FieldName } from '../../catalogue/products/fields.js';
import { numberOf } from '../../platform/values/number.js';
import { call, dataOf, query } from './call.js';
import { choicesOf, DropZone, IMAGES, PartsInput, SeriesInput, useChoices } from './inputs.js';
import { Conflict } from './conflict.js';
import { created, upload } from './data.js';
import { historyOf, ProductHistory, useEntryWords } from './history.js';
import type { HistoryPage } from './history.js';
import { Icon, Named, NEEDED, StatusChip, Structure, useDesk, useWork } from './pieces.js';
import { useReading } from './reading.js';
import { OfficeEdit, productPath } from './records.js';
import { StructureInput } from './structure-input.js';
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
    backgroundImage: 'var(--Paper-overlay)', // as what it covers
    py: 1,
    // Scrolled down, the bar of the page goes, and leaves its place.
    'body:has(header[style*="translateY(-"]) &': { top: 0 },
  },
};

function Head() {
  const { code, source, updated_at: at, drawing } = useRecordContext()!;
  const { t, time, sourceName } = useDesk();
  const { getValues, reset } = useFormContext();
  const [url, name, status] = useWatch({ name: ['structure_url', 'name_cn', 'status'] });
  const gone = (): string => {
    reset(getValues()); // what was typed goes with the product: nobody is asked about it
    return 'products';
  };
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
      <SaveButton />
      <SaveAndNext />
      <DeleteWithConfirmButton
        confirmContent={t('history.delete_hint')}
        confirmColor="warning"
        redirect={gone}
      />
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
  const { t } = useDesk();
  const { setValue } = useFormContext();
  const [fill, isBusy] = useWork(async ([file]: File[]) => {
    const { url } = await upload(file!, 'structures');
    setValue('structure_url', url, { shouldDirty: true, shouldValidate: true });
  });
  return (
    <DropZone
      accept={IMAGES}
      disabled={isBusy}
      onFiles={fill}
      title={t('product.drop_structure')}
      hint={t('media.hint')}
    />
  );
}

/** A name, with a button that translates the other one. */
function NameInput({ source, from, to }: { source: FieldName; from: FieldName; to: 'cn' | 'en' }) {
  const { t, tell } = useDesk();
  const { setValue } = useFormContext();
  const typed: string | null = useWatch({ name: from });
  const text = typed?.trim();

  const [fill] = useWork(async () => {
    const found = await dataOf<{ name: string; origin: 'catalogue' | 'service' } | null>(
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

function ProductConflict() {
  const { label, time } = useDesk();
  const code = String(useGetRecordId());
  const { writer, value } = useEntryWords();
  const names = [...EDITABLE_FIELDS.map(({ name }) => name), 'structure'];
  const who = async (): Promise<string> => {
    const [last] = (await call<HistoryPage>('GET', historyOf(code))).data;
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

/** What is doubtful about a product, as an import would warn of it and the checks would find it. */
interface Doubts {
  warnings: { field: string; reason: string; message: string; value: string | number | null }[];
  findings: { check: string; title: { en: string; cn: string } }[];
  structure: Record<'formula' | 'mw', string | number> | null;
}

/** The values at which checks look. */
const CHECKED = 'code,name_cn,name_en,cas,formula,mw,category,series,tags,structure_url,structure'.split(',');
/** A value is checked once nobody has typed for so long, ms. */
const PAUSE_MS = 400;

/**
 * What is doubtful about the values of the form: what an import of them would warn of, and of a product that is there already
 * what the quality page finds. Nothing is refused for it.
 */
export function ProductDoubts({ isNew }: { isNew: boolean }) {
  const { t, label, nameOf } = useDesk();
  const { setValue } = useFormContext();
  const values: unknown[] = useWatch({ name: CHECKED });
  const given = Object.fromEntries(
    CHECKED.map((name, i) => [name, values[i]]).filter(([, value]) => value != null && value !== ''),
  );
  const ask = (of: object) => dataOf<Doubts>('POST', '/product-doubts', created({ ...of }));
  const { answer } = useReading('doubts', ask, given, { pauseMs: PAUSE_MS });
  if (!answer) return null;
  const { warnings, structure } = answer;
  // A weight may have been worked out from other tables of the elements.
  const shown = (value: unknown) => (typeof value === 'number' ? value.toFixed(2) : value);
  const others = Object.entries(structure ?? {}).filter(([name, is]) => shown(given[name]) !== shown(is));
  const findings = answer.findings.filter(({ check }) => !warnings.some(({ reason }) => reason === check));
  const named = (field: string): string =>
    label(STRUCTURE_KEYS.some((key) => key === field) ? 'structure' : field);
  return (
    <Box role="status" sx={{ width: '100%', '& ul': { m: 0, pl: 2 }, '& .MuiAlert-root': { mb: 1 } }}>
      {others.length > 0 && (
        <Button
          size="small"
          onClick={() => others.forEach(([name, value]) => setValue(name, value, { shouldDirty: true }))}
        >
          {t('product.of_structure', { values: others.map(([, value]) => value).join(' · ') })}
        </Button>
      )}
      {warnings.length > 0 && (
        <Alert severity="warning">
          {t('product.doubts')}
          <ul>
            {warnings.map(({ field, reason, message, value }) => (
              <li key={`${field} ${reason} ${value}`} title={message}>
                <Named name={named(field)}>
                  {t(`warnings.${reason}`, { _: message })}
                  {value !== null && ` (${value})`}
                </Named>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {!isNew && findings.length > 0 && (
        <Alert severity="info">
          {t('product.findings')}
          <ul>
            {findings.map(({ check, title }) => (
              <li key={check}>{nameOf(title)}</li>
            ))}
          </ul>
        </Alert>
      )}
    </Box>
  );
}
