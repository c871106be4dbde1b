import { Title, useLocale, useTranslate } from 'react-admin';
import {
  Alert,
  Box,
  Card,
  IconButton,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Tooltip,
} from '@mui/material';
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Link } from 'react-router-dom';
import { findingsTable } from './data.js';
import { filteredList } from './filtered-list.js';
import { useOffice } from './pieces.js';
import { Shown, useAnswer, usePolling, useReading } from './reading.js';

const POLL_MS = 5_000;

/** The checks to choose from, named in the page's language. */
export function useChecks(): { id: string; name: string }[] {
  const office = useOffice();
  const locale = useLocale();
  const quality = useAnswer(() => office.quality());
  return (quality?.data ?? []).map(({ check, title }) => ({
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
  const reading = useReading(() => office.quality());
  usePolling(POLL_MS, reading.again);

  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Title title={translate('office.menu.quality')} />
      <Box sx={{ mb: 2, color: 'text.secondary' }}>{translate('office.quality.hint')}</Box>
      <Shown reading={reading}>
        {(quality) => (
          <>
            {!quality.complete && (
              <Alert severity="info" sx={{ mb: 2 }}>
                {translate('office.quality.incomplete')}
              </Alert>
            )}
            <Card>
              <Table>
                <TableHead>
                  <TableRow>
                    <TableCell>{translate('office.quality.check')}</TableCell>
                    <TableCell align="right">{translate('office.quality.count')}</TableCell>
                    <TableCell align="right">CSV</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {quality.data.map(({ check, title, count }) => {
                    const name = locale === 'en' ? title.en : title.cn;
                    const download = translate('office.quality.download_of', { name });
                    return (
                      <TableRow key={check}>
                        <TableCell component="th" scope="row">
                          {count > 0 ? <Link to={productsFoundBy(check)}>{name}</Link> : name}
                        </TableCell>
                        <TableCell align="right">{count.toLocaleString('en')}</TableCell>
                        <TableCell align="right" sx={{ py: 0 }}>
                          {count > 0 && (
                            <Tooltip title={download}>
                              <IconButton href={findingsTable(check)} aria-label={download}>
                                <DownloadIcon />
                              </IconButton>
                            </Tooltip>
                          )}
                        </TableCell>
                      </TableRow>
                    );
                  })}
                </TableBody>
              </Table>
            </Card>
          </>
        )}
      </Shown>
    </Box>
  );
}
