import { SelectInput } from 'react-admin';
import type { SelectInputProps } from 'react-admin';
import { useDesk } from './pieces.js';
import { useReading } from './reading.js';
import type { Known } from './texts.js';

/** Values to choose from, each named by its text under an id. */
export const choicesOf = <Under extends string, V extends string>(
  under: [Known<`${Under}.${V}`>] extends [never] ? never : Under,
  values: readonly V[],
) => values.map((id) => ({ id, name: `${under}.${id}` }));

/** Values to choose from that name themselves. */
export const asChoices = (values: string[]) => values.map((id) => ({ id, name: id }));

/** A filter of a list by one of several values. It is always shown, unless it says otherwise. */
export const choiceFilter = (source: string, choices: object[], more: Partial<SelectInputProps> = {}) => (
  <SelectInput key={source} source={source} choices={choices} alwaysOn {...more} />
);

/** A category to choose: as products have it, and with its English name. */
interface CategoryChoice {
  id: string;
  name: string;
  /** false where it was deleted, and products still carry it */
  listed: boolean;
}

/** The categories and source labels to choose from. */
export function useChoices(): { categories: CategoryChoice[]; sources: string[] } {
  const { office } = useDesk();
  const { answer } = useReading('choices', async () => {
    const [named, sources] = await Promise.all([
      office.dataOf<{ name: string; name_en: string | null; listed: boolean }[]>('GET', '/categories'),
      office.dataOf<string[]>('GET', '/product-values?field=source'),
    ]);
    const categories = named.map(({ name, name_en: english, listed }) => ({
      id: name,
      name: english ? `${name} · ${english}` : name,
      listed,
    }));
    return { categories, sources };
  });
  return answer ?? { categories: [], sources: [] };
}
