/**
 * The address of a list under a filter.
 * @param shown the field of the filter, where the list does not always show it
 */
export function filteredList(resource: string, filter: object, shown?: string): string {
  const text = (value: object): string => encodeURIComponent(JSON.stringify(value));
  const more = shown === undefined ? '' : `&displayedFilters=${text({ [shown]: true })}`;
  return `/${resource}?filter=${text(filter)}${more}`;
}
