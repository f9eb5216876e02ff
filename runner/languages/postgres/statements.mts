/** A statement without its semicolon, and its offset in the whole text. */
export interface Statement {
  readonly text: string;
  readonly start: number;
}

const BLANK = [/\s+/y, /--[^\n]*/y];
/** Quotes and comments, which can hide a semicolon. As in PostgreSQL, an unclosed one hides the rest of the text. */
const HIDDEN = [
  /[eE]'(?:[^'\\]|\\.|'')*(?:'|$)/sy,
  /'(?:[^']|'')*(?:'|$)/y,
  /"(?:[^"]|"")*(?:"|$)/y,
  /\$([\p{L}_][\p{L}\p{N}_]*)?\$[^]*?(?:\$\1\$|$)/uy,
];
const WORD = /[\p{L}_][\p{L}\p{N}_$]*/uy;

/** Splits a text into statements as psql does. White space, comments and lone semicolons are not statements. */
export function splitStatements(code: string): Statement[] {
  const statements: Statement[] = [];
  let start: number | null = null;
  let depth = 0;
  let lastWord = '';
  let end = 0;
  for (let at = 0; at < code.length;) {
    const blank = blankAt(code, at);
    if (blank > 0) {
      at += blank;
      continue;
    }
    const isEnd = code[at] === ';' && depth === 0;
    if (isEnd && start !== null) statements.push({ text: code.slice(start, at), start });
    if (isEnd) {
      start = null;
      at += 1;
      continue;
    }
    start ??= at;
    const word = matchAt(WORD, code, at).toLowerCase();
    const hidden = word === '' || /^e$/i.test(word) ? longest(HIDDEN, code, at) : 0;
    if (word !== '' && hidden === 0) {
      // A function body can contain statements: BEGIN ATOMIC … END.
      if (word === 'atomic' && lastWord === 'begin') depth += 1;
      else if (depth > 0 && word === 'case') depth += 1;
      else if (depth > 0 && word === 'end') depth -= 1;
      lastWord = word;
    }
    at += hidden || word.length || 1;
    end = at;
  }
  if (start !== null) statements.push({ text: code.slice(start, end), start });
  return statements;
}

const BEGINS = new Set(['begin', 'start']);
const ENDS = new Set(['commit', 'end', 'rollback', 'abort', 'savepoint', 'release']);

/**
 * Whether a transaction stays open for these codes, which run one after the other: the first statement about transactions is one that
 * needs it.
 */
export function keepsTransaction(codes: readonly string[]): boolean {
  for (const code of codes)
    for (const { text } of splitStatements(code)) {
      const word = matchAt(WORD, text, 0).toLowerCase();
      if (BEGINS.has(word) || ENDS.has(word)) return ENDS.has(word);
    }
  return false;
}

/** Line and column, both counted from 1. */
export function lineAndColumn(code: string, offset: number): { line: number; column: number } {
  const before = code.slice(0, offset);
  return { line: before.split('\n').length, column: offset - (before.lastIndexOf('\n') + 1) + 1 };
}

function blankAt(code: string, at: number): number {
  return code.startsWith('/*', at) ? commentLength(code, at) : longest(BLANK, code, at);
}

function longest(patterns: readonly RegExp[], code: string, at: number): number {
  return Math.max(...patterns.map((pattern) => matchAt(pattern, code, at).length));
}

/** Length of a comment; PostgreSQL comments nest. */
function commentLength(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    if (code.startsWith('/*', at)) {
      depth += 1;
      at += 1;
    } else if (code.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1 - from;
    }
  }
  return code.length - from;
}

function matchAt(pattern: RegExp, code: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(code)?.[0] ?? '';
}
