import { type Language, languageNamed } from '#platform/contract/languages.ts';
import type { Note } from './cells.ts';

/** What a code cell of the Python kernel is without the syntax of notebooks. */
export type PlainCell =
  /** `label` as spelled in the cell; null: that of the document. */
  | { readonly kind: 'code'; readonly language: Language; readonly label: string | null; readonly source: string }
  | { readonly kind: 'listing'; readonly label: string; readonly source: string }
  | { readonly kind: 'markdown'; readonly source: string };

/** Magics that only measure or observe their code. */
const TIMED = new Set(['time', 'timeit', 'capture', 'prun', 'memit', 'mprun', 'lprun', 'debug', 'pdb']);

/** Whether code cells of this language may have the syntax of notebooks: only the kernel of Python has it. */
export function hasMagics(language: Language | null): boolean {
  return language === 'python';
}

/** Reads a code cell of a notebook, or of a document that is one: magics, shell commands and help requests. */
export function plainCells(source: string, place: string, note: Note): readonly PlainCell[] {
  const magic = cellMagicOf(source);
  if (!magic) return plainPython(source, source, place, note);
  const { name, rest, body } = magic;
  if (name === 'markdown') return [{ kind: 'markdown', source: body }];
  if (TIMED.has(name) || name.startsWith('python')) {
    note(place, `%%${name} has no effect outside a notebook and became a comment.`);
    return plainPython(source, `# ${source.trimStart()}`, place, note);
  }
  const other = languageNamed(name === 'script' ? (rest.split(/\s/)[0] ?? '') : name);
  if (other !== null) {
    if (rest !== '' && name !== 'script') note(place, `The options of %%${name} were skipped: ${rest.slice(0, 200)}`);
    return body.trim() === '' ? [] : [{ kind: 'code', language: other, label: name, source: body }];
  }
  const isFile = name === 'writefile' || name === 'file';
  const written = isFile ? writingCode(rest, body) : null;
  if (written !== null) {
    note(place, `%%${name} became Python code that writes the file.`);
    return [{ kind: 'code', language: 'python', label: null, source: written }];
  }
  note(place, `%%${name} only works in notebooks; the cell was kept as a listing in the text.`);
  return [{ kind: 'listing', label: isFile ? '' : name, source }];
}

/** Python that writes what `%%writefile` does; null: its options say something else. */
function writingCode(options: string, body: string): string | null {
  const [, append, name] = /^(-a\s+)?([\w][\w.-]{0,100})$/.exec(options) ?? [];
  if (name === undefined || /\r/.test(body)) return null;
  const text = body.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replace(/\n?$/, '\n');
  return `with open("${name}", "${append === undefined ? 'w' : 'a'}") as file:\n    _ = file.write("""\\\n${text}""")`;
}

/** `given` is the original cell, `source` what remains of it for Python. */
function plainPython(given: string, source: string, place: string, note: Note): PlainCell[] {
  const query = /^\s*%sql\s+((?:select|with|insert|update|delete|create|drop|alter)\b[^\n]*)\s*$/i.exec(given)?.[1];
  if (query !== undefined) return [{ kind: 'code', language: 'sql', label: null, source: query }];
  const plain = withoutMagics(source);
  const isNothingElse = isOnlyComments(plain.source);
  for (const line of plain.magics) note(place, magicText(line, isNothingElse));
  if (plain.isTimed) note(place, '%time has no effect outside a notebook and was left out.');
  if (isNothingElse && plain.source !== given) return [{ kind: 'listing', label: '', source: given }];
  return [{ kind: 'code', language: 'python', label: null, source: plain.source }];
}

/** What the report says of a line that became a comment. */
export function magicText(line: string, isNothingElse: boolean): string {
  const shown = line.length > 100 ? `${line.slice(0, 100)}…` : line;
  const packages = /^[!%]\s*(?:python3? -m\s+)?(?:pip3?|conda|mamba)\s+install\b/.test(line);
  if (packages) return `${shown}: add what it installs to the packages of the lesson.`;
  return `${shown}: this only works in notebooks. It was kept ${isNothingElse ? 'as a listing in the text' : 'as a comment'}.`;
}

/** A cell that starts with `%%name rest`; another program than Python interprets its body. */
interface CellMagic {
  readonly name: string;
  readonly rest: string;
  readonly body: string;
}

/** The magic that applies to a whole cell; null: plain code. */
function cellMagicOf(source: string): CellMagic | null {
  const found = /^\s*%%([A-Za-z]\w*)[ \t]*([^\n]*)(?:\n|$)/.exec(source);
  return found ? { name: (found[1] ?? '').toLowerCase(), rest: (found[2] ?? '').trim(), body: source.slice(found[0].length) } : null;
}

interface PlainPython {
  /** Valid Python: notebook syntax became comments. */
  readonly source: string;
  /** The original lines that became comments. */
  readonly magics: readonly string[];
  /** Whether statements lost `%time`, which measures them. */
  readonly isTimed: boolean;
}

const WHOLE_LINE = /^\s*(?:%[A-Za-z]|!\s*\S|\?{1,2}\s*[A-Za-z_]|[A-Za-z_][\w.]*\?{1,2}\s*$)/;
const ASSIGNED = /^\s*[A-Za-z_][\w.,\s[\]'"]{0,200}=\s*(?:%[A-Za-z]|!\s*\S)/;

/**
 * Turns line magics (`%matplotlib inline`), shell commands (`!ls`) and help requests (`len?`) into comments. Only at the start of
 * statements, not inside brackets and strings.
 */
export function withoutMagics(source: string): PlainPython {
  const magics: string[] = [];
  let isTimed = false;
  const state: Nesting = { quote: null, depth: 0 };
  let isContinued = false;
  const lines = source.split('\n').map((given) => {
    const begins = state.quote === null && state.depth === 0 && !isContinued;
    const line = begins ? given.replace(/^(\s*)%time[ \t]+(?=\S)/, '$1') : given;
    isTimed ||= line !== given;
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
  return { source: lines.join('\n'), magics, isTimed };
}

/** Whether code contains only blank lines and comments. */
function isOnlyComments(source: string): boolean {
  return source.split('\n').every((line) => /^\s*(#|$)/.test(line));
}

interface Nesting {
  /** The quotes of the open multiline string. */
  quote: '"""' | "'''" | null;
  /** How many brackets are open. */
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
