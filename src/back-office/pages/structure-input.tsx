import { useEffect, useRef, useState } from 'react';
import { TextInput, useTranslate } from 'react-admin';
import { useFormContext } from 'react-hook-form';
import { Alert, Box, Button } from '@mui/material';
import type { CanvasEditor, Molecule } from 'openchemlib';
import { OfficeDialog } from './dialogs.js';
import { withChiralFlag } from '../../structures/molfile.js';

/** openchemlib, as its package has it: for who draws alone. */
const LIBRARY = '/storefront/openchemlib.js';
interface Library {
  CanvasEditor: typeof CanvasEditor;
  Molecule: typeof Molecule;
}

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

/** Draws the structure of the form; what is taken becomes its SMILES. */
function DrawDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const { getValues, setValue } = useFormContext();
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CanvasEditor>(undefined);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let isOver = false;
    const open = async (): Promise<void> => {
      const library = (await import(/* @vite-ignore */ LIBRARY)) as Library;
      if (isOver) return;
      editor.current = new library.CanvasEditor(place.current!, { initialMode: 'molecule' });
      const molecule = moleculeOf(library, String(getValues('structure') ?? ''));
      if (molecule) editor.current.setMolecule(molecule);
    };
    open().catch(() => setFailed(true));
    return () => {
      isOver = true;
      editor.current?.destroy();
    };
  }, [getValues]);

  const take = (): void => {
    const molecule = editor.current!.getMolecule();
    const smiles = molecule.getAllAtoms() === 0 ? '' : molecule.toIsomericSmiles();
    setValue('structure', smiles, { shouldDirty: true, shouldValidate: true });
    onClose();
  };
  return (
    <OfficeDialog
      title={translate('office.product.draw_title')}
      width="md"
      onClose={onClose}
      buttons={
        <Button variant="contained" disabled={failed} onClick={take}>
          {translate('office.product.take')}
        </Button>
      }
    >
      {failed && <Alert severity="error">{translate('office.product.draw_failed')}</Alert>}
      {/* The editor's canvas is as wide as all of it, and stands beside its buttons, which are this wide. */}
      <Box ref={place} sx={{ height: { xs: 320, md: 480 }, bgcolor: '#fff', pr: '46px' }} />
    </OfficeDialog>
  );
}

/** What the editor shows at first. An InChI, or an unfinished structure, begins empty. */
function moleculeOf({ Molecule }: Library, text: string): Molecule | undefined {
  if (text.trim() === '') return undefined;
  try {
    return text.includes('\n')
      ? Molecule.fromMolfile(withChiralFlag(text))
      : Molecule.fromSmiles(text.trim());
  } catch {
    return undefined;
  }
}
