import { box, divLine } from './directives.ts';
import { type ConvertedText, endOfFence, type Line, numberedLines } from './kramdown.ts';
import { type Labels, numberedCaption, resolveReferences, tagOf } from './references.ts';
import { listingLines } from './split-markdown.ts';

const FENCE = /^([ \t]*)(`{3,}|~{3,})([^`\n]*)$/;
/** Longer lines don't start a block. */
const LONGEST = 1_000;
/** Directives whose content isn't Markdown. */
const LITERAL = /^\{(?:code|code-block|code-cell[\w-]*|sourcecode|prompt|literalinclude|parsed-literal|highlight|math|mermaid|raw)\}/;
const GATE = /^\{(exercise|solution)-(start|end)\}[ \t]*(.*)$/;
/** Largest number of lines of a formula: a longer one comes from a dollar that was never closed. */
const LONGEST_FORMULA = 200;
const DEEPEST = 20;
/** Environments of LaTeX that are formulas of their own. */
const ENVIRONMENT = /^[ \t]{0,3}\\begin\{((?:equation|align|alignat|gather)\*?)\}/;

/**
 * Writes blocks of MyST, Pandoc and LaTeX as lessons have them: formulas between lines of dollars with the numbers of their labels, gated
 * exercises as boxes, captions of tables as text, and headings without roles. Targets and block breaks disappear. Listings stay.
 */
