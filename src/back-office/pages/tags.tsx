import { DataTable, List, SearchInput, useCreatePath, useRecordContext, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { AddNames } from './add-names.js';

/** The tag dictionary, most used first. */
export function TagList() {
  return (
    <List
      actions={false}
      exporter={false}
      perPage={50}
      empty={false}
      component="div"
      filters={[<SearchInput key="q" source="q" alwaysOn />]}
    >
      <AddNames resource="tags" label="office.tag.new" max={300} />
      <DataTable bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="tag" disableSort field={TagLink} />
        <DataTable.NumberCol source="use_count" disableSort />
      </DataTable>
    </List>
  );
}

function TagLink() {
  const record = useRecordContext();
  const createPath = useCreatePath();
  const translate = useTranslate();
  const tag: string = record?.['tag'];
  const filter = encodeURIComponent(JSON.stringify({ tag }));
  return (
    <Link
      to={`${createPath({ resource: 'products', type: 'list' })}?filter=${filter}&displayedFilters=${encodeURIComponent('{"tag":true}')}`}
      title={translate('office.tag.products', { tag })}
    >
      {tag}
    </Link>
  );
}
