import { useLocale, useTranslate } from 'react-admin';
import { Alert } from '@mui/material';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Link } from 'react-router-dom';
import type { Quality } from '../../catalogue/quality/checks.js';
import { FILES } from './data.js';
import { OfficePage } from './layout.js';
import { IconAction, Section, useOffice, useWords } from './pieces.js';
import { Shown, useReading } from './reading.js';
import { filteredList, Rows } from './records.js';
import { PUBLIC } from './session.js';

const POLL_MS = 5_000;

/** Whether a check finds what is only missing: all others find what is wrong. */
export const isOfLack = ({ check }: { check: string }): boolean => check.endsWith('_missing');

/** What the checks find. */
export function useQuality(options?: { everyMs: number }) {
  const office = useOffice();
  return useReading('quality', (path) => office.call<Quality>('GET', path), `${PUBLIC}/quality`, options);
}

/** What products of an export profile lack of what it wants. */
interface ProfileGaps {
  profile: string;
  title: string;
  fields: string[];
  products: number;
  lacking: number;
}
/** What products lack for each export profile. */
export function useGaps() {
  const office = useOffice();
  const ask = async (path: string) => (await office.call<{ profiles: ProfileGaps[] }>('GET', path)).profiles;
  return useReading('gaps', ask, `${PUBLIC}/quality?profiles=true`);
}

/** A text that the service has in both languages, in that of the page. */
function useNameOf(): (title: { cn: string; en: string }) => string {
  const locale = useLocale();
  return (title) => (locale === 'en' ? title.en : title.cn);
}

/** The checks to choose from, named in the page's language. */
export function useChecks(): { id: string; name: string }[] {
  const nameOf = useNameOf();
  return (useQuality().answer?.data ?? []).map(({ check, title }) => ({ id: check, name: nameOf(title) }));
}

/** The page of the products that a check finds. */
const productsFoundBy = (check: string): string => filteredList('products', { quality: check }, 'quality');

/** What is probably wrong with products, each check with its count; a check leads to its products. */
export function QualityPage() {
  const reading = useQuality({ everyMs: POLL_MS });
  const t = useWords('quality');
  return (
    <OfficePage title="office.menu.quality" hint="office.quality.hint">
      <Shown reading={reading}>
        {({ data, complete }) => (
          <>
            {!complete && <Alert severity="info">{t('incomplete')}</Alert>}
            <Findings title={t('wrong')} of={data.filter((each) => !isOfLack(each))} />
            <Findings title={t('missing')} of={data.filter(isOfLack)} />
            <Readiness />
          </>
        )}
      </Shown>
    </OfficePage>
  );
}

/** Checks, the one that finds most first. */
function Findings({ title, of }: { title: string; of: Quality['data'] }) {
  const t = useWords('quality');
  const nameOf = useNameOf();
  return (
    <Section title={title}>
      <Rows
        label={title}
        columns={[
          [
            t('check'),
            ({ check, title, count }) =>
              count > 0 ? <Link to={productsFoundBy(check)}>{nameOf(title)}</Link> : nameOf(title),
          ],
          [t('count'), ({ count }) => count.toLocaleString('en'), { align: 'right' }],
          [
            'CSV',
            ({ check, title, count }) =>
              count > 0 && (
                <IconAction
                  label={t('download_of', { name: nameOf(title) })}
                  icon={DownloadIcon}
                  href={FILES.products('csv', { quality: check })}
                />
              ),
            { align: 'right', sx: { py: 0 } },
          ],
        ]}
        of={of.toSorted((one, other) => other.count - one.count)}
      />
    </Section>
  );
}

/** The page of the products of an export profile that lack something that it wants. */
export const productsLacking = (profile: string): string =>
  filteredList('products', { lacking: profile }, 'lacking');

/** What products lack, as the pages call it. */
export function useLacking(): (gaps: ProfileGaps) => string {
  const translate = useTranslate();
  return ({ fields }) =>
    fields
      .map((field) =>
        translate(field === 'picture' ? 'office.quality.picture' : `resources.products.fields.${field}`),
      )
      .join(' · ');
}

/** For whom products are ready: for each export profile how many lack something that it wants. */
function Readiness() {
  const t = useWords('quality');
  const wanted = useLacking();
  const reading = useGaps();
  return (
    <Section title={t('profiles')}>
      <Shown reading={reading}>
        {(gaps) => (
          <Rows
            label={t('profiles')}
            columns={[
              [t('profile'), ({ profile, title }) => <Link to={`/profiles/${profile}`}>{title}</Link>],
              [t('products'), ({ products }) => products.toLocaleString('en'), { align: 'right' }],
              [
                t('lacking'),
                ({ profile, lacking }) =>
                  lacking > 0 ? (
                    <Link
                      to={productsLacking(profile)}
                      aria-label={t('lacking_of', { profile, count: lacking.toLocaleString('en') })}
                    >
                      {lacking.toLocaleString('en')}
                    </Link>
                  ) : (
                    0
                  ),
                { align: 'right' },
              ],
              [t('wanted'), wanted],
            ]}
            of={gaps}
          />
        )}
      </Shown>
    </Section>
  );
}
