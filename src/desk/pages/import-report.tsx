import { Alert, Box, Stack } from '@mui/material';
import { Link } from 'react-router-dom';
import type { ImportOutcome } from '../../exchange/import/outcome.js';
import { Faults, RejectedFile } from './faults.js';
import { Named, Section, useDesk } from './pieces.js';

/** The outcome of an import, or of its preview, which has no place in the sync log. */
export interface ImportReport extends ImportOutcome {
  import_id?: number;
  /** of its rejected rows, how many are kept */
  rejected_kept?: number;
}

export interface Reported {
  file: File;
  outcome: ImportReport;
  isPreview: boolean;
}

/** What is ignored comes first: it is why a file may do less than its owner thinks. */
export function Outcome({ file, outcome, isPreview }: Reported) {
  const { t, listed } = useDesk();
  const { created, updated, unchanged, invalid, failure } = outcome;
  const { ignored_fields: ignored, ignored_sheets: sheets = [], encoding } = outcome;
  const isUnread = isPreview && failure !== undefined && created + updated + unchanged + invalid === 0;
  const why =
    failure !== undefined &&
    t(`failures.file.${outcome.failure_code}`, { _: failure, line: outcome.failure_line });
  return (
    <Stack spacing={1}>
      {Object.entries({ ignored, sheets }).map(
        ([what, all]) =>
          all.length > 0 && (
            <Alert key={what} severity="warning">
              {t(`import.${what as 'ignored' | 'sheets'}`, { names: listed(all) })}
            </Alert>
          ),
      )}
      {encoding !== undefined && encoding !== 'utf-8' && (
        <Alert severity={outcome.encoding_unsure ? 'warning' : 'info'}>
          {t(outcome.encoding_unsure ? 'import.encoding_unsure' : 'import.encoding', { encoding })}
        </Alert>
      )}
      {!isUnread && (
        <Alert severity={invalid > 0 ? 'warning' : isPreview ? 'info' : 'success'}>
          <Named name={file.name}>
            {t(isPreview ? 'import.would' : 'import.did', { created, updated, unchanged, invalid })}
          </Named>
        </Alert>
      )}
      {why && (
        <Alert severity="error">
          <Named name={file.name}>
            {t(isUnread ? 'import.unreadable' : isPreview ? 'import.not_to_end' : 'import.broken_off', {
              reason: why,
            })}
          </Named>
        </Alert>
      )}
    </Stack>
  );
}

export function Errors({ outcome }: { outcome: ImportReport }) {
  const { t } = useDesk();
  const { errors, errors_truncated: isCut, import_id: id, rejected_kept: kept, invalid } = outcome;
  if (errors.length === 0) return null;
  return (
    <Section title={t('import.errors')}>
      {id !== undefined && (
        <>
          <RejectedFile id={id} />
          <p>
            {t('import.kept', { count: kept ?? 0, all: invalid })}{' '}
            <Link to={`/sync-log/${id}/show`}>{t('log.call', { id })}</Link>
          </p>
        </>
      )}
      {isCut && <p>{t('import.errors_cut')}</p>}
      <Faults label={t('import.errors')} place={t('import.line')} words="reasons" faults={errors} />
    </Section>
  );
}

/** Rows of each kind of warning that are shown. */
const SHOWN = 10;

/** Warnings by kind, with how many there are of each and the first of them. */
export function Warnings({ outcome, isPreview }: Omit<Reported, 'file'>) {
  const { t } = useDesk();
  const kinds = Object.entries(outcome.warning_counts).sort(([, a], [, b]) => b - a);
  if (kinds.length === 0) return null;
  return (
    <Section title={t(isPreview ? 'import.warnings_would' : 'import.warnings')}>
      {kinds.map(([reason, count]) => {
        const what = t(`warnings.${reason}`, { _: reason });
        const first = outcome.warnings.filter((row) => row.reason === reason).slice(0, SHOWN);
        return (
          <Box key={reason} component="section" sx={{ mb: 2 }}>
            <Box component="h3" sx={{ fontSize: 15, fontWeight: 600, my: 1 }}>
              <Named name={what}>{count}</Named>
            </Box>
            {count > first.length && <p>{t('import.first_shown', { count: first.length })}</p>}
            {first.length > 0 && <Faults label={what} place={t('import.line')} faults={first} />}
          </Box>
        );
      })}
    </Section>
  );
}