export function withPlainBlocks(text: string, labels: Labels): ConvertedText {
  if (!/\$\$|\\begin\{|^\+\+\+|\)=[ \t]*$|-start\}|\{[\w:-]+\}`|^(?:Table)?: |@sec-/m.test(text)) return { text, lineOf: (line) => line };
  const lines = numberedLines(text);
  const plain = convert(lines, labels, 0);
  return { text: plain.map((line) => line.text).join('\n'), lineOf: (line) => plain[line - 1]?.from ?? line };
}

function convert(lines: readonly Line[], labels: Labels, depth: number): Line[] {
  const converted: Line[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] as Line;
    const fence = line.text.length <= LONGEST ? FENCE.exec(line.text) : null;
    const block = fence ? fenceAt(lines, at, fence, labels, depth) : (formulaAt(lines, at, labels) ?? environmentAt(lines, at, labels));
    if (block) {
      converted.push(...block.lines);
      at = block.end;
      continue;
    }
    converted.push({ text: plainLine(line.text, converted, labels), from: line.from });
    at++;
  }
  return converted;
}

interface Block {
  readonly lines: readonly Line[];
  /** The index of the first line after it. */
  readonly end: number;
}

function fenceAt(lines: readonly Line[], at: number, [, , marks = '', rest = '']: RegExpExecArray, labels: Labels, depth: number): Block {
  const info = rest.trim();
  const end = endOfFence(lines, at, marks);
  const gate = GATE.exec(info);
  if (gate) return { lines: gateLines(lines.slice(at, end), gate), end };
  const isText = /^\{[\w:-]+\}/.test(info) && !LITERAL.test(info) && depth < DEEPEST && end - at > 2;
  if (!isText) return { lines: lines.slice(at, end), end };
  const inner = convert(lines.slice(at + 1, end - 1), labels, depth + 1);
  return { lines: [lines[at] as Line, ...inner, lines[end - 1] as Line], end };
}

/** An exercise between two directives, as sphinx-exercise has it where code is inside. */
function gateLines(block: readonly Line[], [, kind = '', side = '', argument = '']: RegExpExecArray): Line[] {
  const from = block[0]?.from ?? 1;
  const isFolded = block.some(({ text }) => /^:class:.*\bdropdown\b/.test(text));
  // What follows the name of a solution is the label of its exercise.
  const first = divLine(kind, kind === 'solution' ? '' : argument.trim(), isFolded);
  return [
    { text: '', from },
    { text: side === 'end' ? GATE_COLONS : first.replace(/^:+/, GATE_COLONS), from },
    { text: '', from },
  ];
}

/** More than those of boxes inside. */
const GATE_COLONS = ':'.repeat(12);

/** A formula between double dollars that has several lines or a label; null: none starts here, or it stays as it is. */
function formulaAt(lines: readonly Line[], at: number, labels: Labels): Block | null {
  const { text = '', from = 1 } = lines[at] ?? {};
  const [, indent = '', first = ''] = /^([ \t]*)\$\$(.*)$/.exec(text) ?? [];
  if (!text.trimStart().startsWith('$$')) return null;
  const content: Line[] = [];
  for (let line = at; line < lines.length && line - at <= LONGEST_FORMULA; line++) {
    const each = line === at ? { text: first, from } : (lines[line] as Line);
    const closing = each.text.indexOf('$$');
    if (closing < 0) {
      if (FENCE.test(each.text)) return null;
      content.push(each);
      continue;
    }
    const [, label] = /^[ \t]*(?:\(([^()]{1,200})\))?[ \t]*$/.exec(each.text.slice(closing + 2)) ?? [null];
    const isClosed = /^[ \t]*(?:\([^()]{1,200}\))?[ \t]*$/.test(each.text.slice(closing + 2));
    if (!isClosed || (line === at && label === undefined)) return null;
    content.push({ text: each.text.slice(0, closing), from: each.from });
    return { lines: formula(content, indent, label ?? null, labels), end: line + 1 };
  }
  return null;
}

/** `\begin{align}` … `\end{align}` without dollars, as notebooks have it. */
function environmentAt(lines: readonly Line[], at: number, labels: Labels): Block | null {
  const name = ENVIRONMENT.exec(lines[at]?.text ?? '')?.[1];
  if (name === undefined || (at > 0 && lines[at - 1]?.text.trim() === '$$')) return null;
  const end = lines.slice(at, at + LONGEST_FORMULA).findIndex(({ text }) => text.includes(`\\end{${name}}`));
  if (end < 0 || !(lines[at + end]?.text ?? '').trimEnd().endsWith(`\\end{${name}}`)) return null;
  return { lines: formula(lines.slice(at, at + end + 1), '', null, labels), end: at + end + 1 };
}

function formula(content: readonly Line[], indent: string, label: string | null, labels: Labels): Line[] {
  const texts = content.filter(({ text }, index) => text.trim() !== '' || (index > 0 && index < content.length - 1));
  const [first, last] = [content[0]?.from ?? 1, content.at(-1)?.from ?? 1];
  const joined = texts.map(({ text }) => text).join('\n');
  const named = label ?? /\\label\{([^{}]{1,200})\}/.exec(joined)?.[1] ?? /\(\\#(eq:[\w-]+)\)/.exec(joined)?.[1] ?? null;
  const tag = tagOf(joined, named, labels);
  const lines = texts.map(({ text, from }) => ({ text: text.replace(/\\label\{[^{}]{1,200}\}|\(\\#eq:[\w-]+\)/g, ''), from }));
  const end = lines.at(-1);
  if (end && tag !== '') lines[lines.length - 1] = { ...end, text: `${end.text.trimEnd()}${tag}` };
  return [{ text: `${indent}$$`, from: first }, ...lines, { text: `${indent}$$`, from: last }];
}

function plainLine(text: string, before: readonly Line[], labels: Labels): string {
  if (text.length > LONGEST) return text;
  if (/^\+\+\+(?:[ \t]+\{.*\})?[ \t]*$/.test(text) || /^\([^()\n]{1,200}\)=[ \t]*$/.test(text)) return '';
  if (/^#{1,6}[ \t]/.test(text)) return resolveReferences(text, labels).text;
  const [, caption, attributes = ''] = /^(?:Table)?:[ \t]+(\S.*?)[ \t]*(\{[^{}]*\})?[ \t]*$/.exec(text) ?? [];
  if (caption === undefined) return text;
  // Bookdown names a table in its caption, which may precede it: `Table: (\#tab:owls) Owls`.
  const [mark = '', named] = /^\(\\#([\w:-]+)\)[ \t]*/.exec(caption) ?? [];
  if (mark === '' && !isAfterTable(before)) return text;
  const shown = caption.slice(mark.length);
  return numberedCaption(shown, named ?? /#([\w-]+)/.exec(attributes)?.[1] ?? null, labels);
}

/** Whether the last line that isn't blank is a row of a table. */
function isAfterTable(before: readonly Line[]): boolean {
  return /^[ \t]*\|.*\|[ \t]*$/.test(before.findLast(({ text }) => text.trim() !== '')?.text ?? '');
}

/** Inline code, a formula between double dollars, or one between single dollars with spaces inside. */
const INLINE =
  /((?<!`)(?<ticks>`+)(?!`)[^]{1,2000}?(?<!`)\k<ticks>(?!`))|(?<!\\)\$\$[^$]*\$\$|(?<![\\$])\$(?!\$)(?<formula>[^$`]{1,500}?)(?<!\\)\$(?!\$)/g;
/** Prices have none of these. */
const IS_FORMULA = /[\\^_={}]/;

/** Formulas such as `$ x = 1 $` without the spaces: with them, lessons read the dollars as prices. */
export function withTightFormulas(text: string): string {
  if (!/\$[ \t\n]|[ \t\n]\$/.test(text)) return text;
  const listings = listingLines(text);
  const pattern = new RegExp(INLINE.source, 'g');
  let [result, from, line, passed] = ['', 0, 0, 0];
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const formula = found.groups?.['formula'];
    if (formula === undefined) continue;
    for (; passed < found.index; passed++) if (text[passed] === '\n') line++;
    const isFormula = IS_FORMULA.test(formula) && formula.trim() !== '' && !/\n[ \t]*\n/.test(formula) && !listings.has(line);
    if (!isFormula) {
      // The second dollar may start a formula.
      pattern.lastIndex = found.index + 1;
      continue;
    }
    result += `${text.slice(from, found.index)}$${formula.trim()}$`;
    from = pattern.lastIndex;
  }
  return result + text.slice(from);
}

/** An `<img>` tag alone on a line, where a paragraph would start. */
const IMAGE_LINE = /^ {0,3}<img\b[^<>\n]{1,2000}>[ \t]*$/i;

/**
 * A blank line after an image of HTML that starts a paragraph: Jupyter's and Pandoc's pages show the lines after it as Markdown, but in a
 * lesson they would be HTML as they are written.
 */
export function withLooseImages(text: string): string {
  if (!/<img\b/i.test(text)) return text;
  const listings = listingLines(text);
  const lines = text.split('\n');
  const starts = (at: number) => at === 0 || /^\s*$|-->\s*$/.test(lines[at - 1] ?? '');
  return lines
    .map((line, at) => {
      const next = lines[at + 1] ?? '';
      const isFollowed = next.trim() !== '' && !next.trimStart().startsWith('<');
      return isFollowed && starts(at) && IMAGE_LINE.test(line) && !listings.has(at) ? `${line}\n` : line;
    })
    .join('\n');
}

/** GitHub's alerts, `> [!NOTE]`, as boxes. */
export function alertsAsBoxes(text: string): string {
  return text.replace(
    /^> ?\[!(note|tip|important|warning|caution)\][ \t]*\n((?:^>.*(?:\n|$))*)/gim,
    (_whole, name: string, quoted: string) => {
      const isLast = !quoted.endsWith('\n');
      return `${box(`::: ${name.toLowerCase() === 'caution' ? 'warning' : name.toLowerCase()}`, quoted.replace(/^> ?/gm, ''))}${isLast ? '' : '\n'}`;
    },
  );
}
