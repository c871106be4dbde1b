import {
  DataTable,
  DeleteWithConfirmButton,
  SaveButton,
  SelectInput,
  SimpleForm,
  SimpleList,
  TextInput,
  Toolbar,
  TopToolbar,
  required,
  useCreatePath,
  useListContext,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Button, Chip, Typography } from '@mui/material';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import MailIcon from '@mui/icons-material/MailOutlined';
import { Link } from 'react-router-dom';
import { INQUIRY_COLUMNS } from '../../exchange/inquiries/inquiry.js';
import type { InquiryLine, KnownProduct, StoredLine } from '../../exchange/inquiries/inquiry.js';
import { Conflict } from './conflict.js';
import type { Difference } from './conflict.js';
import { inquiryTable } from './data.js';
import { filteredList } from './filtered-list.js';
import { OfficeEdit, OfficeList, RecordLink } from './records.js';
import { COLOURS, Time, useNarrow, useTime } from './pieces.js';
import { UnsavedForm } from './unsaved.js';

const STATUSES = ['new', 'answered'].map((id) => ({ id, name: `office.inquiry.status.${id}` }));
const LINE_STATUSES = ['new', 'quoted', 'declined'].map((id) => ({
  id,
  name: `office.inquiry.line_status.${id}`,
}));

/** By its numbers; without any, in the customer's own words. */
const nameOf = ({ code, cas, product_name: words }: InquiryLine): string =>
  [code, cas].filter(Boolean).join(' · ') || (words ?? '');
/** What the customer wrote beside a number. */
const wordsOf = ({ code, cas, product_name: words }: InquiryLine): string | undefined =>
  (code ?? cas) ? (words ?? undefined) : undefined;
/** The product of an inquiry in the list; of several the first, and how many more. */
const productOf = ({ first, more }: RaRecord): string =>
  [nameOf(first), wordsOf(first)].filter(Boolean).join(' · ') + (more > 0 ? ` + ${more}` : '');
const contactOf = (inquiry: RaRecord): string =>
  [inquiry['name'], inquiry['company']].filter(Boolean).join(' · ');

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

function Actions() {
  const translate = useTranslate();
  const { filterValues } = useListContext();
  return (
    <TopToolbar>
      <Button size="small" href={inquiryTable(filterValues)} startIcon={<DownloadIcon />}>
        {translate('office.inquiry.export')}
      </Button>
    </TopToolbar>
  );
}

/** Where mail that is set up has not brought an inquiry to the seller, and never will. */
function NotMailed({ inquiry }: { inquiry: RaRecord }) {
  const translate = useTranslate();
  if (!inquiry['mail_given_up']) return null;
  return (
    <Box component="span" sx={{ color: 'error.main' }}>
      {translate('office.inquiry.not_mailed')}
    </Box>
  );
}

/** Price inquiries, newest first. */
export function InquiryList() {
  const narrow = useNarrow();
  return (
    <OfficeList
      actions={<Actions />}
      filters={[<SelectInput key="status" source="status" choices={STATUSES} alwaysOn />]}
    >
      {narrow ? (
        <SimpleList
          linkType="edit"
          primaryText={productOf}
          secondaryText={(inquiry) => (
            <>
              {contactOf(inquiry)} <InquiryStatus status={inquiry['status']} />{' '}
              <NotMailed inquiry={inquiry} />
            </>
          )}
        />
      ) : (
        <DataTable bulkActionButtons={false} rowClick="edit">
          <DataTable.Col source="created_at" disableSort>
            <RecordLink type="edit">
              <Time source="created_at" />
            </RecordLink>
          </DataTable.Col>
          <DataTable.Col source="product" disableSort render={productOf} />
          <DataTable.Col
            source="quantity"
            disableSort
            render={({ first, more }: RaRecord) => more === 0 && first.quantity}
          />
          <DataTable.Col source="contact" disableSort render={contactOf} />
          <DataTable.Col
            source="status"
            disableSort
            render={(inquiry: RaRecord) => (
              <>
                <InquiryStatus status={inquiry['status']} /> <NotMailed inquiry={inquiry} />
              </>
            )}
          />
          <DataTable.Col source="note" disableSort />
        </DataTable>
      )}
    </OfficeList>
  );
}

function Value({ name, record }: { name: string; record: RaRecord }) {
  const time = useTime();
  if (name === 'created_at') return <>{time(record[name])}</>;
  const product = (['code', 'cas', 'product_name'] as const).find((each) => each === name);
  return product ? (
    <ProductLink asked={{ [product]: record[name] }} known={record['known'] ?? []} />
  ) : (
    <>{record[name]}</>
  );
}

