import type { ReactNode } from 'react';
import { Card, Table, TableBody, TableHead, TableRow } from '@mui/material';

/**
 * A table that a narrow window moves sideways.
 * @param label for screen readers
 * @param height the most that it takes, px: the rest is scrolled to, under its headings
 */
export function Rows({
  label,
  heads,
  height,
  children,
}: {
  label: string;
  heads: ReactNode;
  height?: number;
  children: ReactNode;
}) {
  return (
    <Card variant="outlined" sx={{ overflow: 'auto', ...(height && { maxHeight: height }) }} tabIndex={0}>
      <Table size="small" stickyHeader={height !== undefined} aria-label={label}>
        <TableHead>
          <TableRow>{heads}</TableRow>
        </TableHead>
        <TableBody>{children}</TableBody>
      </Table>
    </Card>
  );
}
