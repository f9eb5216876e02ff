/** What a person typed as a number: its value and what follows it, such as a unit. */
export interface TypedNumber {
  readonly value: number;
  readonly rest: string;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;
/** Spaces between groups of three digits, among them the narrow ones that publishers use. */
const GROUP_SPACES = /(?<=\d)[ \u{a0}\u{2007}\u{2009}\u{202f}'’_](?=\d{3}(?!\d))/gu;

/**
 * Reads a number as people write it: `1.5`, `1,5`, `1 000 000`, `−2`, `1.5e3`, `1.5·10^3`, `50 %`. A single comma is a decimal sign,
 * unless a point follows it. Null: it begins with no number.
 */
export function readNumber(typed: string): TypedNumber | null {
  const folded = typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').replaceAll(/[−–]/g, '-').replaceAll(GROUP_SPACES, '');
  const plain = decimalPoint(folded).replace(/ ?[·×*] ?10 ?(?:\^|\*\*) ?([+-]?\d+)/, 'e$1');
  const [found] = NUMBER.exec(plain) ?? [];
  if (found === undefined) return null;
  const rest = plain.slice(found.length).trim();
  const value = Number(found);
  if (!Number.isFinite(value)) return null;
  return { value, rest };
}

function decimalPoint(text: string): string {
  const commas = text.split(',').length - 1;
  if (commas === 0) return text;
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d/.test(text) || commas > 1) return text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  return text.replace(/(?<=\d|^[+-]?),(?=\d)/, '.');
}
