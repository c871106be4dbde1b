import {
  DataTable,
  Edit,
  List,
  SaveButton,
  SelectInput,
  SimpleForm,
  SimpleList,
  TextInput,
  Toolbar,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Chip, Typography } from '@mui/material';
import { COLOURS, Time, useNarrow, useTime } from './pieces.js';

const STATUSES = ['new', 'answered'].map((id) => ({ id, name: `office.inquiry.status.${id}` }));

const productOf = (inquiry: RaRecord): string =>
  [inquiry['code'], inquiry['cas'], inquiry['product_name']].filter(Boolean).join(' · ');
const contactOf = (inquiry: RaRecord): string =>
  [inquiry['name'], inquiry['company']].filter(Boolean).join(', ');

function InquiryStatus({ status }: { status: string }) {
  const translate = useTranslate();
  return (
    <Chip
      size="small"
      label={translate(`office.inquiry.status.${status}`)}
      sx={status === 'new' ? COLOURS.amber : COLOURS.green}
    />
  );
}

/** Price inquiries, newest first. */
export function InquiryList() {
  const narrow = useNarrow();
  return (
    <List
      actions={false}
      exporter={false}
      empty={false}
      filters={[<SelectInput key="status" source="status" choices={STATUSES} alwaysOn />]}
    >
      {narrow ? (
        <SimpleList
          linkType="edit"
          primaryText={productOf}
          secondaryText={(inquiry) => (
            <>
              {contactOf(inquiry)} <InquiryStatus status={inquiry['status']} />
            </>
          )}
        />
      ) : (
        <DataTable bulkActionButtons={false} rowClick="edit">
          <DataTable.Col source="created_at" disableSort>
            <Time source="created_at" />
          </DataTable.Col>
          <DataTable.Col source="product" disableSort render={productOf} />
          <DataTable.Col source="quantity" disableSort />
          <DataTable.Col source="contact" disableSort render={contactOf} />
          <DataTable.Col
            source="status"
            disableSort
            render={(inquiry: RaRecord) => <InquiryStatus status={inquiry['status']} />}
          />
          <DataTable.Col source="note" disableSort />
        </DataTable>
      )}
    </List>
  );
}

const SHOWN = [
  'code',
  'cas',
  'product_name',
  'quantity',
  'name',
  'company',
  'email',
  'phone',
  'country',
  'message',
];

function Inquiry() {
  const record = useRecordContext();
  const translate = useTranslate();
  const time = useTime();
  if (!record) return null;
  return (
    <Box sx={{ mb: 2, width: '100%' }}>
      <Box component="dl" sx={{ m: 0 }}>
        {[...SHOWN.filter((name) => record[name] != null), 'created_at'].map((name) => (
          <Box
            key={name}
            sx={{ display: 'grid', gridTemplateColumns: { xs: '7rem 1fr', md: '10rem 1fr' }, py: 0.5 }}
          >
            <Typography component="dt" color="text.secondary">
              {translate(`resources.inquiries.fields.${name}`)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {name === 'created_at' ? time(record[name]) : record[name]}
            </Typography>
          </Box>
        ))}
      </Box>
      {record['answered_by'] && (
        <Typography sx={{ mt: 1 }}>
          {translate('office.inquiry.answered_by', {
            name: record['answered_by'],
            at: time(record['answered_at']),
          })}
        </Typography>
      )}
    </Box>
  );
}

function Title() {
  const record = useRecordContext();
  const translate = useTranslate();
  return <>{translate('office.inquiry.of', { id: record?.id })}</>;
}

/** One inquiry, with the staff's note. */
export function InquiryEdit() {
  return (
    <Edit mutationMode="pessimistic" title={<Title />} redirect="list">
      <SimpleForm
        toolbar={
          <Toolbar>
            <SaveButton />
          </Toolbar>
        }
      >
        <Inquiry />
        <SelectInput source="status" choices={STATUSES} helperText={false} validate={[]} />
        <TextInput source="note" multiline minRows={3} fullWidth helperText={false} />
      </SimpleForm>
    </Edit>
  );
}
