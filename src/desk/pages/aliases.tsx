import { useState } from 'react';
import { required, SearchInput, SelectInput, TextInput, useNotify, useTranslate } from 'react-admin';
import { Box } from '@mui/material';
import { ALIAS_KINDS } from '../../catalogue/aliases/alias.js';
import { choicesOf } from './choices.js';
import { AddForm, ConfirmedDeleteButton } from './dialogs.js';
import { Section, useOffice, useSourceName } from './pieces.js';
import { OfficeList, OfficeTable } from './records.js';
import { Tables } from './tables.js';

const KINDS = choicesOf('office.alias.kinds', ALIAS_KINDS);

const filters = [
  <SearchInput key="q" source="q" alwaysOn />,
  <TextInput key="cas" source="cas" alwaysOn />,
  <TextInput key="code" source="code" alwaysOn />,
  <TextInput key="lang" source="lang" alwaysOn />,
  <SelectInput key="kind" source="kind" alwaysOn choices={KINDS} />,
  <TextInput key="source" source="source" alwaysOn />,
];

/** The dictionary of names that are not the suppliers': by CAS number or product number. */
export function AliasList() {
  const translate = useTranslate();
  const nameOf = useSourceName();
  return (
    <OfficeList perPage={50} filters={filters} component="div">
      <AddAlias />
      <OfficeTable
        columns={[
          { source: 'text' },
          { source: 'cas', sx: { whiteSpace: 'nowrap' } },
          { source: 'code' },
          { source: 'lang' },
          { source: 'kind', value: ({ kind }) => translate(`office.alias.kinds.${kind}`) },
          {
            source: 'source',
            value: ({ source }) =>
              source === 'starter' ? translate('office.alias.starter') : nameOf(source),
          },
        ]}
        actions={(record) => (
          <ConfirmedDeleteButton
            record={record}

            label={translate('office.alias.delete_of', { text: record['text'] })}
            text={translate('office.alias.delete_text')}
          />
        )}
      />
      <Tables of="aliases" words="office.alias" />
    </OfficeList>
  );
}

const NEEDED = required();

/** A form that adds one name. */
function AddAlias() {
  const office = useOffice();
  const notify = useNotify();
  const translate = useTranslate();
  const [kind, setKind] = useState('brand');
  const add = async (alias: Record<string, string>): Promise<void> => {
    const isOfProduct = await office.addAlias(alias);
    notify(isOfProduct ? 'office.alias.added' : 'office.alias.of_none', {
      type: isOfProduct ? 'success' : 'warning',
      messageArgs: { text: alias['text']!.trim(), target: alias['cas']?.trim() || alias['code'] },
    });
    setKind(alias['kind']!);
  };
  const field = (name: string, max: number, grow = 1) => (
    <TextInput
      source={name}
      helperText={false}
      slotProps={{ htmlInput: { maxLength: max } }}
      sx={{ flex: `${grow} 1 ${60 + 60 * grow}px` }}
      {...(name === 'text' && { validate: NEEDED })}
    />
  );
  return (
    <Section title={translate('office.alias.new')}>
      <AddForm add={add} defaults={{ kind }}>
        {field('text', 200, 3)}
        {field('cas', 40)}
        {field('code', 30)}
        {field('lang', 35)}
        <SelectInput
          source="kind"
          choices={KINDS}
          validate={NEEDED}
          helperText={false}
          sx={{ flex: '1 1 120px' }}
        />
      </AddForm>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('office.alias.hint')}</Box>
    </Section>
  );
}
