import { useTranslate } from 'react-admin';
import { Box } from '@mui/material';
import type { PushDay } from '../../platform/access/push-days.js';

const HEIGHT = 84;
const REJECTED = '#d98200';

/** The pushes of each day as bars; a day that rejected something has a mark. */
export function PushChart({ days }: { days: PushDay[] }) {
  const translate = useTranslate();
  const most = Math.max(...days.map(({ pushes }) => pushes));
  if (most === 0) return <Box sx={{ color: 'text.secondary' }}>{translate('office.home.no_pushes')}</Box>;
  const said = (day: PushDay): string => translate('office.home.pushes_of', { ...day });
  const anyRejected = days.some(({ rejected }) => rejected > 0);
  return (
    <>
      <Box
        role="img"
        aria-label={days.map(said).join('; ')}
        sx={{ display: 'flex', alignItems: 'flex-end', gap: { xs: 0.5, sm: 1 } }}
      >
        {days.map((day) => (
          <Box
            key={day.day}
            title={said(day)}
            sx={{ flex: 1, minWidth: 0, textAlign: 'center', fontSize: 12 }}
          >
            <Box sx={{ color: 'text.secondary', height: 18, overflow: 'hidden' }}>
              {day.pushes > 0 && short(day.pushes)}
            </Box>
            <Box sx={{ height: HEIGHT, display: 'flex', alignItems: 'flex-end', justifyContent: 'center' }}>
              <Box
                sx={{
                  width: '100%',
                  maxWidth: 36,
                  height: `${Math.max(day.pushes > 0 ? 3 : 1, (HEIGHT * day.pushes) / most)}px`, // a plain 1 would mean 100 %
                  bgcolor: day.pushes > 0 ? 'primary.main' : 'divider',
                  borderRadius: '3px 3px 0 0',
                  ...(day.rejected > 0 && { borderTop: '5px solid', borderTopColor: REJECTED }),
                }}
              />
            </Box>
            <Box sx={{ color: 'text.secondary', pt: 0.5 }}>{Number(day.day.slice(8))}</Box>
          </Box>
        ))}
      </Box>
      {anyRejected && (
        <Box
          sx={{ mt: 1, fontSize: 12, color: 'text.secondary', display: 'flex', alignItems: 'center', gap: 1 }}
        >
          <Box sx={{ width: 16, height: 5, bgcolor: REJECTED }} />
          {translate('office.home.with_rejections')}
        </Box>
      )}
    </>
  );
}

const short = (count: number): string => (count < 1_000 ? String(count) : `${Math.round(count / 1_000)}k`);
