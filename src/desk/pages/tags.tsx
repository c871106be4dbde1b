import { useState } from 'react';
import { DataTable, SearchInput, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { AddNames } from './add-names.js';
import { BulkStatus } from './bulk.js';
import { filteredList } from './filtered-list.js';
import { OfficeList } from './records.js';
import { RenameButton } from './rename.js';

/** The tag dictionary, most used first. */
export function TagList() {
  const [began, setBegan] = useState<number>();
  return (
    <OfficeList
      actions={false}
      perPage={50}
      component="div"
      filters={[<SearchInput key="q" source="q" alwaysOn />]}
    >
      <AddNames resource="tags" label="office.tag.new" max={300} />
      <BulkStatus began={began} />
      <DataTable bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="tag" disableSort field={TagLink} />
        <DataTable.NumberCol source="use_count" disableSort />
        <DataTable.Col
          source="actions"
          label="office.bulk.actions"
          disableSort
          render={({ tag }) => <RenameButton kind="tag" value={tag} onBegun={setBegan} />}
        />
      </DataTable>
    </OfficeList>
  );
}

function TagLink() {
  const record = useRecordContext();
  const translate = useTranslate();
  const tag: string = record?.['tag'];
  return (
    <Link to={filteredList('products', { tag }, 'tag')} title={translate('office.tag.products', { tag })}>
      {tag}
    </Link>
  );
}
