import { useEffect, useState } from 'react';
import { useOffice } from './pieces.js';

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
  const [choices, setChoices] = useState<{ categories: CategoryChoice[]; sources: string[] }>({
    categories: [],
    sources: [],
  });
  useEffect(() => {
    const all = {
      pagination: { page: 1, perPage: 200 },
      sort: { field: '', order: 'ASC' as const },
      filter: {},
    };
    Promise.all([office.getList('categories', all), office.valuesOf('source')])
      .then(([{ data }, sources]) => {
        const categories = data.map(({ name, name_en, listed }) => ({
          id: name,
          name: name_en ? `${name} · ${name_en}` : name,
          listed,
        }));
        setChoices({ categories, sources });
      })
      .catch(() => {}); // the page itself reports that the service is down
  }, [office]);
  return choices;
}
