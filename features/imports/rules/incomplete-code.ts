import { isQuery, type Language } from '#platform/contract/languages.ts';
import type { NamedLanguage } from './code-names.ts';

// Whether code is whole. Read by its characters, because what isn't whole has no syntax tree that says where it ends.

/** Strings with their prefixes, and comments. A string of one line ends with its line. */
const TEXTS: Readonly<Record<NamedLanguage, RegExp>> = {
  python:
    /(?:\b[rbuft]{1,2})?(?:"""[^]*?(?:"""|$(?![^]))|'''[^]*?(?:'''|$(?![^]))|"(?:[^"\\\n]|\\[^])*(?:"|$)|'(?:[^'\\\n]|\\[^])*(?:'|$))|#.*/gim,
  r: /"(?:[^"\\]|\\[^])*(?:"|$(?![^]))|'(?:[^'\\]|\\[^])*(?:'|$(?![^]))|`[^`\n]*`|#.*/gm,
};
const LONGEST = 100_000;
const LONGEST_PROMPT = 200;
/** Commands of `sqlite3` that runs refuse. */
const OF_CONSOLE = /^\.(?:exit|quit|help|open|read|save|backup|restore|import|dump|output|once|shell|system|cd)\b/;

/** The code with empty strings and without comments. Line numbers stay the same. */
function withoutTexts(language: NamedLanguage, code: string): string {
  return code
    .slice(0, LONGEST)
    .replace(TEXTS[language], (text) => (text.startsWith('#') ? '' : `""${'\n'.repeat(text.split('\n').length - 1)}`));
}

/** Whether a bracket or a multiline string is open at the end of Python code. */
export function isOpen(code: string): boolean {
  if (isInText(code)) return true;
  const plain = withoutTexts('python', code);
  const count = (pattern: RegExp) => plain.match(pattern)?.length ?? 0;
  return count(/[([{]/g) > count(/[)\]}]/g) || plain.endsWith('\\');
}

/** Whether Python code ends within a text in triple quotes. */
export function isInText(code: string): boolean {
  const last = code.slice(0, LONGEST).match(TEXTS.python)?.at(-1) ?? '';
  const [opening = '', quotes = ''] = /^[a-z]{0,2}("""|''')/i.exec(last) ?? [];
  if (opening === '') return false;
  return code.endsWith(last) && !(last.length >= opening.length + 3 && last.endsWith(quotes));
}

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const OPERATOR_AT_END = /(?:[-+*/^=<>~&|]|%[^%\s]*%)$/;
const BODY_FOLLOWS = /^(?:async[ \t]+)?(?:if|elif|else|for|while|def|class|with|try|except|finally|match|case)\b/;

/** Whether code is a part of other code, so that it can't run as it is: `elif x:`, `f(1,`, `1 +`; or no code at all. */
export function isIncomplete(language: Language | null, code: string): boolean {
  if (language === 'cli') return code.length <= LONGEST_PROMPT && /^\s*(?:[\w.-]+@[\w.-]+[^\n]*)?[$%][ \t]*$/.test(code);
  if (isQuery(language)) return isOfConsole(code.slice(0, LONGEST));
  if ((language !== 'python' && language !== 'r') || code.length > LONGEST) return false;
  const plain = withoutTexts(language, code);
  // The report of an error, shown like code.
  if (language === 'python' && (/^[ \t]*Traceback \(most recent call last\):/m.test(plain) || isInText(code))) return true;
  const open: string[] = [];
  let start = '';
  /** The indent that the next line must exceed; null: none. */
  let above: number | null = null;
  let last = '';
  let isFirst = true;
  for (const line of plain.split('\n')) {
    if (line.trim() === '') continue;
    if (isFirst && language === 'python' && /^\s*(?:elif|else|except|finally)\b/.test(line)) return true;
    isFirst = false;
    const begins = open.length === 0 && !last.endsWith('\\');
    const indent = /^\s*/.exec(line)?.[0].length ?? 0;
    if (begins) {
      if (above !== null && indent <= above) return true;
      above = null;
      start = line;
    }
    // A value is missing: `x <- # to do`.
    if (language === 'r' && OPERATOR_AT_END.test(last) && /^\s*[)\]}]/.test(line)) return true;
    for (const [sign] of line.matchAll(/[([{}\])]/g)) {
      if ('([{'.includes(sign)) open.push(sign);
      else if (open.pop() !== OPENING[sign]) return true;
    }
    last = line.trimEnd();
    if (language === 'r' && hasWordsInARow(line)) return true;
    if (language === 'r') continue;
    if (line.includes('?')) return true;
    if (open.length === 0 && last.endsWith(':') && BODY_FOLLOWS.test(start.trimStart())) above = /^\s*/.exec(start)?.[0].length ?? 0;
  }
  if (open.length > 0 || above !== null) return true;
  return language === 'r' && (OPERATOR_AT_END.test(last) || last.endsWith(','));
}

/** Words of R that others may follow, or that follow others. */
const R_KEYWORDS = new Set(['if', 'else', 'for', 'in', 'while', 'repeat', 'function', 'next', 'break']);

/** Whether two names or numbers are next to each other: the line is what a program printed, and no R. */
function hasWordsInARow(line: string): boolean {
  let last: RegExpExecArray | null = null;
  for (const word of line.matchAll(/[\w.]+/g)) {
    const isBehind = last !== null && line.slice(last.index + last[0].length, word.index).trim() === '';
    if (last && isBehind && !R_KEYWORDS.has(last[0]) && !R_KEYWORDS.has(word[0])) return true;
    last = word;
  }
  return false;
}

/** Whether a query has the prompt of one that goes on, or is nothing but commands of a console. */
function isOfConsole(code: string): boolean {
  const lines = code.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return lines.some((line) => line.startsWith('...>')) || (lines.length > 0 && lines.every((line) => OF_CONSOLE.test(line)));
}
