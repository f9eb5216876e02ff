import type { TextStyle } from './element-style.ts';
import { type Block, type Inline, MARK } from './rich-text.ts';

/** Gathers the content of an element: text until something that is a block of its own, then a paragraph of it. */
export class Flow {
  readonly blocks: Block[] = [];
  #inlines: Inline[] = [];

  text(text: string, { marks, href, keepsLines }: TextStyle): void {
    // Zero-width signs are traces of editors; the replacement for objects stands for images here.
    const clean = text.replace(/[\u200B\uFEFF\uFFFC\u00AD]/g, '');
    if (!keepsLines || clean.trim() === '') return this.#push(clean, marks, href);
    for (const [index, line] of clean.split(/\r\n?|\n/).entries()) {
      if (index > 0) this.add({ type: 'break' });
      this.#push(line, marks, href);
    }
  }

  #push(text: string, marks: number, href: string | null): void {
    if (text !== '') this.#inlines.push({ type: 'text', text, marks, href });
  }

  add(inline: Inline): void {
    this.#inlines.push(inline);
  }

  /** A block of its own: what was gathered before is one, too. */
  block(block: Block): void {
    this.flush();
    this.blocks.push(block);
  }

  flush(): void {
    const gathered = this.#inlines;
    this.#inlines = [];
    const code = codeLine(gathered);
    if (code !== null) {
      this.blocks.push({ type: 'code', language: '', text: code, isLine: true });
      return;
    }
    for (const content of paragraphs(gathered)) this.blocks.push({ type: 'paragraph', content });
  }
}

/** Text in a font of code and nothing else is a line of code, whose spaces count. */
function codeLine(inlines: readonly Inline[]): string | null {
  let line = '';
  let isFilled = false;
  for (const inline of inlines) {
    if (inline.type === 'break') line += '\n';
    else if (inline.type !== 'text') return null;
    else {
      const isBlank = inline.text.trim() === '';
      if (!isBlank && ((inline.marks & MARK.codeFont) === 0 || inline.href !== null)) return null;
      isFilled ||= !isBlank;
      line += inline.text.replace(/[ \t\r\n]+/g, (space) => (space.includes('\n') ? ' ' : space)).replaceAll('\u00A0', ' ');
    }
  }
  return isFilled ? line.trimEnd() : null;
}

/** Spaces as browsers show them: one for many, none at the beginning and end of a line. */
function tidied(inlines: readonly Inline[]): Inline[] {
  const tidy: Inline[] = [];
  let isAfterSpace = true;
  for (const inline of inlines) {
    if (inline.type !== 'text') {
      if (inline.type === 'break') trimLast(tidy);
      tidy.push(inline);
      isAfterSpace = inline.type === 'break';
      continue;
    }
    const spaced = inline.text.replace(/[\s\u00A0]+/g, ' ');
    const text = isAfterSpace && spaced.startsWith(' ') ? spaced.slice(1) : spaced;
    if (text === '') continue;
    isAfterSpace = text.endsWith(' ');
    tidy.push({ ...inline, text, marks: withoutFont(inline.marks) });
  }
  trimLast(tidy);
  return tidy;
}

function trimLast(inlines: Inline[]): void {
  const last = inlines.at(-1);
  if (last?.type !== 'text' || !last.text.endsWith(' ')) return;
  const text = last.text.slice(0, -1);
  if (text === '') inlines.pop();
  else inlines[inlines.length - 1] = { ...last, text };
}

/** Two line breaks are the end of a paragraph, one at its beginning or end is nothing. Formulas that are shown apart are apart. */
function paragraphs(inlines: readonly Inline[]): Inline[][] {
  const found: Inline[][] = [];
  let current: Inline[] = [];
  const end = () => {
    const tidy = tidied(current);
    while (tidy.at(-1)?.type === 'break') tidy.pop();
    if (tidy.length > 0) found.push(tidy);
    current = [];
  };
  let isAfterBreak = true;
  for (const inline of inlines) {
    const isBreak = inline.type === 'break';
    if (inline.type === 'math' && inline.isDisplay) {
      end();
      found.push([inline]);
    } else if (isBreak && isAfterBreak) end();
    else current.push(inline);
    isAfterBreak = isBreak || (isAfterBreak && inline.type === 'text' && inline.text.trim() === '');
  }
  end();
  return found;
}

function withoutFont(marks: number): number {
  return (marks & MARK.codeFont) === 0 ? marks : (marks & ~MARK.codeFont) | MARK.code;
}
