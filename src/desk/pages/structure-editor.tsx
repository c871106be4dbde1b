import { useEffect, useRef, useState } from 'react';
import { Alert, Box } from '@mui/material';
import type { CanvasEditor, Molecule } from 'openchemlib';
import { withChiralFlag } from '../../chemistry/structures/molfile.js';
import { useDesk } from './pieces.js';

/** openchemlib, as its package has it: for who draws alone. */
const LIBRARY = '/storefront/openchemlib.js';
interface Library {
  CanvasEditor: typeof CanvasEditor;
  Molecule: typeof Molecule;
}

type StructureEditorProps = { text: string; height: object; onDrawn: (smiles: string) => void };

/**
 * The editor of structures.
 * @param text what it shows, where that is a structure: SMILES or a molfile
 * @param height its buttons need 361 px
 * @param onDrawn is called with what somebody draws, as SMILES
 */
export function StructureEditor({ text, height, onDrawn }: StructureEditorProps) {
  const { t } = useDesk();
  const place = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<{ library: Library; canvas: CanvasEditor }>();
  const [failed, setFailed] = useState(false);
  /** the text that is shown: what was drawn is not drawn again */
  const shown = useRef('');
  const told = useRef(onDrawn);
  useEffect(() => void (told.current = onDrawn));

  useEffect(() => {
    let canvas: CanvasEditor | undefined;
    let isOver = false;
    const open = async (): Promise<void> => {
      const library = (await import(/* @vite-ignore */ LIBRARY)) as Library;
      if (isOver) return;
      const made = new library.CanvasEditor(place.current!, { initialMode: 'molecule' });
      canvas = made;
      made.setOnChangeListener(({ type, isUserEvent }) => {
        if (!isUserEvent || type !== 'molecule') return;
        const molecule = made.getMolecule();
        shown.current = molecule.getAllAtoms() === 0 ? '' : molecule.toIsomericSmiles();
        told.current(shown.current);
      });
      setOpened({ library, canvas: made });
    };
    open().catch(() => setFailed(true));
    return () => {
      isOver = true;
      canvas?.destroy();
    };
  }, []);

  useEffect(() => {
    if (!opened || text === shown.current) return;
    const molecule = moleculeOf(opened.library, text);
    if (!molecule) return;
    opened.canvas.setMolecule(molecule);
    shown.current = text;
  }, [opened, text]);

  return (
    <>
      {failed && <Alert severity="error">{t('product.draw_failed')}</Alert>}
      {/* The editor's canvas is as wide as all of it, and stands beside its buttons, which are this wide. */}
      <Box sx={{ position: 'relative' }}>
        {!opened && !failed && (
          <Box role="status" sx={{ position: 'absolute', p: 2, color: '#444' }}>
            {t('product.draw_loading')}
          </Box>
        )}
        <Box ref={place} sx={{ height, bgcolor: '#fff', pr: '46px' }} />
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
