import { useState } from 'react';
import { DeleteWithConfirmButton, SearchInput, TextInput } from 'react-admin';
import { Box } from '@mui/material';
import { Link } from 'react-router-dom';
import { BulkStatus } from './bulk.js';
import { AddForm } from './dialogs.js';
import { Bilingual, NEEDED, useDesk } from './pieces.js';
import { filteredList, OfficeList, OfficeTable } from './records.js';
import { RenameButton } from './rename.js';
import { PUBLIC } from './session.js';

/** The categories, with the number of their products. */
export function Categories() {
  const { t } = useDesk();
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList pagination={false} perPage={200} component="div">
      <AddName resource="categories" label={t('category.new')} max={50} />
      <BulkStatus began={began} />
      <OfficeTable
        columns={[
          {
            source: 'name',
            value: ({ name, name_en: english, listed }) => (
              <>
                <Bilingual value={name} english={english} />
                {!listed && <Box sx={{ color: 'text.secondary' }}>({t('category.gone')})</Box>}
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
                confirmContent={t('category.delete_hint')}
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
  const { t } = useDesk();
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList perPage={50} component="div" filters={[<SearchInput key="q" source="q" alwaysOn />]}>
      <AddName resource="tags" label={t('tag.new')} max={300} />
      <BulkStatus began={began} />
      <OfficeTable
        columns={[
          {
            source: 'tag',
            value: ({ tag }) => (
              <Link to={filteredList('products', { tag }, 'tag')} title={t('tag.products', { tag })}>
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

/** A form that adds a category or a tag. */
function AddName({ resource, label, max }: { resource: 'categories' | 'tags'; label: string; max: number }) {
  const { office, tell } = useDesk();
  const add = async ({ added: name }: { added: string }): Promise<void> => {
    const given = { [resource === 'tags' ? 'tag' : 'name']: name };
    const stored = await office.call<Added>('POST', `${PUBLIC}/${resource}`, given);
    const { warnings: [doubt] = [], ...counts } = stored;
    if (doubt) tell('lookalike', 'warning', { name: doubt.value });
    else tell('added', 'success', counts);
  };
  return (
    <AddForm add={add}>
      <TextInput
        source="added"
        label={label}
        validate={NEEDED}
        slotProps={{ htmlInput: { maxLength: max } }}
        sx={{ flex: 1, maxWidth: 420 }}
      />
    </AddForm>
  );
}
