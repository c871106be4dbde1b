import { useOffice } from './pieces.js';
import { useAnswer } from './reading.js';

/** A category to choose: as products have it, and with its English name. */
interface CategoryChoice {
  id: string;
  name: string;
  /** false where it was deleted, and products still carry it */
  listed: boolean;
}

/** As many as a list gives at once: of categories and keys that is all. */
export const FIRST_200 = {
  pagination: { page: 1, perPage: 200 },
  sort: { field: '', order: 'ASC' as const },
  filter: {},
};

interface Choices {
  categories: CategoryChoice[];
  sources: string[];
}

/** The categories and source labels to choose from. */
export function useChoices(): Choices {
  const office = useOffice();
  const load = async (): Promise<Choices> => {
    const [{ data }, sources] = await Promise.all([
      office.getList('categories', FIRST_200),
      office.valuesOf('source'),
    ]);
    const categories = data.map(({ name, name_en, listed }) => ({
      id: name,
      name: name_en ? `${name} · ${name_en}` : name,
      listed,
    }));
    return { categories, sources };
  };
  return useAnswer(load) ?? NONE;
}

const NONE: Choices = { categories: [], sources: [] };
