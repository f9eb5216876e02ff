/** Formats an integer: `1,200`. Not with Intl, whose first use on a page takes longer than the rest of a table. */
export function numberText(value: number): string {
  let text = String(value);
  for (let at = text.length - 3; at > (value < 0 ? 1 : 0); at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return text;
}

/** Formats a count: `1 lesson`, `1,200 lessons`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? `1 ${one}` : `${numberText(count)} ${many}`;
}

/** Formats a filtered count: `3 of 12 lessons`; `12 lessons` when nothing is filtered out. */
export function countText(found: number, all: number, one: string, many?: string): string {
  return found === all ? counted(all, one, many) : `${numberText(found)} of ${counted(all, one, many)}`;
}
