import { useState } from 'react';
import { DataTable, DeleteWithConfirmButton, useRecordContext, useTranslate } from 'react-admin';
import { Box } from '@mui/material';
import { AddNames } from './add-names.js';
import { BulkStatus } from './bulk.js';
import { OfficeList } from './records.js';
import { RenameButton } from './rename.js';

/** The categories, with the number of their products. */
export function Categories() {
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList actions={false} pagination={false} perPage={200} component="div">
      <AddNames resource="categories" label="office.category.new" max={50} />
      <BulkStatus began={began} />
      <DataTable bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="name" disableSort field={Name} sx={{ overflowWrap: 'anywhere' }} />
        <DataTable.NumberCol source="products" disableSort />
        <DataTable.Col
          source="actions"
          label="office.bulk.actions"
          disableSort
          render={({ name }) => (
            <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
              <RenameButton kind="category" value={name} onBegun={setBegan} />
              <Remove />
            </Box>
          )}
        />
      </DataTable>
    </OfficeList>
  );
}

function Name() {
  const record = useRecordContext();
  const translate = useTranslate();
  return (
    <>
      {record?.['name']}
      <Box component="span" lang="en" sx={{ display: 'block', color: 'text.secondary', fontSize: 13 }}>
        {record?.['name_en']}
      </Box>
      {record?.['listed'] === false && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          ({translate('office.category.gone')})
        </Box>
      )}
    </>
  );
}

function Remove() {
  const record = useRecordContext();
  if (record?.['listed'] === false) return null;
  return <DeleteWithConfirmButton confirmContent="office.category.delete_hint" redirect={false} />;
}
