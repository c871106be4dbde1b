import { SearchInput } from 'react-admin';
import { Box, Button } from '@mui/material';
import { useNavigate } from 'react-router-dom';
import { useEntryWords } from './history.js';
import { Icon, useDesk, useWork } from './pieces.js';
import { OfficeList, OfficeTable, productPath } from './records.js';

/** Recently deleted products, and how to bring them back. */
export function DeletedProducts() {
  const { t, isEnglish, time } = useDesk();
  const { writer } = useEntryWords();
  return (
    <OfficeList filters={[<SearchInput key="q" source="q" alwaysOn />]} component="div">
      <Box sx={{ mb: 2, color: 'text.secondary' }}>{t('history.deleted_hint')}</Box>
      <OfficeTable
        columns={[
          { source: 'code' },
          { source: 'name', value: ({ name_cn: cn, name_en: en }) => (isEnglish ? en : null) ?? cn },
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
  const { office, t, tell } = useDesk();
  const navigate = useNavigate();
  const [bringBack] = useWork(async () => {
    await office.bringBack(code, id);
    tell('history.product_back', 'success', { code });
    await navigate(productPath(code));
  });
  return (
    <Button startIcon={<Icon name="Restore" />} onClick={bringBack}>
      {t('history.back_product')}
    </Button>
  );
}
