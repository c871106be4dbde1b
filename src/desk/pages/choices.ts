import { useOffice } from './pieces.js';
import { useReading } from './reading.js';

/** As many as a list gives at once: of categories and keys that is all. */
const FIRST_200 = {
  pagination: { page: 1, perPage: 200 },
  sort: { field: '', order: 'ASC' as const },
  filter: {},
};

/** Values to choose from, each named by its text under a key. */
export const choicesOf = <V extends string>(under: string, values: readonly V[]) =>
  values.map((id) => ({ id, name: `${under}.${id}` }));

/** A category to choose: as products have it, and with its English name. */
interface CategoryChoice {
  id: string;
  name: string;
  /** false where it was deleted, and products still carry it */
  listed: boolean;
}

/** The categories and source labels to choose from. */
export function useChoices(): { categories: CategoryChoice[]; sources: string[] } {
  const office = useOffice();
  const { answer } = useReading('choices', async () => {
    const [{ data }, sources] = await Promise.all([
      office.getList('categories', FIRST_200),
      office.dataOf<string[]>('GET', '/product-values?field=source'),
    ]);
    const categories = data.map(({ name, name_en: english, listed }) => ({
      id: name,
      name: english ? `${name} · ${english}` : name,
      listed,
    }));
    return { categories, sources };
  });
  return answer ?? { categories: [], sources: [] };
}
