import { useState } from 'react';
import { Alert, Box, Button, Stack, TextField } from '@mui/material';
import { columnMeaning } from '../../catalogue/products/columns.js';
import { FIELDS, PUSHED_FIELDS, STOCK, STRUCTURES } from '../../catalogue/products/fields.js';
import type { MappedColumn, SeenColumn, SeenFile } from '../../exchange/import/outcome.js';
import { useChoices } from './inputs.js';
import { Choose, Lines, Mark, Proposals, Section, useDesk } from './pieces.js';
import { Rows } from './records.js';

/** What each column of a file is to be read as, in the order of the file. */
export type Chosen = MappedColumn[];

/** What is proposed of a file. */
export const proposedOf = ({ columns }: SeenFile): Chosen =>
  columns.map(({ name, read, proposed, split }) => ({ name, as: proposed ?? read, ...(split && { split }) }));

/** What of the choice the names of the columns do not say by themselves: a mapping. Columns of one field are joined by it. */
export function mappingOf(chosen: Chosen): Chosen {
  const byName = (name: string): string | null => {
    const meaning = columnMeaning(name);
    return meaning && !meaning.isComputed ? meaning.field : null;
  };
  const changed = chosen.filter(({ name, as, split }) => as !== byName(name) || split !== undefined);
  const fields = new Set(changed.map(({ as }) => as));
  return chosen.filter((each) => changed.includes(each) || (each.as !== null && fields.has(each.as)));
}

const TARGETS = [...PUSHED_FIELDS, STOCK, ...STRUCTURES].map(({ name }) => name as string);
const LISTS = new Set<string>(FIELDS.filter(({ kind }) => kind === 'list').map(({ name }) => name));
const BROKEN = { overflowWrap: 'anywhere' };
const MARKS = ['|', '、', ',', '，', '/', '\n'];
const COLOURS = { known: 'green', guess: 'amber', values: 'amber', unknown: 'grey', computed: 'grey', chosen: 'blue' } as const; // prettier-ignore

/** How sure it is what a column is read as. */
function surenessOf({ read, proposed, sureness }: SeenColumn, as: string | null): keyof typeof COLOURS {
  if (as !== (proposed ?? read)) return 'chosen';
  return proposed === undefined ? sureness : 'values';
}

/** The columns of a file, each with its first values, what it is read as and how sure that is: to be changed, or left out. */
export function Columns({
  seen,
  chosen,
  onChange,
  onForget,
}: {
  seen: SeenFile;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  onForget: () => void;
}) {
  const { t } = useDesk();
  if (seen.columns.length === 0) return null;
  const change = (at: number, to: Partial<MappedColumn>): void =>
    onChange(
      chosen.map((each, i) => {
        if (i === at) return { ...each, ...to };
        // What was proposed of a later column by its values alone yields to what somebody chooses.
        const yields = i > at && each.as === to.as && surenessOf(seen.columns[i]!, each.as) === 'values';
        return yields ? { ...each, as: null } : each;
      }),
    );
  return (
    <Section title={t('import.columns')}>
      {seen.mapping !== undefined && (
        <Alert
          severity="info"
          sx={{ mb: 1 }}
          action={
            <Button color="inherit" onClick={onForget}>
              {t('import.forget')}
            </Button>
          }
        >
          {t('import.remembered', { name: seen.mapping })}
        </Alert>
      )}
      <Rows
        label={t('import.columns')}
        height={420}
        columns={[
          [t('import.column'), ({ name }) => <b>{name}</b>, { sx: { ...BROKEN, minWidth: 90 } }],
          [
            t('import.samples'),
            ({ samples }) => <Lines of={samples} />,
            { sx: { ...BROKEN, minWidth: 140 } },
          ],
          [t('import.read_as'), (_, at) => <ReadAs column={chosen[at]!} onChange={(to) => change(at, to)} />],
          [
            t('import.sureness'),
            (column, at) => {
              const is = surenessOf(column, chosen[at]!.as);
              return <Mark colour={COLOURS[is]}>{t(`import.sure.${is}`)}</Mark>;
            },
          ],
        ]}
        of={seen.columns}
      />
    </Section>
  );
}

type ReadAsProps = { column: MappedColumn; onChange: (to: Partial<MappedColumn>) => void };

/** What a column is read as, and for a list what parts its values. */
function ReadAs({ column: { name, as, split }, onChange }: ReadAsProps) {
  const { t, label } = useDesk();
  const fields = TARGETS.map((field) => [field, label(field)] as const);
  const marks = MARKS.map((mark) => [mark, mark === '\n' ? '↵' : mark] as const);
  return (
    <Stack spacing={1} sx={{ minWidth: 180 }}>
      <Choose
        label={t('import.read_as_of', { name })}
        value={as ?? ''}
        choices={[['', t('import.left_out')], ...fields]}
        onChange={(to) => onChange({ as: to || null, split: undefined })}
      />
      {LISTS.has(as ?? '') && (
        <Choose
          label={t('import.split_of', { name })}
          value={split ?? ''}
          choices={[['', ';'], ...marks]}
          onChange={(to) => onChange({ split: to || undefined })}
        />
      )}
    </Stack>
  );
}

const SOURCES = 'import-sources';

/** Under which name a mapping is remembered, and whether for the keys of a source too. */
export function useRemembering(proposed: string) {
  const { sources } = useChoices();
  const { t } = useDesk();
  const [name, setName] = useState(proposed);
  const [source, setSource] = useState('');
  const fields = (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <TextField
        fullWidth={false}
        label={t('import.remember_as')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        fullWidth={false}
        sx={{ minWidth: 240 }}
        label={t('import.also_for')}
        value={source}
        onChange={(event) => setSource(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 50, list: SOURCES } }}
      />
      <Proposals id={SOURCES} of={sources} />
    </Box>
  );
  return { name, source: source.trim() || null, fields };
}
