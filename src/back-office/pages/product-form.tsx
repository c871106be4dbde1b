import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  Create,
  Edit,
  maxLength,
  minValue,
  NumberInput,
  required,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  DeleteButton,
  useNotify,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Box, Button, Typography } from '@mui/material';
import TranslateIcon from '@mui/icons-material/Translate';
import { DEFAULT_CATEGORY, DEFAULT_STATUS, FIELDS, STATUSES } from '../../products/fields.js';
import type { FieldName } from '../../products/fields.js';
import { DropZone, IMAGES, Structure, Time, useOffice, useSourceName } from './pieces.js';
import { useChoices } from './products.js';

const LENGTHS = new Map(FIELDS.map(({ name, max }) => [name, max]));
// Once for each field: a validator that is new at every drawing would make the form validate without end.
const BOUNDS = new Map([...LENGTHS].map(([name, max]) => [name, max === undefined ? [] : [maxLength(max)]]));
const NEEDED = new Map(
  (['name_cn'] as const).map((name) => [name as FieldName, [required(), ...BOUNDS.get(name)!]]),
);
const NOT_NEGATIVE = minValue(0);

function Text({ source, ...more }: { source: FieldName } & Record<string, unknown>) {
  const lines = FIELDS.find(({ name }) => name === source)?.kind === 'lines';
  return (
    <TextInput
      source={source}
      fullWidth
      helperText={false}
      validate={NEEDED.get(source) ?? BOUNDS.get(source)!}
      {...(lines && { multiline: true, minRows: 3 })}
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
  const { categories } = useChoices();
  const record = useRecordContext();
  // A product may carry a category that was deleted.
  const own = record?.['category'] as string | undefined;
  const names = [...new Set([...categories, own ?? DEFAULT_CATEGORY])];
  return (
    <>
      <Group title="names">
        {isNew ? <Text source="code" autoFocus /> : <OwnCode />}
        <Box sx={{ display: { xs: 'none', md: 'block' } }} />
        <NameInput source="name_cn" from="name_en" to="cn" />
        <NameInput source="name_en" from="name_cn" to="en" />
        <Text source="synonyms" helperText="office.product.semicolons" />
      </Group>
      <Group title="chemistry">
        <Text source="cas" />
        <Text source="formula" />
        <NumberInput source="mw" fullWidth helperText={false} validate={NOT_NEGATIVE} />
      </Group>
      <Group title="placing">
        <SelectInput
          source="category"
          choices={names.map((id) => ({ id, name: id }))}
          translateChoice={false}
          helperText={false}
          fullWidth
        />
        <SelectInput
          source="status"
          choices={STATUSES.map((id) => ({ id, name: `office.status.${id}` }))}
          helperText={false}
          fullWidth
        />
        <Text source="series" />
        <Text source="tags" helperText="office.product.semicolons" />
      </Group>
      <Group title="structure">
        <Box>
          <Text source="structure_url" />
          <UploadStructure />
        </Box>
        <StructurePreview />
      </Group>
      <Group title="texts">
        <Text source="description" />
        <Text source="description_en" />
        <Text source="ai_summary" />
        <Text source="ai_summary_en" />
      </Group>
    </>
  );
}

function OwnCode() {
  const record = useRecordContext();
  const translate = useTranslate();
  const sourceName = useSourceName();
  if (!record) return null;
  return (
    <Typography sx={{ alignSelf: 'center' }}>
      {translate('resources.products.fields.code')}: <b>{record['code'] as string}</b>
      <br />
      {translate('resources.products.fields.source')}: {sourceName(record['source'] as string)} ·{' '}
      <Time source="updated_at" />
    </Typography>
  );
}

function StructurePreview() {
  const url = useWatch({ name: 'structure_url' }) as string | null;
  const name = useWatch({ name: 'name_cn' }) as string | null;
  return <Structure url={url} name={name ?? ''} size={180} />;
}

/** Puts an image into the media library, and its address into the product. */
function UploadStructure() {
  const office = useOffice();
  const notify = useNotify();
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const [busy, setBusy] = useState(false);

  const upload = async (files: File[]): Promise<void> => {
    setBusy(true);
    try {
      const { url } = await office.upload(files[0]!, 'structures');
      setValue('structure_url', url, { shouldDirty: true, shouldValidate: true });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <DropZone
      accept={IMAGES}
      disabled={busy}
      onFiles={(files) => void upload(files)}
      title={translate('office.product.drop_structure')}
      hint={translate('office.media.hint')}
    />
  );
}

/** A name, with the button that fills it from the other one. */
function NameInput({ source, from, to }: { source: FieldName; from: FieldName; to: 'cn' | 'en' }) {
  const office = useOffice();
  const notify = useNotify();
  const translate = useTranslate();
  const { setValue } = useFormContext();
  const text = (useWatch({ name: from }) as string | null)?.trim();

  const fill = async (): Promise<void> => {
    try {
      const found = await office.translateName(text!, to);
      if (!found) return notify('office.product.untranslated', { type: 'warning' });
      setValue(source, found.name, { shouldDirty: true, shouldValidate: true });
      notify(`office.product.from_${found.origin}`, { type: 'info' });
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
  };
  return (
    <Box>
      <Text source={source} />
      <Button size="small" startIcon={<TranslateIcon />} disabled={!text} onClick={() => void fill()}>
        {translate(`office.product.translate_${to}`)}
      </Button>
    </Box>
  );
}

function EditToolbar() {
  return (
    <Toolbar sx={{ justifyContent: 'space-between' }}>
      <SaveButton />
      <DeleteButton mutationMode="pessimistic" />
    </Toolbar>
  );
}

/** One product, to be changed. */
export function ProductEdit() {
  return (
    <Edit mutationMode="pessimistic" redirect="list">
      <SimpleForm toolbar={<EditToolbar />}>
        <ProductFields isNew={false} />
      </SimpleForm>
    </Edit>
  );
}

/** A new product. */
export function ProductCreate() {
  return (
    <Create redirect="list">
      <SimpleForm defaultValues={{ category: DEFAULT_CATEGORY, status: DEFAULT_STATUS }}>
        <ProductFields isNew />
      </SimpleForm>
    </Create>
  );
}
