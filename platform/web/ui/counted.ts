/** Formats an integer: `1,200`. Not with Intl, whose first use on a page takes longer than the rest of a table. */
export function numberText(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Formats a count: `1 lesson`, `1,200 lessons`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`;
}

/** Formats a filtered count: `3 of 12 lessons`; `12 lessons` when nothing is filtered out. */
export function countText(found: number, all: number, one: string, many?: string): string {
  return found === all ? counted(all, one, many) : `${numberText(found)} of ${counted(all, one, many)}`;
}
