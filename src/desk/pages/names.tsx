import { useState } from 'react';
import {
  DeleteWithConfirmButton,
  SearchInput,
  required,
  TextInput,
  useNotify,
  useTranslate,
} from 'react-admin';
import { Box } from '@mui/material';
import { Link } from 'react-router-dom';
import { BulkStatus } from './bulk.js';
import { AddForm } from './dialogs.js';
import { useOffice } from './pieces.js';
import { filteredList, OfficeList, OfficeTable } from './records.js';
import { RenameButton } from './rename.js';
import { PUBLIC } from './session.js';

/** The categories, with the number of their products. */
export function Categories() {
  const translate = useTranslate();
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <AddName resource="categories" label="office.category.new" max={50} />
      <BulkStatus began={began} />
      <OfficeTable
        columns={[
          {
            source: 'name',
            value: ({ name, name_en: english, listed }) => (
              <>
                {name}
                <Box lang="en" sx={{ color: 'text.secondary', fontSize: 13 }}>
                  {english}
                </Box>
                {!listed && <Box sx={{ color: 'text.secondary' }}>({translate('office.category.gone')})</Box>}
              </>
            ),
          },
          { source: 'products', isNumber: true },
        ]}
        actions={({ name, listed }) => (
          <>
            <RenameButton kind="category" value={name} onBegun={setBegan} />
            {listed && (
              <DeleteWithConfirmButton
                confirmContent="office.category.delete_hint"
                confirmColor="warning"
                redirect={false}
              />
            )}
          </>
        )}
      />
    </OfficeList>
  );
}

/** The tag dictionary, most used first. */
export function TagList() {
  const translate = useTranslate();
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList perPage={50} component="div" filters={[<SearchInput key="q" source="q" alwaysOn />]}>
      <AddName resource="tags" label="office.tag.new" max={300} />
      <BulkStatus began={began} />
      <OfficeTable
        columns={[
          {
            source: 'tag',
            value: ({ tag }) => (
              <Link
                to={filteredList('products', { tag }, 'tag')}
                title={translate('office.tag.products', { tag })}
              >
                {tag}
              </Link>
            ),
          },
          { source: 'use_count', isNumber: true },
        ]}
        actions={({ tag }) => <RenameButton kind="tag" value={tag} onBegun={setBegan} />}
      />
    </OfficeList>
  );
}

interface Added {
  added: number;
  skipped: number;
  warnings?: { value: string }[];
}

const NEEDED = required();

/** A form that adds a category or a tag. */
function AddName({ resource, label, max }: { resource: 'categories' | 'tags'; label: string; max: number }) {
  const office = useOffice();
  const notify = useNotify();
  const add = async ({ added: name }: { added: string }): Promise<void> => {
    const given = { [resource === 'tags' ? 'tag' : 'name']: name };
    const { warnings: [doubt] = [], ...counts } = await office.call<Added>(
      'POST',
      `${PUBLIC}/${resource}`,
      given,
    );
    if (doubt) notify('office.lookalike', { type: 'warning', messageArgs: { name: doubt.value } });
    else notify('office.added', { type: 'success', messageArgs: counts });
  };
  return (
    <AddForm add={add}>
      <TextInput
        source="added"
        label={label}
        helperText={false}
        validate={NEEDED}
        slotProps={{ htmlInput: { maxLength: max } }}
        sx={{ flex: 1, maxWidth: 420 }}
      />
    </AddForm>
  );
}
