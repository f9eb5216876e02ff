import { readAttributes } from '#platform/content/markdown-attributes.ts';
import { withoutPlain } from './markup-signs.ts';
import { listingLines } from './split-markdown.ts';

/** Commands of TeX that only arrange a printed page or build its lists. */
const LAYOUT =
  /\\(?:newpage|clearpage|cleardoublepage|pagebreak|newline|noindent|bigskip|medskip|smallskip|hfill|vfill|phantomsection|appendix|frontmatter|mainmatter|backmatter|printindex|tableofcontents|listoffigures|listoftables|centering|raggedright|linebreak)\b(?:\{\})?/g;
/** The same, with arguments. */
const WITH_ARGUMENTS = /\\(?:index|label|vspace|hspace|addcontentsline|setcounter|thispagestyle|pagestyle)\*?(?=\{)/g;
/** Longest arguments. Characters. */
const ARGUMENTS_MAX = 1_000;

/** Code whose value a build writes into the text: `` `r nrow(x)` ``, `` `{python} x` ``. */
const VALUE = /^(?:r|\{(?:r|python|julia|ojs)\})[ \t]{1,5}(\S[^]{0,1000})$/;
/** Inline code ends within so many other runs of backticks. */
const RUNS_MAX = 50;

/** The address of an image with attributes behind it. */
const ATTRIBUTES = /\]\(([^()\n]{1,2000})\)\{([^{}]{0,2000})\}/g;
/** Longest alternative text. Characters. */
const ALT_MAX = 2_000;

/**
 * A text without what a printed page or a build has in it: `\newpage` and `\index{…}` disappear, inline code is shown as code, and images have
 * attributes that lessons read.
 */
export function withPlainMarks(text: string, note: (reason: string) => void): string {
  const attributes = text.includes('){') ? withEasyAttributes(text) : text;
  const plain = /`(?:r[ \t]|\{)/.test(attributes) ? withValues(attributes, note) : attributes;
  if (!/\\[a-z]/.test(plain)) return plain;
  return withoutPlain(withoutPlain(plain, LAYOUT), WITH_ARGUMENTS, endOfArguments);
}

/** A heading without the attributes of Pandoc at its end: `### Owls {-}`, `## Owls {#sec-owls .unlisted}`. */
export function withoutAttributes(heading: string): string {
  const trimmed = heading.trimEnd();
  const open = trimmed.endsWith('}') ? trimmed.lastIndexOf('{') : 0;
  const isAttributes = open > 0 && /[ \t]/.test(trimmed.charAt(open - 1)) && /^(?:[#.][^{}\n]*|-)$/.test(trimmed.slice(open + 1, -1));
  return isAttributes ? trimmed.slice(0, open).trimEnd() : heading;
}

/** The end of the arguments of a command, which may have braces inside; a brace that nothing closes stays. */
function endOfArguments({ input, index, 0: command }: RegExpExecArray): number {
  let depth = 0;
  let end = index + command.length;
  for (let at = end; at < Math.min(input.length, index + ARGUMENTS_MAX); at++) {
    if (depth === 0 && input[at] !== '{') break;
    if (input[at] === '{') depth++;
    else if (input[at] === '}' && --depth === 0) end = at + 1;
  }
  return end;
}

/** Inline code whose value is missing, as code that readers can read. */
function withValues(text: string, note: (reason: string) => void): string {
  const listings = listingLines(text);
  const runs = [...text.matchAll(/`+/g)];
  const parts: string[] = [];
  let [next, line, passed] = [0, 0, 0];
  for (let at = 0; at < runs.length; at++) {
    const [marks = '`'] = runs[at] as RegExpExecArray;
    const { index } = runs[at] as RegExpExecArray;
    for (; passed < index; passed++) if (text[passed] === '\n') line++;
    if (listings.has(line) || text[index - 1] === '\\') continue;
    const end = runs.slice(at + 1, at + RUNS_MAX).findIndex(([other]) => other === marks);
    if (end < 0) continue;
    const close = (runs[at + 1 + end] as RegExpExecArray).index;
    at += end + 1;
    const code = marks === '`' ? VALUE.exec(text.slice(index + 1, close))?.[1] : undefined;
    if (code === undefined) continue;
    parts.push(text.slice(next, index), valueOf(code.trim(), note));
    next = close + 1;
  }
  return parts.join('') + text.slice(next);
}

/** A number or a text is its own value. The value of other code is known only to a build. */
function valueOf(code: string, note: (reason: string) => void): string {
  const text = /^(["'])([^"'\\]*)\1$/.exec(code)?.[2];
  if (text !== undefined) return text;
  if (/^-?\d{1,20}(?:\.\d{1,20})?$/.test(code)) return code;
  note(`The text shows a value that the file doesn’t have. It shows the code instead: ${code.replace(/\s+/g, ' ').slice(0, 200)}`);
  return `\`${code.replace(/\s+/g, ' ')}\``;
}

/** Images whose attributes are over several lines, or have signs that are escaped, with what lessons read of them. */
function withEasyAttributes(text: string): string {
  const listings = listingLines(text);
  const parts: string[] = [];
  let [next, line, passed] = [0, 0, 0];
  for (const { index, 0: whole, 1: address = '', 2: attributes = '' } of text.matchAll(ATTRIBUTES)) {
    for (; passed < index; passed++) if (text[passed] === '\n') line++;
    const before = text.slice(Math.max(next, index - ALT_MAX), index);
    const open = before.lastIndexOf('![');
    if (open < 0 || listings.has(line) || !/[\n\\]/.test(attributes)) continue;
    const start = index - before.length + open;
    parts.push(text.slice(next, start), easyImage(text.slice(start + 2, index), address, attributes));
    next = index + whole.length;
  }
  return parts.join('') + text.slice(next);
}

function easyImage(shown: string, address: string, attributes: string): string {
  const { values } = readAttributes(attributes.replace(/\\([!-/:-@[-`{-~])/g, '$1'));
  const alt = (values.get('alt') ?? values.get('fig-alt') ?? '').replace(/[[\]\s]+/g, ' ').trim();
  const sizes = ['width', 'height'].flatMap((side) => {
    const size = values.get(side);
    return size !== undefined && /^\d{1,4}(?:px|%)?$/.test(size) ? [`${side}=${size}`] : [];
  });
  return `![${alt === '' ? shown : alt}](${address})${sizes.length === 0 ? '' : `{${sizes.join(' ')}}`}`;
}
