/** A whole number as people read it: `1,200`. By hand: the first Intl of a page takes longer than the rest of a table. */
export function numberText(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A number of things as people say it: `1 lesson`, `1,200 lessons`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`;
}

/** How many were found of how many there are: `3 of 12 lessons`; `12 lessons` where nothing is left out. */
export function countText(found: number, all: number, one: string, many?: string): string {
  return found === all ? counted(all, one, many) : `${numberText(found)} of ${counted(all, one, many)}`;
}
