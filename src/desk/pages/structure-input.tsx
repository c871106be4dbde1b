import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { SelectInput, TextInput } from 'react-admin';
import type { TextInputProps } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Alert, Box, Button } from '@mui/material';
import type * as OpenChemLib from 'openchemlib';
import type { CanvasEditor, Molecule } from 'openchemlib';
import { withChiralFlag } from '../../chemistry/structures/molfile.js';
import { wordsIn } from '../../platform/values/words.js';
import { DEFAULT_THRESHOLD, thresholdChoices, WAYS } from '../../search/structure/find-modes.js';
import { structures } from '../../site/storefront/texts.json';
import { OfficeDialog } from './dialogs.js';
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
  const drawn = useRef(String(getValues('structure') ?? ''));
  const take = (): void => {
    setValue('structure', drawn.current, { shouldDirty: true, shouldValidate: true });
    onClose();
  };
  return (
    <OfficeDialog
      title={t('product.draw')}
      width="md"
      onClose={onClose}
      buttons={
        <Button variant="contained" onClick={take}>
          {t('product.take')}
        </Button>
      }
    >
      <StructureEditor drawn={drawn} />
    </OfficeDialog>
  );
}

/** openchemlib, as its package has it: for who draws alone. */
const LIBRARY = '/storefront/openchemlib.js';
type Library = typeof OpenChemLib;

/** The editor of structures. @param drawn what it shows at first; then what somebody has drawn, as SMILES */
export function StructureEditor({ drawn }: { drawn: RefObject<string> }) {
  const t = wordsIn(structures, useDesk().isEnglish ? 'en' : 'zh');
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<'loading' | 'open' | 'failed'>('loading');

  useEffect(() => {
    let canvas: CanvasEditor | undefined;
    let isOver = false;
    const open = async (): Promise<void> => {
      const library = (await import(/* @vite-ignore */ LIBRARY)) as Library;
      if (isOver) return;
      const made = new library.CanvasEditor(place.current!, { initialMode: 'molecule' });
      canvas = made;
      const molecule = moleculeOf(library, drawn.current);
      if (molecule) made.setMolecule(molecule);
      made.setOnChangeListener(({ type, isUserEvent }) => {
        if (!isUserEvent || type !== 'molecule') return;
        const molecule = made.getMolecule();
        drawn.current = molecule.getAllAtoms() === 0 ? '' : molecule.toIsomericSmiles();
      });
      setState('open');
    };
    open().catch(() => setState('failed'));
    return () => {
      isOver = true;
      canvas?.destroy();
    };
  }, [drawn]);

  return (
    <>
      {state === 'failed' && <Alert severity="error">{t.noEditor}</Alert>}
      <Box sx={{ position: 'relative' }}>
        {state === 'loading' && (
          <Box role="status" sx={{ position: 'absolute', p: 2, color: '#444' }}>
            {t.editorLoading}
          </Box>
        )}
        {/* Its canvas is as wide as all of it, and stands beside its buttons, which are this wide, and need 361 px. */}
        <Box ref={place} sx={{ height: { xs: 370, md: 480 }, bgcolor: '#fff', pr: '46px' }} />
      </Box>
    </>
  );
}

/** The molecule of a text; none of an InChI, a name, or an unfinished structure. */
function moleculeOf({ Molecule }: Library, text: string): Molecule | undefined {
  try {
    if (text.trim() === '') return new Molecule(0, 0);
    return text.includes('\n')
      ? Molecule.fromMolfile(withChiralFlag(text))
      : Molecule.fromSmiles(text.trim());
  } catch {
    return undefined;
  }
}
