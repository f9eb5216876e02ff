import type { Language } from '#platform/contract/languages.ts';

/** Languages whose names are followed from one block of code to the next. */
type Named = 'python' | 'r';

function isNamed(language: Language | null): language is Named {
  return language === 'python' || language === 'r';
}

/** Strings with their prefixes, and comments. A string of one line ends with its line. */
const TEXTS: Readonly<Record<Named, RegExp>> = {
  python:
    /(?:\b[rbuft]{1,2})?(?:"""[^]*?(?:"""|$(?![^]))|'''[^]*?(?:'''|$(?![^]))|"(?:[^"\\\n]|\\[^])*(?:"|$)|'(?:[^'\\\n]|\\[^])*(?:'|$))|#.*/gim,
  r: /"(?:[^"\\]|\\[^])*(?:"|$(?![^]))|'(?:[^'\\]|\\[^])*(?:'|$(?![^]))|`[^`\n]*`|#.*/gm,
};
const WORD: Readonly<Record<Named, RegExp>> = {
  python: /(?<![\w.])[A-Za-z_]\w*/g,
  r: /(?<![\w.$@])[A-Za-z.][\w.]*/g,
};
const PYTHON_KEYWORDS = new Set(
  (
    'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda ' +
    'match nonlocal not or pass raise return try while with yield'
  ).split(' '),
);
const LONGEST = 100_000;
const LONGEST_PROMPT = 200;

/** The code with empty strings and without comments. Line numbers stay the same, and so do the names in f-strings. */
function withoutTexts(language: Named, code: string): string {
  return code.slice(0, LONGEST).replace(TEXTS[language], (text) => {
    if (text.startsWith('#')) return '';
    const names = language === 'python' && /^[a-z]?f/i.test(text) ? namesInFormat(text) : [];
    return `${names.length > 0 ? `(${names.join(', ')})` : '""'}${'\n'.repeat(text.split('\n').length - 1)}`;
  });
}

