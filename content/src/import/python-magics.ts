/** A cell that starts with `%%name rest`; another program than Python interprets its body. */
interface CellMagic {
  readonly name: string;
  readonly rest: string;
  readonly body: string;
}

/** The magic that applies to a whole cell; null: plain code. */
export function cellMagicOf(source: string): CellMagic | null {
  const found = /^\s*%%([A-Za-z]\w*)[ \t]*([^\n]*)(?:\n|$)/.exec(source);
  return found ? { name: (found[1] ?? '').toLowerCase(), rest: (found[2] ?? '').trim(), body: source.slice(found[0].length) } : null;
}

interface PlainPython {
  /** Valid Python: notebook syntax became comments. */
  readonly source: string;
  /** The original lines that became comments. */
  readonly magics: readonly string[];
}

const WHOLE_LINE = /^\s*(?:%[A-Za-z]|!\s*\S|\?{1,2}\s*[A-Za-z_]|[A-Za-z_][\w.]*\?{1,2}\s*$)/;
const ASSIGNED = /^\s*[A-Za-z_][\w.,\s[\]'"]{0,200}=\s*(?:%[A-Za-z]|!\s*\S)/;

/**
 * Turns line magics (`%matplotlib inline`), shell commands (`!ls`) and help requests (`len?`) into comments. Only at the start of
 * statements, not inside brackets and strings.
 */
export function withoutMagics(source: string): PlainPython {
  const magics: string[] = [];
  const state: Nesting = { quote: null, depth: 0 };
  let isContinued = false;
  const lines = source.split('\n').map((line) => {
    const begins = state.quote === null && state.depth === 0 && !isContinued;
    if (begins && (WHOLE_LINE.test(line) || ASSIGNED.test(line))) {
      magics.push(line.trim());
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      // A block needs a statement.
      return indent === '' ? `# ${line}` : `${indent}pass  # ${line.trim()}`;
    }
    passOver(line, state);
    isContinued = line.endsWith('\\');
    return line;
  });
  return { source: lines.join('\n'), magics };
}

/** Whether code contains only blank lines and comments. */
export function isOnlyComments(source: string): boolean {
  return source.split('\n').every((line) => /^\s*(#|$)/.test(line));
}

interface Nesting {
  /** The quotes of the open multiline string. */
  quote: '"""' | "'''" | null;
  /** Of brackets. */
  depth: number;
}

/** Strings, openings of multiline strings, comments, brackets: they determine where a statement can start. */
const SIGNS = /"""|'''|"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|#|[([{]|[)\]}]/g;

function passOver(line: string, state: Nesting): void {
  let from = 0;
  while (from <= line.length) {
    if (state.quote !== null) {
      const end = endOfLongText(line, state.quote, from);
      if (end === null) return;
      state.quote = null;
      from = end;
    }
    SIGNS.lastIndex = from;
    const found = SIGNS.exec(line);
    if (!found || found[0] === '#') return;
    from = SIGNS.lastIndex;
    const [sign] = found;
    if (sign === '"""' || sign === "'''") state.quote = sign;
    else if (/^[([{]$/.test(sign)) state.depth++;
    else if (/^[)\]}]$/.test(sign)) state.depth = Math.max(0, state.depth - 1);
  }
}

function endOfLongText(line: string, quote: string, from: number): number | null {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '\\') at++;
    else if (line.startsWith(quote, at)) return at + quote.length;
  }
  return null;
}
