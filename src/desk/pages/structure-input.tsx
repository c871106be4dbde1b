import { useState } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import type { TextInputProps } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Box, Button } from '@mui/material';
import { DEFAULT_THRESHOLD, thresholdChoices, WAYS } from '../../search/structure/find-modes.js';
import { wordsIn } from '../../platform/values/words.js';
import { structures } from '../../site/storefront/texts.json';
import { OfficeDialog } from './dialogs.js';
import { StructureEditor } from './structure-editor.js';
import { useDesk } from './pieces.js';

/** A structure, as a text or drawn. */
export function StructureInput(props: Partial<TextInputProps>) {
  const { t } = useDesk();
  const [drawing, setDrawing] = useState(false);
  return (
    <Box>
      <TextInput
        source="structure"
        multiline
        maxRows={6}
        helperText={t('product.structure_hint')}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off', maxLength: 10_000 } }}
        {...props}
      />
      <Button size="small" onClick={() => setDrawing(true)}>
        {t('product.draw')}
      </Button>
      {drawing && <DrawDialog onClose={() => setDrawing(false)} />}
    </Box>
  );
}

/** The filter of a list by structure: drawn, or a text of it, or what names one; and how it is looked for. */
export function StructureFilter({ source }: { source: 'structure' }) {
  const t = wordsIn(structures, useDesk().isEnglish ? 'en' : 'zh');
  const way = useWatch({ name: 'structure_mode' });
  const plain = { translateChoice: false, fullWidth: false } as const;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, '& .MuiFormControl-root': { width: 240 } }}>
      <StructureInput source={source} label={t.label} maxRows={2} />
      <SelectInput
        source="structure_mode"
        label={t.wayLabel}
        defaultValue="substructure"
        choices={WAYS.map((id) => ({ id, name: t.way[id] }))}
        {...plain}
      />
      {way === 'similarity' && (
        <SelectInput
          source="threshold"
          label={t.threshold}
          defaultValue={String(DEFAULT_THRESHOLD)}
          choices={thresholdChoices(DEFAULT_THRESHOLD).map(([id, name]) => ({ id, name }))}
          {...plain}
        />
      )}
    </Box>
  );
}

/** Draws the structure of the form: its text becomes SMILES once something is drawn. */
function DrawDialog({ onClose }: { onClose: () => void }) {
  const { t } = useDesk();
  const { getValues, setValue } = useFormContext();
  const [drawn, setDrawn] = useState(String(getValues('structure') ?? ''));

  const take = (): void => {
    setValue('structure', drawn, { shouldDirty: true, shouldValidate: true });
    onClose();
  };
  return (
    <OfficeDialog
      title={t('product.draw_title')}
      width="md"
      onClose={onClose}
      buttons={
        <Button variant="contained" onClick={take}>
          {t('product.take')}
        </Button>
      }
    >
      <StructureEditor text={drawn} height={{ xs: 370, md: 480 }} onDrawn={setDrawn} />
    </OfficeDialog>
  );
}
