import {
  DeleteWithConfirmButton,
  SaveButton,
  SelectInput,
  SimpleForm,
  TextInput,
  Toolbar,
  useRecordContext,
} from 'react-admin';
import type { RaRecord } from 'react-admin';
import { Box, Button } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import { INQUIRY_COLUMNS } from '../../exchange/inquiries/inquiry.js';
import type { InquiryLine, KnownProduct, StoredLine } from '../../exchange/inquiries/inquiry.js';
import { choiceFilter, choicesOf } from './inputs.js';
import { Conflict } from './conflict.js';
import type { Compared } from './conflict.js';
import {
  Facts,
  filteredList,
  ListFile,
  OfficeEdit,
  OfficeList,
  OfficeTable,
  productPath,
} from './records.js';
import { Icon, Mark, NEEDED, useDesk } from './pieces.js';
import type { Desk } from './pieces.js';
import { UnsavedForm } from './unsaved.js';

const STATUSES = choicesOf('inquiry.status', ['new', 'answered']);
const LINE_STATUSES = choicesOf('inquiry.line_status', ['new', 'quoted', 'declined']);

/** By its numbers; without any, in the customer's own words. */
const nameOf = ({ code, cas, product_name: words }: InquiryLine): string =>
  [code, cas].filter(Boolean).join(' · ') || (words ?? '');
/** What the customer wrote beside a number. */
const wordsOf = ({ code, cas, product_name: words }: InquiryLine): string | undefined =>
  (code ?? cas) ? (words ?? undefined) : undefined;
/** How much of it, and how pure. */
const amountOf = ({ quantity, unit, purity }: InquiryLine): string =>
  [[quantity, unit].filter(Boolean).join(' '), purity].filter(Boolean).join(' · ');
/** The products of an inquiry about several. */
const linesIn = (inquiry: RaRecord): StoredLine[] => inquiry['lines'] ?? [];

/** Mail programs take addresses of about 2,000 characters. */
const LONGEST_LETTER = 1_200;

