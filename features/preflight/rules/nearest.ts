import { editDistance } from '#platform/contract/edit-distance.ts';

/** The one name that was probably meant: the same in other letters or with another ending, or one or two slips away. Null: none, or several. */
export function nearest(name: string, names: readonly string[]): string | null {
  const own = plain(name);
  const known = plainNames.get(names) ?? names.map(plain);
  plainNames.set(names, known);
  const same = names.filter((_, index) => known[index] === own);
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : null;
  const most = name.length > 8 ? 2 : 1;
  const lower = name.toLowerCase();
  const close = names.filter((each) => Math.abs(each.length - name.length) <= most && editDistance(each.toLowerCase(), lower) <= most);
  return close.length === 1 ? (close[0] ?? null) : null;
}

/** A list is asked for many names. */
const plainNames = new WeakMap<readonly string[], readonly string[]>();

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/\.\w+$/, '')
    .replaceAll(/[\s_-]+/g, '-');
}
