import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button as IconLink, HttpError, useListContext, useLocale, useTranslate } from 'react-admin';
import { Alert, Box, Button, Chip, Stack, TextField } from '@mui/material';
import StructureIcon from '@mui/icons-material/HexagonOutlined';
import { Link } from 'react-router-dom';
import type { Product } from '../../catalogue/products/fields.js';
import { DEFAULT_THRESHOLD, thresholdChoices, WAYS } from '../../search/structure/find-modes.js';
import type { Way } from '../../search/structure/find-modes.js';
import { EXAMPLES, STRUCTURE_TEXTS } from '../../site/storefront/structure-texts.js';
import type { StructurePage } from './data.js';
import { failureOf } from './call.js';
import { OfficeDialog } from './dialogs.js';
import { Choose, Structure, useOffice } from './pieces.js';
import { usePolling, useReading } from './reading.js';
import { productPath } from './records.js';
import { StructureEditor } from './structure-editor.js';

/** The filters of the list that are a structure. */
interface StructureFilter {
  structure: string;
  structure_mode: Way;
  threshold?: string;
}
const NO_STRUCTURE = { structure: undefined, structure_mode: undefined, threshold: undefined };

/** How long after the last change is searched, and asked again while structures are loading, ms. */
const PAUSE_MS = 400;
const AGAIN_MS = 3_000;

const useStructureTexts = () => STRUCTURE_TEXTS[useLocale() === 'en' ? 'en' : 'zh'];

/** Opens the search by structure. */
export function StructureSearchButton() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const label = 'office.product.by_structure';
  return (
    <>
      <IconLink label={label} aria-label={translate(label)} onClick={() => setOpen(true)}>
        <StructureIcon />
      </IconLink>
      {open && <StructureSearch onClose={() => setOpen(false)} />}
    </>
  );
}

/** Says by which structure the list is filtered. */
export function FilteredByStructure() {
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const translate = useTranslate();
  const t = useStructureTexts();
  const [open, setOpen] = useState(false);
  const { structure, structure_mode: way } = filterValues as Partial<StructureFilter>;
  if (!structure) return null;
  const button = (word: string, onClick: () => void) => (
    <Button size="small" color="inherit" onClick={onClick}>
      {translate(`office.product.${word}`)}
    </Button>
  );
  return (
    <>
      <Alert
        severity="info"
        icon={<StructureIcon />}
        action={
          <>
            {button('change_structure', () => setOpen(true))}
            {button('any_structure', () =>
              setFilters({ ...filterValues, ...NO_STRUCTURE }, displayedFilters),
            )}
          </>
        }
      >
        {t.way[way ?? 'substructure']}{' '}
        <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
          {structure.includes('\n') ? 'molfile' : structure}
        </Box>
      </Alert>
      {open && <StructureSearch onClose={() => setOpen(false)} />}
    </>
  );
}

/** What a structure finds, a moment after it was drawn or typed last. */
function useStructurePage(wanted: StructureFilter): {
  page?: StructurePage | undefined;
  failure?: string;
  isBusy: boolean;
} {
  const office = useOffice();
  const t = useStructureTexts();
  const ask = async (asked: StructureFilter): Promise<StructurePage | null> =>
    asked.structure.trim() === '' ? null : office.findStructure(asked);
  const { answer, failure, isLate, again } = useReading('structure', ask, wanted, { pauseMs: PAUSE_MS });
  const isLoading = failure instanceof HttpError && failure.status === 503;
  usePolling(isLoading ? AGAIN_MS : undefined, again);
  if (failure === undefined) return { page: answer ?? undefined, isBusy: isLate };
  const { message, errors } = failureOf(failure);
  return { failure: isLoading ? t.refused.loading : (errors['structure'] ?? message), isBusy: isLate };
}

/** What was named is listed by its structure, which the name may not tell tomorrow. */
const namedIn = (page: StructurePage | undefined, way: Way): Partial<StructureFilter> =>
  page?.meant
    ? { structure: page.meant.asked.text, structure_mode: way === 'smarts' ? 'substructure' : way }
    : {};

