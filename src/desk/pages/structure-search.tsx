import { useEffect, useState } from 'react';
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
  return (
    <>
      <IconLink
        label="office.product.by_structure"
        aria-label={translate('office.product.by_structure')}
        onClick={() => setOpen(true)}
      >
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
  return (
    <>
      <Alert
        severity="info"
        icon={<StructureIcon />}
        action={
          <>
            <Button size="small" color="inherit" onClick={() => setOpen(true)}>
              {translate('office.product.change_structure')}
            </Button>
            <Button
              size="small"
              color="inherit"
              onClick={() => setFilters({ ...filterValues, ...NO_STRUCTURE }, displayedFilters)}
            >
              {translate('office.product.any_structure')}
            </Button>
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

/** Searches while one draws or types; what is found can be listed. */
function StructureSearch({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const t = useStructureTexts();
  const { filterValues, displayedFilters, setFilters } = useListContext();
  const before = filterValues as Partial<StructureFilter>;
  const [text, setText] = useState(before.structure ?? '');
  const [way, setWay] = useState<Way>(before.structure_mode ?? 'substructure');
  const [threshold, setThreshold] = useState(String(Number(before.threshold ?? DEFAULT_THRESHOLD)));
  const wanted = {
    structure: text,
    structure_mode: way,
    ...(way === 'similarity' && { threshold }),
  };
  const { page, failure, isBusy } = useStructurePage(wanted);
  const found = page && !page.several;
  /** Of what was typed before nothing is drawn: somebody may have drawn on. */
  const taken = isBusy ? undefined : page?.meant?.asked.text;

  const list = (): void => {
    // What was named is listed by its structure, which the name may not tell tomorrow.
    const { structure = text, mode = way } = page?.meant
      ? { structure: page.meant.asked.text, ...(way === 'smarts' && { mode: 'substructure' as const }) }
      : {};
    const filter = { ...NO_STRUCTURE, ...wanted, structure, structure_mode: mode };
    setFilters({ ...filterValues, ...filter }, displayedFilters);
    onClose();
  };
  const draw = (smiles: string): void => {
    setText(smiles);
    if (way === 'smarts') setWay('substructure'); // what is drawn is no pattern
  };
  return (
    <OfficeDialog
      title={translate('office.product.by_structure')}
      width="md"
      onClose={onClose}
      buttons={
        <Button variant="contained" disabled={!found || page.total === 0 || isBusy} onClick={list}>
          {translate('office.product.list_found', { smart_count: found ? page.total : 0 })}
        </Button>
      }
    >
      <Stack spacing={1.5} sx={{ pt: 1 }}>
        <TextField
          autoFocus
          fullWidth
          multiline
          maxRows={4}
          label={t.label}
          helperText={translate('office.product.by_structure_hint')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'off', maxLength: 10_000 } }}
        />
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap' }}>
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
        </Stack>
        <Stack direction="row" useFlexGap spacing={0.75} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <span>{t.examples}</span>
          {WAYS.map((each) => (
            <Chip
              key={each}
              size="small"
              variant="outlined"
              label={`${t.example[each]} · ${t.way[each]}`}
              onClick={() => {
                setText(EXAMPLES[each]);
                setWay(each);
              }}
            />
          ))}
        </Stack>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <Box sx={{ minWidth: 0 }}>
            <StructureEditor
              text={taken ?? (way === 'smarts' ? '' : text)}
              height={{ xs: 370, md: 400 }}
              onDrawn={draw}
            />
          </Box>
          <Box sx={{ minWidth: 0, opacity: isBusy ? 0.6 : 1 }} aria-busy={isBusy}>
            {failure !== undefined && <Alert severity="warning">{failure}</Alert>}
            {page && <Found page={page} onChoose={setText} />}
          </Box>
        </Box>
      </Stack>
    </OfficeDialog>
  );
}

/** What a structure finds, a moment after it was drawn or typed last. */
function useStructurePage({ structure, structure_mode, threshold }: StructureFilter) {
  const office = useOffice();
  const t = useStructureTexts();
  const [answer, setAnswer] = useState<{ to: string; page?: StructurePage; failure?: string }>();
  const [again, setAgain] = useState(0);
  const wanted = JSON.stringify({ structure, structure_mode, threshold });
  useEffect(() => {
    if (structure.trim() === '') return undefined;
    let isOver = false;
    let timer = setTimeout(() => {
      office
        .findStructure(JSON.parse(wanted) as object)
        .then((page) => isOver || setAnswer({ to: wanted, page }))
        .catch((error: unknown) => {
          if (isOver) return;
          const { message, errors } = failureOf(error);
          const isLoading = error instanceof HttpError && error.status === 503;
          if (isLoading) timer = setTimeout(() => setAgain((times) => times + 1), AGAIN_MS);
          setAnswer({
            to: wanted,
            failure: isLoading ? t.refused.loading : (errors['structure'] ?? message),
          });
        });
    }, PAUSE_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [office, structure, wanted, again, t]);
  if (structure.trim() === '') return { isBusy: false };
  return { ...answer, isBusy: answer?.to !== wanted };
}

function Found({ page, onChoose }: { page: StructurePage; onChoose: (code: string) => void }) {
  const translate = useTranslate();
  const t = useStructureTexts();
  const { several, meant, data, total, whole = true } = page;
  if (several)
    return (
      <>
        <Alert severity="info">{t.several}</Alert>
        <ProductRows>
          {several.map((product) => (
            <Row key={product.code} product={product}>
              <Button size="small" onClick={() => onChoose(product.code)}>
                {translate('office.product.take')}
              </Button>
            </Row>
          ))}
        </ProductRows>
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
      <ProductRows>
        {data.map(({ product, match, similarity }) => (
          <Row key={product.code} product={product}>
            <Box sx={{ color: 'text.secondary', fontSize: 13 }}>
              {t.match[match]}
              {match !== 'exact' && similarity !== undefined && (
                <> · {t.similarity(`${Math.floor(similarity * 100)} %`)}</>
              )}
            </Box>
          </Row>
        ))}
      </ProductRows>
    </>
  );
}

function ProductRows({ children }: { children: React.ReactNode }) {
  return (
    <Stack component="ul" spacing={1} sx={{ p: 0, my: 1, listStyle: 'none' }}>
      {children}
    </Stack>
  );
}

function Row({ product, children }: { product: Product; children: React.ReactNode }) {
  return (
    <Stack component="li" direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
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
    <Link to={`/products/${encodeURIComponent(product.code)}`}>
      {product.code} {name}
    </Link>
  );
}
