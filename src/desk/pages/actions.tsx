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
import { MEANINGS } from './action-texts.js';
import { OfficeList } from './records.js';
import { Named, Time, useCounts, useNarrow, useOffice, useTime } from './pieces.js';
import { useAnswer } from './reading.js';

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
      .replace(/^\/(?:back-office\/api|api\/v1)/, '')
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
  const countsOf = useCounts();
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
        [action['name'], time(action['at']), refusal(action, translate), countsOf(action['counts'])]
          .filter(Boolean)
          .join(' · ')
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
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { to, product } = useMeaning()(record);
  const countsOf = useCounts();
  const imported = record['import_id'];
  if (imported !== null)
    return (
      <Box sx={{ maxWidth: 420, overflowWrap: 'anywhere' }}>
        <Link to={createPath({ resource: 'sync-log', type: 'show', id: imported })}>
          {to || translate('office.log.call', { id: imported })}
        </Link>{' '}
        {countsOf(record['counts'])}
      </Box>
    );
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
