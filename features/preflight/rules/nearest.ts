/** The one name that was probably meant: the same in other letters or with another ending, or one or two letters away. Null: none, or several. */
export function nearest(name: string, names: readonly string[]): string | null {
  const own = plain(name);
  const known = plainNames.get(names) ?? names.map(plain);
  plainNames.set(names, known);
  const same = names.filter((_, index) => known[index] === own);
  if (same.length > 0) return same.length === 1 ? (same[0] ?? null) : null;
  const most = name.length > 8 ? 2 : 1;
  const lower = name.toLowerCase();
  const close = names.filter((each) => Math.abs(each.length - name.length) <= most && distance(each.toLowerCase(), lower, most) <= most);
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

/** How many letters have to be changed, added or removed; more than `most` isn't counted. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[b.length] ?? most + 1;
}
