import { useFormContext, useWatch } from 'react-hook-form';
import { Alert, Box, Button } from '@mui/material';
import { STRUCTURE_KEYS } from '../../catalogue/products/fields.js';
import { created } from './changes.js';
import { Named, useDesk } from './pieces.js';
import { useReading } from './reading.js';

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
  const { office, t, label, nameOf } = useDesk();
  const { setValue } = useFormContext();
  const values: unknown[] = useWatch({ name: CHECKED });
  const given = Object.fromEntries(
    CHECKED.map((name, i) => [name, values[i]]).filter(([, value]) => value != null && value !== ''),
  );
  const ask = (of: object) => office.dataOf<Doubts>('POST', '/product-doubts', created({ ...of }));
  const { answer } = useReading('doubts', ask, given, { pauseMs: PAUSE_MS });
  if (!answer) return null;
  const { warnings, structure } = answer;
  const others = Object.entries(structure ?? {}).filter(([name, value]) => given[name] !== value);
  const findings = isNew
    ? []
    : answer.findings.filter(({ check }) => !warnings.some(({ reason }) => reason === check));
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
      {findings.length > 0 && (
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
