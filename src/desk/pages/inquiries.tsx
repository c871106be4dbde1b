import {
  DeleteWithConfirmButton,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  required,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Button } from '@mui/material';
import MailIcon from '@mui/icons-material/MailOutlined';
import { Link } from 'react-router-dom';
import { INQUIRY_COLUMNS } from '../../exchange/inquiries/inquiry.js';
import type { InquiryLine, KnownProduct, StoredLine } from '../../exchange/inquiries/inquiry.js';
import { choicesOf } from './choices.js';
import { Conflict } from './conflict.js';
import type { Compared } from './conflict.js';
import { letterTo } from './letter.js';
import { amountOf, linesIn, nameOf, wordsOf } from './letter.js';
import {
  Facts,
  filteredList,
  ListFile,
  OfficeEdit,
  OfficeList,
  OfficeTable,
  productPath,
} from './records.js';
import { Mark, useTime } from './pieces.js';
import { UnsavedForm } from './unsaved.js';

const STATUSES = choicesOf('office.inquiry.status', ['new', 'answered']);
const LINE_STATUSES = choicesOf('office.inquiry.line_status', ['new', 'quoted', 'declined']);
const NEEDED = required();

/** The product of an inquiry in the list; of several the first, and how many more. */
const productOf = ({ first, more }: RaRecord): string =>
  [nameOf(first), wordsOf(first)].filter(Boolean).join(' · ') + (more > 0 ? ` + ${more}` : '');
const contactOf = ({ name, company }: RaRecord): string => [name, company].filter(Boolean).join(' · ');

type InquiryStatusProps = { inquiry: RaRecord };

function InquiryStatus({
  inquiry: { status, open_lines: open = 0, more, mail_given_up: isNotMailed },
}: InquiryStatusProps) {
  const translate = useTranslate();
  return (
    <>
      <Mark colour={status === 'new' ? 'amber' : 'green'}>
        {translate(`office.inquiry.status.${status}`)}
      </Mark>{' '}
      {status === 'answered' && more > 0 && open > 0 && (
        <Box component="span">{translate('office.inquiry.open_lines', { smart_count: open })} </Box>
      )}
      {isNotMailed && (
        <Box component="span" sx={{ color: 'error.main' }}>
          {translate('office.inquiry.not_mailed')}
        </Box>
      )}
    </>
  );
}

/** Price inquiries, newest first. */
export function InquiryList() {
  const time = useTime();
  return (
    <OfficeList
      actions={<ListFile of="inquiries" word="office.inquiry.export" />}
      filters={[
        <TextInput key="q" source="q" alwaysOn resettable />,
        <SelectInput key="status" source="status" choices={STATUSES} alwaysOn />,
      ]}
    >
      <OfficeTable
        to="edit"
        columns={[
          { source: 'id' },
          { source: 'created_at', value: ({ created_at: at }) => time(at), sx: { whiteSpace: 'nowrap' } },
          { source: 'product', value: productOf },
          { source: 'quantity', value: ({ first, more }) => (more === 0 ? amountOf(first) : '') },
          { source: 'contact', value: contactOf },
          { source: 'status', value: (inquiry) => <InquiryStatus inquiry={inquiry} /> },
          { source: 'note' },
        ]}
      />
    </OfficeList>
  );
}

/** A field of an inquiry as it is shown; one that names a product leads there. */
function Value({ name, record }: { name: string; record: RaRecord }) {
  const time = useTime();
  if (name === 'created_at') return <>{time(record[name])}</>;
  if (!['code', 'cas', 'product_name'].includes(name)) return <>{record[name]}</>;
  return <ProductLink asked={{ [name]: record[name] }} known={record['known'] ?? []} />;
}

