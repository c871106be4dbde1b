import { useLocale, useTranslate } from 'react-admin';
import { Alert, IconButton, Tooltip } from '@mui/material';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Link } from 'react-router-dom';
import { FILES } from './data.js';
import { OfficePage } from './layout.js';
import { useOffice } from './pieces.js';
import { Shown, useReading } from './reading.js';
import { filteredList, Rows } from './records.js';

const POLL_MS = 5_000;

/** The checks to choose from, named in the page's language. */
export function useChecks(): { id: string; name: string }[] {
  const office = useOffice();
  const locale = useLocale();
  const { answer } = useReading('quality', () => office.quality());
  return (answer?.data ?? []).map(({ check, title }) => ({
    id: check,
    name: locale === 'en' ? title.en : title.cn,
  }));
}

/** The page of the products that a check finds. */
export const productsFoundBy = (check: string): string =>
  filteredList('products', { quality: check }, 'quality');

/** What is probably wrong with products, each check with its count; a check leads to its products. */
export function QualityPage() {
  const office = useOffice();
  const translate = useTranslate();
  const locale = useLocale();
  const reading = useReading('quality', () => office.quality(), null, { everyMs: POLL_MS });
  const nameOf = (title: { cn: string; en: string }): string => (locale === 'en' ? title.en : title.cn);
  const t = (name: string, values = {}): string => translate(`office.quality.${name}`, values);
  return (
    <OfficePage title="office.menu.quality" hint="office.quality.hint">
      <Shown reading={reading}>
        {(quality) => (
          <>
            {!quality.complete && <Alert severity="info">{t('incomplete')}</Alert>}
            <Rows
              label={translate('office.menu.quality')}
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
                      <Tooltip title={t('download_of', { name: nameOf(title) })}>
                        <IconButton
                          href={FILES.products('csv', { quality: check })}
                          aria-label={t('download_of', { name: nameOf(title) })}
                        >
                          <DownloadIcon />
                        </IconButton>
                      </Tooltip>
                    ),
                  { align: 'right', sx: { py: 0 } },
                ],
              ]}
              of={quality.data}
            />
          </>
        )}
      </Shown>
    </OfficePage>
  );
}