function Inquiry() {
  const record = useRecordContext();
  const translate = useTranslate();
  const time = useTime();
  if (!record) return null;
  return (
    <Box sx={{ mb: 2, width: '100%' }}>
      <Box component="dl" sx={{ m: 0 }}>
        {[...INQUIRY_COLUMNS.filter((name) => record[name] != null), 'created_at'].map((name) => (
          <Box
            key={name}
            sx={{ display: 'grid', gridTemplateColumns: { xs: '7rem 1fr', md: '10rem 1fr' }, py: 0.5 }}
          >
            <Typography component="dt" color="text.secondary">
              {translate(`resources.inquiries.fields.${name}`)}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              <Value name={name} record={record} />
            </Typography>
          </Box>
        ))}
      </Box>
      <Lines lines={linesIn(record)} known={record['known'] ?? []} />
      {record['email'] && (
        <Button size="small" href={letterTo(record, translate)} startIcon={<MailIcon />} sx={{ mt: 1 }}>
          {translate('office.inquiry.write')}
        </Button>
      )}
      {record['mailed_at'] && (
        <Typography color="text.secondary">
          {translate('office.inquiry.mailed', { at: time(record['mailed_at']) })}
        </Typography>
      )}
      {record['mail_error'] && (
        <Typography color="error">
          {translate(`office.inquiry.${record['mail_given_up'] ? 'mail_given_up' : 'mail_failed'}`, {
            reason: record['mail_error'],
          })}
        </Typography>
      )}
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

const linesIn = (inquiry: RaRecord): StoredLine[] => inquiry['lines'] ?? [];
const amountOf = ({ quantity, unit, purity }: InquiryLine): string =>
  [[quantity, unit].filter(Boolean).join(' '), purity].filter(Boolean).join(' · ');

/** Leads to the product where its number is known, and names it; else to what is found by what was named. */
function ProductLink({ asked, known }: { asked: InquiryLine; known: KnownProduct[] }) {
  const createPath = useCreatePath();
  const { code, cas, product_name: name } = asked;
  const found = known.find((each) => each.code === code);
  const to = found
    ? createPath({ resource: 'products', type: 'edit', id: found.code })
    : filteredList('products', { q: code ?? cas ?? name });
  return (
    <>
      <Link to={to}>{nameOf(asked)}</Link> {found?.names}
    </>
  );
}

/** What the customer wrote beside a number, and what may be meant where there is none. */
function Words({ line, known }: { line: InquiryLine; known: KnownProduct[] }) {
  const translate = useTranslate();
  const { suggested } = line;
  const words = wordsOf(line);
  return (
    <>
      {words && <Typography>{translate('office.inquiry.words', { words })}</Typography>}
      {suggested && (
        <Typography color="warning.main">
          {translate('office.inquiry.suggested')} <ProductLink asked={{ code: suggested }} known={known} />
        </Typography>
      )}
    </>
  );
}

/** The products of an inquiry about several, each with its status. */
function Lines({ lines, known }: { lines: StoredLine[]; known: KnownProduct[] }) {
  const translate = useTranslate();
  return (
    <Box component="ol" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
      {lines.map((line, i) => (
        <Box
          component="li"
          key={line.line}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', md: '1fr 14rem' },
            gap: 1,
            alignItems: 'center',
            py: 0.5,
            borderTop: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Box sx={{ overflowWrap: 'anywhere' }}>
            {line.line}. <ProductLink asked={line} known={known} />
            <Words line={line} known={known} />
            <Typography color="text.secondary">
              {[amountOf(line), line.note].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
          <SelectInput
            source={`lines.${i}.status`}
            label={translate('office.inquiry.status_of', { line: line.line })}
            choices={LINE_STATUSES}
            helperText={false}
            validate={required()}
          />
        </Box>
      ))}
    </Box>
  );
}

/** Mail programs take addresses of about 2,000 characters. */
const LONGEST_LETTER = 1_200;

/** A `mailto:` address of an answer that names what was asked for. */
function letterTo(inquiry: RaRecord, translate: (key: string, values?: object) => string): string {
  const lines = linesIn(inquiry);
  const asked: InquiryLine[] = lines.length > 0 ? lines : [inquiry as InquiryLine];
  const rows = asked.map((each, i) => {
    const words = wordsOf(each);
    const facts = [
      nameOf(each),
      words && translate('office.inquiry.words', { words }),
      each.suggested && `${translate('office.inquiry.suggested')} ${each.suggested}`,
      amountOf(each),
    ];
    return `${i + 1}. ${facts.filter(Boolean).join(' · ')}`;
  });
  let text = '';
  for (const row of rows) {
    if (encodeURIComponent(text + row).length > LONGEST_LETTER) {
      text += '…';
      break;
    }
    text += `${row}\r\n`;
  }
  const subject = encodeURIComponent(translate('office.inquiry.of', { id: inquiry.id }));
  const to = encodeURIComponent(String(inquiry['email'])).replaceAll('%40', '@');
  return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(text)}`;
}

function InquiryConflict() {
  const translate = useTranslate();
  return (
    <Conflict
      differences={(now, before) => {
        const were = new Map(linesIn(before).map(({ line, status }) => [line, status]));
        const named: Difference[] = linesIn(now)
          .filter(({ line, status }) => were.get(line) !== status)
          .map(({ line, status }) => [
            translate('office.inquiry.status_of', { line }),
            translate(`office.inquiry.line_status.${status}`),
          ]);
        if (now['status'] !== before['status'])
          named.push([
            translate('resources.inquiries.fields.status'),
            translate(`office.inquiry.status.${now['status']}`),
          ]);
        if (now['note'] !== before['note'])
          named.push([
            translate('resources.inquiries.fields.note'),
            now['note'] ?? translate('office.history.empty'),
          ]);
        return named;
      }}
    />
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
    <OfficeEdit title={<Title />}>
      <SimpleForm
        toolbar={
          <Toolbar sx={{ justifyContent: 'space-between' }}>
            <SaveButton />
            <DeleteWithConfirmButton confirmContent="office.inquiry.delete_text" />
          </Toolbar>
        }
      >
        <UnsavedForm />
        <Inquiry />
        <SelectInput source="status" choices={STATUSES} helperText={false} validate={required()} />
        <TextInput source="note" multiline minRows={3} fullWidth helperText={false} />
        <InquiryConflict />
      </SimpleForm>
    </OfficeEdit>
  );
}
