import { readDivStart } from '#platform/content/markdown-boxes.ts';

const LEFT_OUT = 'A part that readers of the document don’t see was left out.';
/** In lists and quotations, a div begins behind their marks. */
const MARKS = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t]){0,40}/;
const FENCE = /^(?:`{3,}|~{3,})/;
const DIV_END = /^:{3,}[ \t]*$/;
const IS_HTML = /^html/i;

/**
 * Blanks the parts of a text that readers don't see: the divs of Quarto with `.content-hidden` or `.content-visible`, by their conditions,
 * and those with `.hidden`. Conditions other than the format aren't known here: what has one stays unseen, because it may be a solution.
 * Lines keep their numbers.
 *
 * @param keepsCode Chunks inside still run, but unseen.
 * @param note receives the first line of each part.
 */
export function withoutHiddenDivs(text: string, keepsCode: boolean, note: (line: number, reason: string) => void): string {
  if (!/:::/.test(text)) return text;
  let depth = 0;
  let fence: { readonly marks: string; readonly isKept: boolean } | null = null;
  return text
    .split('\n')
    .map((line, index) => {
      const bare = line.replace(MARKS, '');
      if (fence) {
        const { marks, isKept } = fence;
        if (bare.startsWith(marks) && bare.slice(marks.length).trim() === '') fence = null;
        return isKept ? line : '';
      }
      const [marks] = FENCE.exec(bare) ?? [];
      if (marks !== undefined) {
        const isChunk = keepsCode && /^\{\w/.test(bare.slice(marks.length));
        fence = { marks, isKept: depth === 0 || isChunk };
        if (depth === 0) return line;
        return isChunk ? line.replace(/\}[ \t]*$/, ', include=FALSE}') : '';
      }
      if (depth > 0) {
        if (DIV_END.test(bare)) depth--;
        else if (readDivStart(bare) !== null) depth++;
        return '';
      }
      if (!isHiddenDiv(bare)) return line;
      depth = 1;
      note(index + 1, LEFT_OUT);
      return '';
    })
    .join('\n');
}

/** Whether a line begins a div that readers don't see on a page. */
function isHiddenDiv(line: string): boolean {
  if (readDivStart(line) === null) return false;
  const classes = line.replaceAll(/"[^"]*"/g, '');
  if (/\.hidden(?=[\s}]|$)|^:{3,}[ \t]*hidden[ \t]*$/.test(classes)) return true;
  const name = /[.\s]content-(hidden|visible)(?=[\s}]|$)/.exec(classes)?.[1];
  if (name === undefined) return false;
  const [, when, format] = /\b(when|unless)-format="?([\w:-]+)/.exec(line) ?? [];
  const hasOther = /\b(?:when|unless)-(?:profile|meta)/.test(line);
  if (when === undefined || format === undefined || hasOther) return name === 'hidden' || hasOther;
  const isMet = IS_HTML.test(format) === (when === 'when');
  return isMet === (name === 'hidden');
}