/** Searches while one draws or types; what is found can be listed. */
function StructureSearch({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const before = filterValues as Partial<StructureFilter>;
  const [text, setText] = useState(before.structure ?? '');
  const [way, setWay] = useState<Way>(before.structure_mode ?? 'substructure');
  const [threshold, setThreshold] = useState(String(Number(before.threshold ?? DEFAULT_THRESHOLD)));
  const wanted = { structure: text, structure_mode: way, ...(way === 'similarity' && { threshold }) };
  const { page, failure, isBusy } = useStructurePage(wanted);
  const total = page && !page.several ? page.total : 0;
  /** Of what was typed before nothing is drawn: somebody may have drawn on. */
  const taken = isBusy ? undefined : page?.meant?.asked.text;

  const list = (): void => {
    setFilters({ ...filterValues, ...NO_STRUCTURE, ...wanted, ...namedIn(page, way) }, displayedFilters);
    onClose();
  };
  const draw = (smiles: string): void => {
    setText(smiles);
    if (way === 'smarts') setWay('substructure'); // what is drawn is no pattern
  };
  const show = (example: Way): void => {
    setText(EXAMPLES[example]);
    setWay(example);
  };
  return (
    <OfficeDialog
      title={translate('office.product.by_structure')}
      width="md"
      onClose={onClose}
      buttons={
        <Button variant="contained" disabled={total === 0 || isBusy} onClick={list}>
          {translate('office.product.list_found', { smart_count: total })}
        </Button>
      }
    >
      <Stack spacing={1.5} sx={{ pt: 1 }}>
        <StructureText text={text} onChange={setText} />
        <Ways {...{ way, setWay, threshold, setThreshold }} onExample={show} />
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <div>
            <StructureEditor
              text={taken ?? (way === 'smarts' ? '' : text)}
              height={{ xs: 370, md: 400 }}
              onDrawn={draw}
            />
          </div>
          <Box sx={{ opacity: isBusy ? 0.6 : 1 }} aria-busy={isBusy}>
            {failure !== undefined && <Alert severity="warning">{failure}</Alert>}
            {page && <Found page={page} onChoose={setText} />}
          </Box>
        </Box>
      </Stack>
    </OfficeDialog>
  );
}

function StructureText({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const translate = useTranslate();
  const t = useStructureTexts();
  return (
    <TextField
      autoFocus
      fullWidth
      multiline
      maxRows={4}
      label={t.label}
      helperText={translate('office.product.by_structure_hint')}
      value={text}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off', maxLength: 10_000 } }}
    />
  );
}

/** How is searched, and examples of each way. */
function Ways({
  way,
  setWay,
  threshold,
  setThreshold,
  onExample,
}: {
  way: Way;
  setWay: (way: Way) => void;
  threshold: string;
  setThreshold: (threshold: string) => void;
  onExample: (way: Way) => void;
}) {
  const t = useStructureTexts();
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
      <Choose
        label={t.wayLabel}
        value={way}
        choices={WAYS.map((each) => [each, t.way[each]])}
        onChange={setWay}
      />
      {way === 'similarity' && (
        <Choose
          label={t.threshold}
          value={threshold}
          choices={thresholdChoices(Number(threshold))}
          onChange={setThreshold}
          sx={{ minWidth: 120 }}
        />
      )}
      <span>{t.examples}</span>
      {WAYS.map((each) => (
        <Chip
          key={each}
          size="small"
          variant="outlined"
          label={`${t.example[each]} · ${t.way[each]}`}
          onClick={() => onExample(each)}
        />
      ))}
    </Stack>
  );
}

function Found({ page, onChoose }: { page: StructurePage; onChoose: (code: string) => void }) {
  const translate = useTranslate();
  const t = useStructureTexts();
  const { several, meant, data, total, whole = true } = page;
  if (several)
    return (
      <>
        <Alert severity="info">{t.several}</Alert>
        {several.map((product) => (
          <Row key={product.code} product={product}>
            <Button size="small" onClick={() => onChoose(product.code)}>
              {translate('office.product.take')}
            </Button>
          </Row>
        ))}
      </>
    );
  return (
    <>
      {meant && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {meant.product ? t.taken : t.read}{' '}
          {meant.product ? <ProductLink product={meant.product} /> : <code>{meant.asked.text}</code>}
        </Alert>
      )}
      <Box role="status">
        {whole ? '' : '≥ '}
        {translate('office.product.found', { smart_count: total })}
      </Box>
      {data.map(({ product, match, similarity }) => (
        <Row key={product.code} product={product}>
          <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
            {t.match[match]}
            {match !== 'exact' &&
              similarity !== undefined &&
              ` · ${t.similarity(`${Math.floor(similarity * 100)} %`)}`}
          </Box>
        </Row>
      ))}
    </>
  );
}

function Row({ product, children }: { product: Product; children: ReactNode }) {
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', my: 1 }}>
      <Structure url={product.structure_url} name={product.code} size={64} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <ProductLink product={product} />
        {children}
      </Box>
    </Stack>
  );
}

function ProductLink({ product }: { product: Product }) {
  const name = useLocale() === 'en' ? (product.name_en ?? product.name_cn) : product.name_cn;
  return (
    <Link to={productPath(product.code)}>
      {product.code} {name}
    </Link>
  );
}