/** The names between the braces of an f-string, also those of its formats: `f"{x:{width}}"`. */
function namesInFormat(text: string): string[] {
  const fields = text.replace(/\{\{|\}\}/g, '').match(/\{[^{}!:]{1,500}/g) ?? [];
  return fields
    .flatMap((field) => field.replace(/(["'])[^"']*\1/g, '').match(WORD.python) ?? [])
    .filter((name) => !PYTHON_KEYWORDS.has(name));
}

/** The names that code gives a value for the code after it, in the first column: `x = 1`, `def f():`, `import y`, `x <- 1`. */
export function definedNames(language: Language | null, code: string): Set<string> {
  if (!isNamed(language)) return new Set();
  const plain = withoutTexts(language, code);
  return language === 'r' ? definedInR(plain, '^') : definedInPython(plain, '^');
}

/** The names that code uses before it gives them a value itself, and those of R that it may get from packages. */
export function usedNames(language: Language | null, code: string): Set<string> {
  if (!isNamed(language)) return new Set();
  const plain = withoutTexts(language, code);
  const own = new Set([...boundNames(language, plain), ...(language === 'python' ? PYTHON_KEYWORDS : [])]);
  const read = language === 'python' ? plain.replace(IMPORT, '') : plain;
  // The name of an argument isn't a name that the code uses.
  const words = read.replace(ARGUMENT, '=').match(WORD[language]) ?? [];
  return new Set([...words.filter((word) => !own.has(word)), ...continuedNames(language, plain)]);
}

const IMPORT = /^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import[ \t]+(?:\([^()]{0,2000}\)?|[^\n;]*)/gm;

const ARGUMENT = /(?<![\w.])[\w.]{1,100}[ \t]{0,20}=(?!=)(?=[^\n]{0,300}[)\]])/g;

/** The names whose first value here is made of the one that they had: `x = x + 1`, `x <- f(x)`. */
function continuedNames(language: Named, plain: string): string[] {
  const given = new Set<string>();
  return [...plain.matchAll(/^([A-Za-z_.][\w.]*)[ \t]*(?:<<?-|=(?!=))(.*)$/gm)].flatMap(([, name = '', value = '']) => {
    const isFirst = !given.has(name);
    given.add(name);
    const words: readonly string[] = value.replace(ARGUMENT, '=').match(WORD[language]) ?? [];
    return isFirst && words.includes(name) ? [name] : [];
  });
}

/** The names that code gives a value anywhere: also in loops and functions, and as their parameters. */
export function assignedNames(language: Language | null, code: string): Set<string> {
  return isNamed(language) ? boundNames(language, withoutTexts(language, code)) : new Set();
}

function definedInPython(plain: string, start: '^' | '^[ \\t]*'): Set<string> {
  const names = new Set<string>();
  const targets = (text: string) => {
    for (const [name] of text.matchAll(/(?<![\w.])[A-Za-z_]\w*(?!\w*[.[(])/g)) names.add(name);
  };
  for (const [, text = ''] of plain.matchAll(
    new RegExp(`${start}([A-Za-z_(][\\w, ()*]{0,200}?)[ \\t]{0,20}(?::[ \\t]{0,20}[\\w.[\\], ]{1,100})?=(?!=)`, 'gm'),
  ))
    if (isTarget(text)) targets(text);
  for (const [, text = ''] of plain.matchAll(new RegExp(`${start}(?:async[ \\t]+)?(?:def|class)[ \\t]+(\\w+)`, 'gm'))) targets(text);
  for (const [, text = ''] of plain.matchAll(new RegExp(`${start}for[ \\t]+([\\w, ()]{1,200}?)[ \\t]+in\\b`, 'gm'))) targets(text);
  for (const [, text = ''] of plain.matchAll(new RegExp(`${start}with\\b[^\\n]*?\\bas[ \\t]+(\\w+)`, 'gm'))) targets(text);
  for (const [, text = ''] of plain.matchAll(
    new RegExp(`${start}(?:from[ \\t]+[\\w.]+[ \\t]+)?import[ \\t]+(\\([^()]{0,2000}|[^\\n;]+)`, 'gm'),
  ))
    for (const each of text.split(',')) {
      const [, name = '', as] = /^[\s()]*([A-Za-z_]\w*)[\w.]*(?:[ \t]+as[ \t]+(\w+))?/.exec(each) ?? [];
      if (name !== '') names.add(as ?? name);
    }
  return names;
}

/** Whether what is left of an `=` is given a value. In `print(x, end="")` and `def f(a, b=1):` it is not. */
function isTarget(text: string): boolean {
  return text.split('(').length === text.split(')').length && !PYTHON_KEYWORDS.has(/^\w+/.exec(text)?.[0] ?? '');
}

function definedInR(plain: string, start: '^' | '^[ \\t]*'): Set<string> {
  const found = plain.matchAll(new RegExp(`${start}([A-Za-z.][\\w.]*)[ \\t]*(?:<<?-|=(?!=))`, 'gm'));
  return new Set([...found].map(([, name = '']) => name));
}

/** All names that code gives a value anywhere, also as parameters and in loops. */
function boundNames(language: Named, plain: string): Set<string> {
  if (language === 'r') {
    const names = definedInR(plain, '^[ \\t]*');
    for (const [, list = ''] of plain.matchAll(/\bfunction[ \t]*\(([^()]{0,2000})/g))
      for (const each of list.split(',')) names.add(/^\s*([\w.]+)/.exec(each)?.[1] ?? '');
    for (const [, name = ''] of plain.matchAll(/\bfor[ \t]*\([ \t]*([\w.]+)[ \t]+in\b/g)) names.add(name);
    return names;
  }
  const names = definedInPython(plain, '^[ \\t]*');
  for (const [, ofDef, ofLambda] of plain.matchAll(/\bdef[ \t]+\w+[ \t]*\(([^()]{0,2000})|\blambda\b([^:\n]{0,500}):/g))
    for (const each of (ofDef ?? ofLambda ?? '').split(',')) names.add(/^[\s*]*(\w+)/.exec(each)?.[1] ?? '');
  for (const [, list = ''] of plain.matchAll(/\bfor[ \t]+([\w, ()]{1,200}?)[ \t]+in\b/g))
    for (const [name] of list.matchAll(/\w+/g)) names.add(name);
  for (const [, name = ''] of plain.matchAll(/\bas[ \t]+(\w+)/g)) names.add(name);
  return names;
}

/** The names to which R code gives functions. */
export function functionsInR(code: string): Set<string> {
  const found = withoutTexts('r', code).matchAll(/(?<![\w.])([A-Za-z.][\w.]*)[ \t]{0,20}(?:<-|=)[ \t]{0,20}function\b/g);
  return new Set([...found].map(([, name = '']) => name));
}

/** The names that R code uses other than as functions that it calls. */
export function valuesInR(code: string): Set<string> {
  return new Set(withoutTexts('r', code).match(/(?<![\w.$@])[A-Za-z.][\w.]*(?![\w.]|[ \t]{0,20}\()/g) ?? []);
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
  if (!isNamed(language) || code.length > LONGEST) return false;
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
    if (language === 'r') continue;
    if (line.includes('?')) return true;
    if (open.length === 0 && last.endsWith(':') && BODY_FOLLOWS.test(start.trimStart())) above = /^\s*/.exec(start)?.[0].length ?? 0;
  }
  if (open.length > 0 || above !== null) return true;
  return language === 'r' && (OPERATOR_AT_END.test(last) || last.endsWith(','));
}