/** A `mailto:` address of an answer that names what was asked for. */
function letterTo(inquiry: RaRecord, t: Desk['t']): string {
  const lines = linesIn(inquiry);
  const asked: InquiryLine[] = lines.length > 0 ? lines : [inquiry as InquiryLine];
  let text = '';
  for (const [i, each] of asked.entries()) {
    const words = wordsOf(each);
    const facts = [
      nameOf(each),
      words && t('inquiry.words', { words }),
      each.suggested && `${t('inquiry.suggested')} ${each.suggested}`,
      amountOf(each),
    ];
    const row = `${i + 1}. ${facts.filter(Boolean).join(' · ')}`;
    if (encodeURIComponent(text + row).length > LONGEST_LETTER) {
      text += '…';
      break;
    }
    text += `${row}\r\n`;
  }
  const subject = encodeURIComponent(t('inquiry.of', { id: inquiry.id }));
  const to = encodeURIComponent(String(inquiry['email'])).replaceAll('%40', '@');
  return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(text)}`;
}

/** The product of an inquiry in the list; of several the first, and how many more. */
const productOf = ({ first, more }: RaRecord): string =>
  [nameOf(first), wordsOf(first)].filter(Boolean).join(' · ') + (more > 0 ? ` + ${more}` : '');
const contactOf = ({ name, company }: RaRecord): string => [name, company].filter(Boolean).join(' · ');

function InquiryStatus({ inquiry }: { inquiry: RaRecord }) {
  const { status, open_lines: open = 0, more, mail_given_up: isNotMailed } = inquiry;
  const { t } = useDesk();
  return (
    <>
      <Mark colour={status === 'new' ? 'amber' : 'green'}>{t(`inquiry.status.${status}`)}</Mark>{' '}
      {status === 'answered' && more > 0 && open > 0 && t('inquiry.open_lines', { smart_count: open })}{' '}
      {isNotMailed && (
        <Box component="span" sx={{ color: 'error.main' }}>
          {t('inquiry.not_mailed')}
        </Box>
      )}
    </>
  );
}

/** Price inquiries, newest first. */
export function InquiryList() {
  const { time } = useDesk();
  return (
    <OfficeList
      actions={<ListFile word="inquiry.export" />}
      filters={[<TextInput key="q" source="q" alwaysOn resettable />, choiceFilter('status', STATUSES)]}
    >
      <OfficeTable
        to="edit"
        columns={[
          { source: 'id' },
          { source: 'created_at', value: ({ created_at: at }) => time(at), sx: { whiteSpace: 'nowrap' } },
          { source: 'product', value: productOf },
          { source: 'quantity', value: ({ first, more }) => amountOf(first) + (more > 0 ? ' …' : '') },
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
  const { time } = useDesk();
  if (name === 'created_at') return <>{time(record[name])}</>;
  if (!['code', 'cas', 'product_name'].includes(name)) return <>{record[name]}</>;
  return <ProductLink asked={{ [name]: record[name] }} known={record['known'] ?? []} />;
}

function Inquiry() {
  const record = useRecordContext()!;
  const { t, time } = useDesk();
  const { email, mailed_at: mailed, mail_error: failure, mail_given_up: isGivenUp, answered_by: by } = record;
  return (
    <Box sx={{ mb: 2, width: '100%', display: 'grid', gap: 1 }}>
      <Facts
        of={[...INQUIRY_COLUMNS.filter((name) => record[name] != null), 'created_at'].map((name) => [
          t(`resources.inquiries.fields.${name}`),
          <Value name={name} record={record} />,
        ])}
      />
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {linesIn(record).map((line, at) => (
          <Line key={line.line} line={line} at={at} known={record['known'] ?? []} />
        ))}
      </Box>
      {email && (
        <Button
          size="small"
          href={letterTo(record, t)}
          startIcon={<Icon name="MailOutlined" />}
          sx={{ justifySelf: 'start' }}
        >
          {t('inquiry.write')}
        </Button>
      )}
      {mailed && <Box sx={{ color: 'text.secondary' }}>{t('inquiry.mailed', { at: time(mailed) })}</Box>}
      {failure && (
        <Box sx={{ color: 'error.main' }}>
          {t(isGivenUp ? 'inquiry.mail_given_up' : 'inquiry.mail_failed', {
            reason: t(`failures.mail.${failure.code}`, failure),
          })}
        </Box>
      )}
      {by && <Box>{t('inquiry.answered_by', { name: by, at: time(record['answered_at']) })}</Box>}
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

/** A product of an inquiry about several, with its status. */
function Line({ line, at, known }: { line: StoredLine; at: number; known: KnownProduct[] }) {
  const { t } = useDesk();
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
        {words && <Box>{t('inquiry.words', { words })}</Box>}
        {line.suggested && (
          <Box sx={{ color: 'warning.main' }}>
            {t('inquiry.suggested')} <ProductLink asked={{ code: line.suggested }} known={known} />
          </Box>
        )}
        <Box sx={{ color: 'text.secondary' }}>{[amountOf(line), line.note].filter(Boolean).join(' · ')}</Box>
      </Box>
      <SelectInput
        source={`lines.${at}.status`}
        label={t('inquiry.status_of', { line: line.line })}
        choices={LINE_STATUSES}
        validate={NEEDED}
      />
    </Box>
  );
}

function InquiryConflict() {
  const { t } = useDesk();
  const record = useRecordContext()!;
  const value = (path: string, label: string, of?: 'status' | 'line_status'): Compared => ({
    path,
    label,
    shown: (is) => (is == null ? t('history.empty') : of ? t(`inquiry.${of}.${is}`) : is),
  });
  const lines = linesIn(record).map(({ line }, at) =>
    value(`lines.${at}.status`, t('inquiry.status_of', { line }), 'line_status'),
  );
  const status = value('status', t('resources.inquiries.fields.status'), 'status');
  return <Conflict values={[...lines, status, value('note', t('resources.inquiries.fields.note'))]} />;
}

/** One inquiry, with the staff's note. */
export function InquiryEdit() {
  const { t } = useDesk();
  return (
    <OfficeEdit title={t('inquiry.of', useParams())}>
      <SimpleForm
        toolbar={
          <Toolbar sx={{ justifyContent: 'space-between' }}>
            <SaveButton />
            <DeleteWithConfirmButton confirmContent={t('inquiry.delete_text')} confirmColor="warning" />
          </Toolbar>
        }
      >
        <UnsavedForm />
        <Inquiry />
        <SelectInput source="status" choices={STATUSES} validate={NEEDED} />
        <TextInput source="note" multiline minRows={3} />
        <InquiryConflict />
      </SimpleForm>
    </OfficeEdit>
  );
}
