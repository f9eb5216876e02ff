/** The parameters of an address that belong to one visit: the page of a table, unfolded rows, an open dialog. */
const OF_THE_VISIT: ReadonlySet<string> = new Set(['page', 'open', 'add']);

/** What a view keeps of an address: everything that changes what is listed, and how. */
export function viewFilters(search: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) =>
      value === undefined || value === '' || OF_THE_VISIT.has(name) ? [] : [[name, String(value)]],
    ),
  );
}

/** Whether two views list the same. */
export function areSameFilters(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** The address of a view within the product. */
export function viewAddress(path: string, filters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(filters).toString();
  return query === '' ? path : `${path}?${query}`;
}
