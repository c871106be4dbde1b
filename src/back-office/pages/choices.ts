import { useOffice } from './pieces.js';
import { useAnswer } from './reading.js';

/** A category to choose: as products have it, and with its English name. */
interface CategoryChoice {
  id: string;
  name: string;
  /** false where it was deleted, and products still carry it */
  listed: boolean;
}

interface Choices {
  categories: CategoryChoice[];
  sources: string[];
}

/** The categories and source labels to choose from. */
export function useChoices(): Choices {
  const office = useOffice();
  const load = async (): Promise<Choices> => {
    const all = {
      pagination: { page: 1, perPage: 200 },
      sort: { field: '', order: 'ASC' as const },
      filter: {},
    };
    const [{ data }, sources] = await Promise.all([
      office.getList('categories', all),
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
