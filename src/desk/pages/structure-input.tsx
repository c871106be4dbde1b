import { useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Box, Button } from '@mui/material';
import { OfficeDialog } from './dialogs.js';
import { StructureEditor } from './structure-editor.js';

/** The structure of a product, as a text or drawn. */
export function StructureInput() {
  const translate = useTranslate();
  const [drawing, setDrawing] = useState(false);
  return (
    <Box>
      <TextInput
        source="structure"
        fullWidth
        multiline
        maxRows={6}
        helperText="office.product.structure_hint"
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off' } }}
      />
      <Button size="small" onClick={() => setDrawing(true)}>
        {translate('office.product.draw')}
      </Button>
      {drawing && <DrawDialog onClose={() => setDrawing(false)} />}
    </Box>
  );
}

/** Draws the structure of the form: its text becomes SMILES once something is drawn. */
function DrawDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext();
  const [drawn, setDrawn] = useState(String(getValues('structure') ?? ''));

  const take = (): void => {
    setValue('structure', drawn, { shouldDirty: true, shouldValidate: true });
    onClose();
  };
  return (
    <OfficeDialog
      title={translate('office.product.draw_title')}
      width="md"
      onClose={onClose}
      buttons={
        <Button variant="contained" onClick={take}>
          {translate('office.product.take')}
        </Button>
      }
    >
      <StructureEditor text={drawn} height={{ xs: 370, md: 480 }} onDrawn={setDrawn} />
    </OfficeDialog>
  );
}
