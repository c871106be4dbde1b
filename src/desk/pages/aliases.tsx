import { useState } from 'react';
import { SearchInput, SelectInput, TextInput } from 'react-admin';
import { Box } from '@mui/material';
import { ALIAS_KINDS } from '../../catalogue/aliases/alias.js';
import { choiceFilter, choicesOf } from './choices.js';
import { AddForm, ConfirmedDeleteButton } from './dialogs.js';
import { NEEDED, Section, useDesk } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';
import { Tables } from './tables.js';

const KINDS = choicesOf('alias.kinds', ALIAS_KINDS);

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  ...['cas', 'code', 'lang'].map((source) => <TextInput key={source} source={source} alwaysOn />),
  choiceFilter('kind', KINDS),
  <TextInput key="source" source="source" alwaysOn />,
];

/** The dictionary of names that are not the suppliers': by CAS number or product number. */
export function AliasList() {
  const { t, sourceName } = useDesk();
  return (
    <OfficeList perPage={50} filters={filters} component="div">
      <AddAlias />
      <OfficeTable
        columns={[
          { source: 'text' },
          { source: 'cas', sx: { whiteSpace: 'nowrap' } },
          { source: 'code' },
          { source: 'lang' },
          { source: 'kind', value: ({ kind }) => t(`alias.kinds.${kind}`) },
          {
            source: 'source',
            value: ({ source }) => (source === 'starter' ? t('alias.starter') : sourceName(source)),
          },
        ]}
        actions={(record) => <ConfirmedDeleteButton record={record} of="alias" />}
      />
      <Tables words="alias" />
    </OfficeList>
  );
}

/** A form that adds one name. */
function AddAlias() {
  const { office, tell, t } = useDesk();
  const [kind, setKind] = useState('brand');
  const add = async (alias: Record<string, string>): Promise<void> => {
    const isOfProduct = await office.addAlias(alias);
    const said = { text: alias['text']!.trim(), target: alias['cas']?.trim() || alias['code'] };
    if (isOfProduct) tell('alias.added', 'success', said);
    else tell('alias.of_none', 'warning', said);
    setKind(alias['kind']!);
  };
  const field = (name: string, max: number, grow = 1) => (
    <TextInput
      source={name}
      slotProps={{ htmlInput: { maxLength: max } }}
      sx={{ flex: `${grow} 1 ${60 + 60 * grow}px` }}
      {...(name === 'text' && { validate: NEEDED })}
    />
  );
  return (
    <Section title={t('alias.new')}>
      <AddForm add={add} defaults={{ kind }}>
        {field('text', 200, 3)}
        {field('cas', 40)}
        {field('code', 30)}
        {field('lang', 35)}
        <SelectInput source="kind" choices={KINDS} validate={NEEDED} sx={{ flex: '1 1 120px' }} />
      </AddForm>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('alias.hint')}</Box>
    </Section>
  );
}
