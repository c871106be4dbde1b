import {
  DataTable,
  SelectInput,
  SimpleList,
  useCreatePath,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box } from '@mui/material';
import { Link } from 'react-router-dom';
import { OfficeList } from './records.js';
import { Named, Time, useNarrow, useOffice, useTime } from './pieces.js';
import { useAnswer } from './reading.js';

/** Names of actions: the first pattern that matches the method and path. Names that are not in the path follow in `?of=`. */
const MEANINGS: [name: string, call: RegExp][] = [
  ['signed_in', /^POST \/session$/],
  ['password', /^PUT \/password$/],
  ['product_made', /^POST \/products$/],
  ['product_edited', /^PUT \/products\/(.+)$/],
  ['product_brought_back', /^POST \/products\/(.+)\/bring-back$/],
  ['products_deleted', /^DELETE \/products\/batch$/],
  ['products_tagged', /^POST \/products\/tags$/],
  ['bulk_counted', /^POST \/bulk-edits\/count$/],
  ['bulk_begun', /^POST \/bulk-edits$/],
  ['bulk_undone', /^POST \/bulk-edits\/(\d+)\/undo$/],
  ['bulk_stopped', /^POST \/bulk-edits\/(\d+)\/stop$/],
  ['category_added', /^POST \/categories$/],
  ['category_deleted', /^DELETE \/categories$/],
  ['tag_added', /^POST \/tags$/],
  ['aliases_written', /^PUT \/aliases$/],
  ['aliases_deleted', /^DELETE \/aliases$/],
  ['aliases_imported', /^POST \/aliases\/import$/],
  ['term_named', /^PUT \/terms$/],
  ['terms_imported', /^POST \/terms\/import$/],
  ['image_uploaded', /^PUT \/uploads\/(.+)$/],
  ['images_moved', /^POST \/media\/move$/],
  ['image_deleted', /^DELETE \/media\/(.+)$/],
  ['key_issued', /^POST \/keys$/],
  ['key_revoked', /^DELETE \/keys\/(.+)$/],
  ['inquiry_handled', /^PUT \/inquiries\/(.+)$/],
  ['rebuild', /^POST \/index\/rebuild$/],
  ['check', /^POST \/index\/check$/],
  ['webhook_added', /^POST \/webhooks$/],
  ['webhook_deleted', /^DELETE \/webhooks\/(.+)$/],
  ['webhook_enabled', /^POST \/webhooks\/(.+)\/enable$/],
  ['webhook_disabled', /^POST \/webhooks\/(.+)\/disable$/],
  ['webhook_tested', /^POST \/webhooks\/(.+)\/test$/],
  ['profile_previewed', /^POST \/profiles\/preview$/],
  ['profile_delivered', /^POST \/profiles\/(.+)\/deliveries$/],
  ['profile_written', /^PUT \/profiles\/(.+)$/],
  ['profile_deleted', /^DELETE \/profiles\/(.+)$/],
  ['staff_added', /^POST \/staff$/],
  ['staff_changed', /^PUT \/staff\/\d+$/],
  ['staff_password', /^POST \/staff\/\d+\/password$/],
  ['staff_signed_out', /^DELETE \/staff\/\d+\/sessions$/],
  ['import_preview', /^POST \/import\/preview$/],
  ['import', /^POST \/import$/],
];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // cut within a character
  }
}

/** The name of an action, and what it was done to; the call itself if it has no name. */
function useMeaning(): (action: RaRecord) => { done: string; to: string; product?: string } {
  const translate = useTranslate();
  return ({ method, path }) => {
    const [bare = '', query = ''] = String(path)
      .replace(/^\/back-office\/api/, '')
      .split('?', 2);
    const call = `${method} ${bare}`;
    for (const [name, pattern] of MEANINGS) {
      const found = pattern.exec(call);
      if (!found) continue;
      const of = /(?:^|&)of=([^&]*)/.exec(query)?.[1] ?? '';
      const to = (found[1] === undefined ? of.split(',') : [found[1]]).map(decoded).join(', ');
      const done = translate(`office.actions.${name}`);
      return ['product_made', 'product_edited', 'product_brought_back'].includes(name)
        ? { done, to, product: to }
        : { done, to };
    }
    return { done: call, to: '' };
  };
}

function useFilters() {
  const office = useOffice();
  const names = useAnswer(() => office.staffNames());
  const choices = names?.map((id) => ({ id, name: id })) ?? [];
  return [<SelectInput key="name" source="name" choices={choices} translateChoice={false} alwaysOn />];
}

/** Actions of staff, newest first. */
export function ActionList() {
  const filters = useFilters();
  const narrow = useNarrow();
  return (
    <OfficeList filters={filters} actions={false} perPage={50}>
      {narrow ? <NarrowActions /> : <WideActions />}
    </OfficeList>
  );
}

function NarrowActions() {
  const time = useTime();
  const meaning = useMeaning();
  const translate = useTranslate();
  return (
    <SimpleList
      linkType={false}
      primaryText={(action: RaRecord) => {
        const { done, to } = meaning(action);
        return <Box sx={{ overflowWrap: 'anywhere' }}>{to ? <Named name={done}>{to}</Named> : done}</Box>;
      }}
      secondaryText={(action: RaRecord) =>
        [action['name'], time(action['at']), refusal(action, translate)].filter(Boolean).join(' · ')
      }
    />
  );
}

const refusal = ({ status }: RaRecord, translate: (text: string, values: object) => string): string =>
  status < 400 ? '' : translate('office.actions.refused', { status });

function WideActions() {
  const meaning = useMeaning();
  const translate = useTranslate();
  return (
    <DataTable bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="at" disableSort sx={{ whiteSpace: 'nowrap' }}>
        <Time source="at" />
      </DataTable.Col>
      <DataTable.Col source="name" disableSort />
      <DataTable.Col source="done" disableSort render={(action: RaRecord) => meaning(action).done} />
      <DataTable.Col source="to" disableSort field={To} />
      <DataTable.Col
        source="status"
        disableSort
        render={(action: RaRecord) => refusal(action, translate) || translate('office.actions.succeeded')}
      />
      <DataTable.Col source="address" disableSort />
    </DataTable>
  );
}

function To() {
  const record = useRecordContext()!;
  const createPath = useCreatePath();
  const { to, product } = useMeaning()(record);
  return (
    <Box sx={{ maxWidth: 420, overflowWrap: 'anywhere' }}>
      {product === undefined || product === '' ? (
        to
      ) : (
        <Link to={createPath({ resource: 'products', type: 'edit', id: product })}>{to}</Link>
      )}
    </Box>
  );
}
