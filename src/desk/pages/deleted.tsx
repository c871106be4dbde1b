import { SearchInput, useLocale, useNotify, useTranslate } from 'react-admin';
import { Box, Button } from '@mui/material';
import RestoreIcon from '@mui/icons-material/Restore';
import { useNavigate } from 'react-router-dom';
import { useWriter } from './history.js';
import { useOffice, useTime, useWork } from './pieces.js';
import { OfficeList, OfficeTable, productPath } from './records.js';

/** Recently deleted products, and how to bring them back. */
export function DeletedProducts() {
  const translate = useTranslate();
  const locale = useLocale();
  const time = useTime();
  const writer = useWriter();
  return (
    <OfficeList filters={[<SearchInput key="q" source="q" alwaysOn />]} component="div">
      <Box sx={{ mb: 2, color: 'text.secondary' }}>{translate('office.history.deleted_hint')}</Box>
      <OfficeTable
        columns={[
          { source: 'code' },
          { source: 'name', value: ({ name_cn: cn, name_en: en }) => (locale === 'en' ? en : null) ?? cn },
          { source: 'cas' },
          { source: 'at', value: ({ at, by }) => `${time(at)} · ${writer(by)}` },
        ]}
        actions={({ id, code }) => <BringBackButton code={code} id={Number(id)} />}
      />
    </OfficeList>
  );
}

/** Brings a product back. @param id of the deletion */
function BringBackButton({ code, id }: { code: string; id: number }) {
  const office = useOffice();
  const translate = useTranslate();
  const notify = useNotify();
  const navigate = useNavigate();
  const [bringBack] = useWork(async () => {
    await office.bringBack(code, id);
    notify('office.history.product_back', { type: 'success', messageArgs: { code } });
    await navigate(productPath(code));
  });
  return (
    <Button startIcon={<RestoreIcon />} onClick={bringBack}>
      {translate('office.history.back_product')}
    </Button>
  );
}
