/** The gaps in a text: `[[a|b]]` accepts texts, `[[#3.14 ± 0.01]]` a number, `[[>right|wrong]]` is a menu. */

export type Gap =
  | { readonly type: 'text'; readonly answers: readonly string[] }
  | { readonly type: 'number'; readonly value: string; readonly tolerance: string }
  /** The first choice is the right one. */
  | { readonly type: 'menu'; readonly choices: readonly string[] };

const GAP_MAX = 1_000;

/** Texts, and the gaps between them. A backslash before `[[` keeps it from being a gap; in a gap, one before `|`, `]`, `#` or `>`. */
export function piecesOf(text: string): (string | Gap)[] {
  const pieces: (string | Gap)[] = [];
  let plain = '';
  let at = 0;
  // Up to here, no gap ends: brackets that nobody closes are looked through once.
  let clear = 0;
  const hasEnd = (from: number): boolean => {
    for (let place = Math.max(from, clear); place < Math.min(text.length, from + GAP_MAX) && text[place] !== '\n'; place++) {
      if (text[place] === '\\') place++;
      else if (text[place] === ']' && text[place + 1] === ']') return true;
      clear = place + 1;
    }
    return false;
  };
  while (at < text.length) {
    const isEscaped = text.startsWith('\\[[', at);
    const end = !isEscaped && text.startsWith('[[', at) && hasEnd(at + 2) ? endOf(text, at + 2) : null;
    if (end !== null) {
      if (plain !== '') pieces.push(plain);
      pieces.push(gapOf(text.slice(at + 2, end)));
      [plain, at] = ['', end + 2];
    } else if (isEscaped) {
      [plain, at] = [`${plain}[[`, at + 3];
    } else {
      const next = text.slice(at + 1).search(/\\?\[\[/);
      const to = next < 0 ? text.length : at + 1 + next;
      [plain, at] = [plain + text.slice(at, to), to];
    }
  }
  if (plain !== '') pieces.push(plain);
  return pieces;
}

/**
 * The text of a question with these gaps, which {@link piecesOf} reads again. A space keeps a gap apart from a sign before it that would
 * belong to it. Null: a gap is too long.
 */
export function textWithGaps(pieces: readonly (string | Gap)[]): string | null {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece.replaceAll('[[', '\\[[');
    else {
      const content = gapContent(piece);
      if (content.length > GAP_MAX - 2) return null;
      text += `${/[\\[]$/.test(text) ? ' ' : ''}[[${content}]]`;
    }
  }
  return text;
}

function gapContent(gap: Gap): string {
  const written = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/[\\[\]|#>]/g, '\\$&');
  if (gap.type === 'number') return `#${gap.value}${gap.tolerance === '' ? '' : ` ± ${gap.tolerance}`}`;
  if (gap.type === 'menu') return `>${gap.choices.map(written).join('|')}`;
  return gap.answers.map(written).join('|');
}

/** The gaps of a text, in order. */
export function gapsOf(text: string): Gap[] {
  return piecesOf(text).filter((piece) => typeof piece !== 'string');
}

/** Where a gap ends: at `]]` outside of its own brackets, or else at the first `]]`. Null: not on this line. */
function endOf(text: string, from: number): number | null {
  let depth = 0;
  let first: number | null = null;
  for (let at = from; at < Math.min(text.length, from + GAP_MAX) && text[at] !== '\n'; at++) {
    const isDouble = text[at] === ']' && text[at + 1] === ']';
    if (text[at] === '\\') at++;
    else if (text[at] === '[') depth++;
    else if (isDouble && depth === 0) return at;
    else if (text[at] === ']') depth = Math.max(0, depth - 1);
    if (isDouble) first ??= at;
  }
  return first;
}

function gapOf(content: string): Gap {
  const sign = content.trimStart()[0];
  const rest = content.trimStart().slice(1);
  if (sign === '#') {
    const [value = '', tolerance = ''] = rest.split(/±|\+\/?-/, 2);
    return { type: 'number', value: value.trim(), tolerance: tolerance.trim() };
  }
  if (sign === '>' && isMenu(rest)) return { type: 'menu', choices: [...new Set(alternatives(rest))] };
  return { type: 'text', answers: alternatives(content) };
}

/** Rather than an answer that begins with the sign: `>`, `>=`, `>|>=`. */
function isMenu(rest: string): boolean {
  return !rest.trimStart().startsWith('|') && (alternatives(rest).length > 1 || /[\p{L}\p{N}]/u.test(rest));
}

function alternatives(content: string): string[] {
  const found = content.match(/(?:\\.|[^\\|]|\\$)+/gs) ?? [];
  return found.map((each) => each.trim().replaceAll(/\\([\\|[\]#>])/g, '$1')).filter((each) => each !== '');
}
