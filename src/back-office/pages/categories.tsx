import { DataTable, DeleteWithConfirmButton, List, useRecordContext, useTranslate } from 'react-admin';
import { Box } from '@mui/material';
import { AddNames } from './add-names.js';

/** The categories, with the number of their products. */
export function Categories() {
  return (
    <List actions={false} pagination={false} perPage={200} exporter={false} empty={false} component="div">
      <AddNames resource="categories" label="office.category.new" max={50} />
      <DataTable bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="name" disableSort field={Name} />
        <DataTable.NumberCol source="products" disableSort />
        <DataTable.Col label={false} disableSort>
          <Remove />
        </DataTable.Col>
      </DataTable>
    </List>
  );
}

function Name() {
  const record = useRecordContext();
  const translate = useTranslate();
  return (
    <>
      {record?.['name']}
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
