import { useState } from 'react';
import { Title, useCreatePath, useLocale, useNotify, useTranslate } from 'react-admin';
import { Box, Button, Card, Pagination, TextField } from '@mui/material';
import RestoreIcon from '@mui/icons-material/Restore';
import { useNavigate } from 'react-router-dom';
import { useWriter } from './history.js';
import { useOffice, useTime, useWork } from './pieces.js';
import { Shown, useReading } from './reading.js';

const PAGE_SIZE = 25;
const TYPING_MS = 300;

/** Recently deleted products, and how to bring them back. */
export function DeletedProducts() {
  const office = useOffice();
  const translate = useTranslate();
  const locale = useLocale();
  const time = useTime();
  const writer = useWriter();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const wanted = { q, page, page_size: PAGE_SIZE };
  const reading = useReading(() => office.deletedProducts(wanted), {
    key: JSON.stringify(wanted),
    pauseMs: TYPING_MS,
  });

  return (
    <Box sx={{ mt: 2, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Title title={translate('office.history.deleted')} />
      <Box sx={{ color: 'text.secondary' }}>{translate('office.history.deleted_hint')}</Box>
      <TextField
        type="search"
        size="small"
        label={translate('office.history.deleted_search')}
        value={q}
        onChange={(event) => {
          setQ(event.target.value);
          setPage(1);
        }}
        sx={{ maxWidth: 360 }}
      />
      <Shown reading={reading}>
        {(found) => (
          <>
            <Card>
              {found.data.length === 0 && (
                <Box sx={{ p: 3, color: 'text.secondary' }}>{translate('office.history.deleted_none')}</Box>
              )}
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {found.data.map(({ id, code, at, by, name_cn, name_en, cas }) => (
                  <Box
                    key={id}
                    component="li"
                    sx={{
                      display: 'flex',
                      flexWrap: 'wrap',
                      alignItems: 'center',
                      columnGap: 2,
                      rowGap: 0.5,
                      px: 2,
                      py: 1.5,
                      borderTop: 1,
                      borderColor: 'divider',
                      '&:first-of-type': { borderTop: 0 },
                    }}
                  >
                    <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                      {(locale === 'en' ? name_en : null) ?? name_cn}
                      <Box sx={{ color: 'text.secondary', fontSize: 14 }}>
                        {code} · {cas}
                      </Box>
                    </Box>
                    <Box sx={{ color: 'text.secondary', fontSize: 14, flex: '0 1 260px' }}>
                      {translate('office.history.deleted_at', { at: time(at), who: writer(by) })}
                    </Box>
                    <BringBackButton code={code} id={id} />
                  </Box>
                ))}
              </Box>
            </Card>
            {found.total > PAGE_SIZE && (
              <Pagination
                count={Math.ceil(found.total / PAGE_SIZE)}
                page={page}
                onChange={(_event, wanted) => setPage(wanted)}
              />
            )}
          </>
        )}
      </Shown>
    </Box>
  );
}

/** Brings a product back. @param id of the deletion */
function BringBackButton({ code, id }: { code: string; id: number }) {
  const office = useOffice();
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const createPath = useCreatePath();
  const [bringBack] = useWork(async () => {
    await office.bringBack(code, id);
    notify('office.history.product_back', { type: 'success', messageArgs: { code } });
    await navigate(createPath({ resource: 'products', type: 'edit', id: code }));
  });
  return (
    <Button startIcon={<RestoreIcon />} onClick={bringBack}>
      {translate('office.history.back_product')}
    </Button>
  );
}
