import { Alert } from '@mui/material';
import { Link } from 'react-router-dom';
import type { Quality } from '../../catalogue/quality/checks.js';
import { call } from './call.js';
import { FILES } from './data.js';
import { OfficePage } from './layout.js';
import { grouped, IconAction, Section, useDesk } from './pieces.js';
import { Shown, useReading } from './reading.js';
import { filteredList, Rows } from './records.js';
import { PUBLIC } from './session.js';

const POLL_MS = 5_000;

/** Whether a check finds what is only missing: all others find what is wrong. */
export const isOfLack = ({ check }: { check: string }): boolean => check.endsWith('_missing');

/** What the checks find. */
export const useQuality = (options?: { everyMs: number }) =>
  useReading('quality', () => call<Quality>('GET', `${PUBLIC}/quality`), null, options);

/** What products of an export profile lack of what it wants. */
interface ProfileGaps {
  profile: string;
  title: string;
  fields: string[];
  products: number;
  lacking: number;
}
/** What products lack for each export profile. */
export const useGaps = () =>
  useReading('gaps', () => call<{ profiles: ProfileGaps[] }>('GET', `${PUBLIC}/quality?profiles=true`));

/** The checks to choose from, named in the page's language. */
export function useChecks(): { id: string; name: string }[] {
  const { nameOf } = useDesk();
  return (useQuality().answer?.data ?? []).map(({ check, title }) => ({ id: check, name: nameOf(title) }));
}

/** What is probably wrong with products, each check with its count; a check leads to its products. */
export function QualityPage() {
  const reading = useQuality({ everyMs: POLL_MS });
  const { t } = useDesk();
  return (
    <OfficePage title={t('menu.quality')} hint={t('quality.hint')}>
      <Shown reading={reading}>
        {({ data, complete }) => (
          <>
            {!complete && <Alert severity="info">{t('quality.incomplete')}</Alert>}
            <Findings title={t('quality.wrong')} of={data.filter((each) => !isOfLack(each))} />
            <Findings title={t('quality.missing')} of={data.filter(isOfLack)} />
            <Readiness />
          </>
        )}
      </Shown>
    </OfficePage>
  );
}

/** Checks, the one that finds most first. */
function Findings({ title, of }: { title: string; of: Quality['data'] }) {
  const { t, nameOf } = useDesk();
  return (
    <Section title={title}>
      <Rows
        label={title}
        columns={[
          [
            t('quality.check'),
            ({ check, title, count }) => {
              const to = filteredList('products', { quality: check }, 'quality');
              return count > 0 ? <Link to={to}>{nameOf(title)}</Link> : nameOf(title);
            },
          ],
          [t('quality.count'), ({ count }) => grouped(count), { align: 'right' }],
          [
            'CSV',
            ({ check, title, count }) =>
              count > 0 && (
                <IconAction
                  label={t('quality.download_of', { name: nameOf(title) })}
                  icon="FileDownloadOutlined"
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
  const { t, label } = useDesk();
  return ({ fields }) =>
    fields.map((field) => (field === 'picture' ? t('quality.picture') : label(field))).join(' · ');
}

/** For whom products are ready: for each export profile how many lack something that it wants. */
function Readiness() {
  const { t } = useDesk();
  const wanted = useLacking();
  const reading = useGaps();
  return (
    <Section title={t('quality.profiles')}>
      <Shown reading={reading}>
        {({ profiles }) => (
          <Rows
            label={t('quality.profiles')}
            columns={[
              [
                t('quality.profile'),
                ({ profile, title }) => <Link to={`/profiles/${profile}`}>{title}</Link>,
              ],
              [t('quality.products'), ({ products }) => grouped(products), { align: 'right' }],
              [
                t('quality.lacking'),
                ({ profile, lacking }) => {
                  const count = grouped(lacking);
                  const props = {
                    to: productsLacking(profile),
                    'aria-label': t('quality.lacking_of', { profile, count }),
                  };
                  return lacking > 0 ? <Link {...props}>{count}</Link> : 0;
                },
                { align: 'right' },
              ],
              [t('quality.wanted'), wanted, { sx: { minWidth: 240 } }],
            ]}
            of={profiles}
          />
        )}
      </Shown>
    </Section>
  );
}
