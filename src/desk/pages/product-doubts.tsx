import { useLocale, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Alert, Box } from '@mui/material';
import { STRUCTURE_KEYS } from '../../catalogue/products/fields.js';
import { useFieldWords } from './history.js';
import { Named, useOffice } from './pieces.js';
import { useReading } from './reading.js';

/** The values at which checks look. */
const CHECKED = [
  'code',
  'name_cn',
  'name_en',
  'cas',
  'formula',
  'mw',
  'category',
  'series',
  'tags',
  'structure_url',
  'structure',
];
/** A value is checked once nobody has typed for so long, ms. */
const PAUSE_MS = 400;

/**
 * What is doubtful about the values of the form: what an import of them would warn of, and of a product that is there already
 * what the quality page finds. Nothing is refused for it.
 */
export function ProductDoubts({ isNew }: { isNew: boolean }) {
  const office = useOffice();
  const translate = useTranslate();
  const locale = useLocale();
  const { label } = useFieldWords();
  const values: unknown[] = useWatch({ name: CHECKED });
  const given = Object.fromEntries(
    CHECKED.map((name, i) => [name, values[i]]).filter(([, value]) => value != null && value !== ''),
  );
  const { answer } = useReading(() => office.doubts(given), {
    key: JSON.stringify(given),
    pauseMs: PAUSE_MS,
  });
  if (!answer) return null;
  const { warnings } = answer;
  const findings = isNew
    ? []
    : answer.findings.filter(({ check }) => !warnings.some(({ reason }) => reason === check));
  const named = (field: string): string =>
    label(STRUCTURE_KEYS.some((key) => key === field) ? 'structure' : field);
  const list = { m: 0, pl: 2 };
  return (
    <Box role="status" sx={{ width: '100%' }}>
      {warnings.length > 0 && (
        <Alert severity="warning" sx={{ mb: 1 }}>
          {translate('office.product.doubts')}
          <Box component="ul" sx={list}>
            {warnings.map(({ field, reason, message, value }) => (
              <li key={`${field} ${reason} ${value}`} title={message}>
                <Named name={named(field)}>
                  {translate(`office.warnings.${reason}`, { _: message })}
                  {value !== null && ` (${value})`}
                </Named>
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {findings.length > 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {translate('office.product.findings')}
          <Box component="ul" sx={list}>
            {findings.map(({ check, title }) => (
              <li key={check}>{locale === 'en' ? title.en : title.cn}</li>
            ))}
          </Box>
        </Alert>
      )}
    </Box>
  );
}