function Inquiry() {
  const record = useRecordContext()!;
  const translate = useTranslate();
  const time = useTime();
  const t = (name: string, values: object): string => translate(`office.inquiry.${name}`, values);
  const { email, mailed_at: mailed, mail_error: reason, mail_given_up: isGivenUp, answered_by: by } = record;
  return (
    <Box sx={{ mb: 2, width: '100%', display: 'grid', gap: 1 }}>
      <Facts
        of={[...INQUIRY_COLUMNS.filter((name) => record[name] != null), 'created_at'].map((name) => [
          translate(`resources.inquiries.fields.${name}`),
          <Value name={name} record={record} />,
        ])}
      />
      <Lines lines={linesIn(record)} known={record['known'] ?? []} />
      {email && (
        <Button
          size="small"
          href={letterTo(record, translate)}
          startIcon={<MailIcon />}
          sx={{ justifySelf: 'start' }}
        >
          {translate('office.inquiry.write')}
        </Button>
      )}
      {mailed && <Box sx={{ color: 'text.secondary' }}>{t('mailed', { at: time(mailed) })}</Box>}
      {reason && (
        <Box sx={{ color: 'error.main' }}>{t(isGivenUp ? 'mail_given_up' : 'mail_failed', { reason })}</Box>
      )}
      {by && <Box>{t('answered_by', { name: by, at: time(record['answered_at']) })}</Box>}
    </Box>
  );
}

/** Leads to the product where its number is known, and names it; else to what is found by what was named. */
function ProductLink({ asked, known }: { asked: InquiryLine; known: KnownProduct[] }) {
  const { code, cas, product_name: name } = asked;
  const found = known.find((each) => each.code === code);
  const to = found ? productPath(found.code) : filteredList('products', { q: code ?? cas ?? name });
  return (
    <>
      <Link to={to}>{nameOf(asked)}</Link> {found?.names}
    </>
  );
}

/** The products of an inquiry about several, each with its status. */
function Lines({ lines, known }: { lines: StoredLine[]; known: KnownProduct[] }) {
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {lines.map((line, at) => (
        <Line key={line.line} line={line} at={at} known={known} />
      ))}
    </Box>
  );
}

function Line({ line, at, known }: { line: StoredLine; at: number; known: KnownProduct[] }) {
  const translate = useTranslate();
  const words = wordsOf(line);
  return (
    <Box
      component="li"
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
        {/* What the customer wrote beside a number, and what may be meant where there is none. */}
        {words && <Box>{translate('office.inquiry.words', { words })}</Box>}
        {line.suggested && (
          <Box sx={{ color: 'warning.main' }}>
            {translate('office.inquiry.suggested')}{' '}
            <ProductLink asked={{ code: line.suggested }} known={known} />
          </Box>
        )}
        <Box sx={{ color: 'text.secondary' }}>{[amountOf(line), line.note].filter(Boolean).join(' · ')}</Box>
      </Box>
      <SelectInput
        source={`lines.${at}.status`}
        label={translate('office.inquiry.status_of', { line: line.line })}
        choices={LINE_STATUSES}
        helperText={false}
        validate={NEEDED}
      />
    </Box>
  );
}

function InquiryConflict() {
  const translate = useTranslate();
  const record = useRecordContext()!;
  const value = (path: string, of: string): Compared => ({
    path,
    label: translate(`resources.inquiries.fields.${path}`),
    shown: (is) =>
      (is == null ? translate('office.history.empty') : of && translate(`office.inquiry.${of}.${is}`)) || is,
  });
  const lines = linesIn(record).map(({ line }, at) => ({
    ...value(`lines.${at}.status`, 'line_status'),
    label: translate('office.inquiry.status_of', { line }),
  }));
  return <Conflict values={[...lines, value('status', 'status'), value('note', '')]} />;
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
            <DeleteWithConfirmButton confirmContent="office.inquiry.delete_text" confirmColor="warning" />
          </Toolbar>
        }
      >
        <UnsavedForm />
        <Inquiry />
        <SelectInput source="status" choices={STATUSES} helperText={false} validate={NEEDED} />
        <TextInput source="note" multiline minRows={3} fullWidth helperText={false} />
        <InquiryConflict />
      </SimpleForm>
    </OfficeEdit>
  );
}
