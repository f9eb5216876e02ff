import { isPublicImage } from '#platform/content/rich-text/addresses.ts';
import { mapInlines, plainText } from '#platform/content/rich-text/inline-texts.ts';
import { readParsedHtml } from '#platform/content/rich-text/parsed-html.ts';
import type { Block, Inline } from '#platform/content/rich-text/rich-text.ts';
import { UPLOAD } from '#platform/content/rich-text/write-inlines.ts';
import { writeMarkdown } from '#platform/content/rich-text/write-markdown.ts';
import { storable } from '../cells.ts';
import type { Attachments, ImageExtractor } from '../extract-images.ts';
import type { InlineImages } from '../inline-images.ts';
import type { QuestionReport } from './report.ts';

/** A text of another system. */
export interface ForeignText {
  readonly text: string;
  readonly format: 'html' | 'markdown' | 'plain';
  /** Images that the text names, by their paths. */
  readonly files: Attachments;
}

/** A text without images of its own. */
export function foreignText(text: string, format: ForeignText['format'] = 'html'): ForeignText {
  return { text, format, files: new Map() };
}

/** Converts texts of other systems to Markdown and to plain text. HTML is never kept as such. */
export class QuestionTexts {
  /** The folder of the file that the texts are from, with a slash at its end; empty: that of the document. */
  folder = '';
  readonly #images: ImageExtractor;
  readonly #inline: InlineImages;
  readonly #report: QuestionReport;

  constructor(images: ImageExtractor, inline: InlineImages, report: QuestionReport) {
    this.#images = images;
    this.#inline = inline;
    this.#report = report;
  }

  markdown(given: ForeignText, place: string): string {
    if (given.format === 'markdown') return this.#take(this.#inline.takeOut(storable(given.text)), given, place).trim();
    return this.markdownOf(this.blocks(given, place), given, place);
  }

  /** Blocks of a text as Markdown, with the text's images. */
  markdownOf(blocks: readonly Block[], given: ForeignText, place: string): string {
    return this.#take(writeMarkdown(blocks).replaceAll(UPLOAD, ''), given, place).trim();
  }

  /** On one line. */
  line(given: ForeignText, place: string): string {
    if (given.format !== 'html') return storable(given.text).replaceAll(/\s+/g, ' ').trim();
    return plainText(this.blocks(given, place)).replaceAll(/\s+/g, ' ').trim();
  }

  /** A line of code, with its indentation, or of text. */
  codeOrLine(given: ForeignText, place: string): { text: string; isCode: boolean } {
    const [only, ...others] = this.blocks(given, place);
    const isCode = only?.type === 'code' && others.length === 0;
    return { text: isCode ? only.text.trimEnd() : this.line(given, place), isCode };
  }

  blocks(given: ForeignText, place: string): Block[] {
    const text = this.#inline.takeOut(storable(given.text).replaceAll(/[\uFFFC\r]/g, ''));
    if (given.format !== 'html') return plainBlocks(text);
    const read = readParsedHtml(text, (src) => imageAddress(src, this.folder));
    if (read === null) {
      this.#report.note(place, 'A text is nested too deeply. Only its words were imported.');
      return plainBlocks(text.replaceAll(/<[^<>]*>/g, ' '));
    }
    const { images, embeds } = read.losses;
    if (images + read.uploads.length > 0) this.#report.note(place, 'An image that is not in the file was left out.');
    if (embeds > 0) this.#report.note(place, 'A video or another embedded page was left out.');
    return mapInlines(read.blocks, withFormulas);
  }

  #take(markdown: string, { files }: ForeignText, place: string): string {
    return this.#images.take(markdown, place, new Map([...files, ...this.#inline.attachments]));
  }
}

/** Moodle, Canvas and Blackboard name their own files in their own ways. */
function imageAddress(src: string, folder: string): string | null {
  const address = src.trim();
  const own = /^@@PLUGINFILE@@\/(.+)$/.exec(address)?.[1];
  if (own !== undefined) return `attachment:${own}`;
  const canvas = /^(?:\$|%24)IMS[-_]CC[-_]FILEBASE(?:\$|%24)\/([^?]+)/.exec(address)?.[1];
  if (canvas !== undefined) return `/web_resources/${canvas}`;
  const blackboard = /^@X@EmbeddedFile\.\w{1,60}@X@(?:[^?#]{0,500}\/)?([^/?#]{1,300})/.exec(address)?.[1];
  if (blackboard !== undefined) return blackboard;
  if (/^(?:attachment:|data:image\/)/i.test(address) || isPublicImage(address)) return address;
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\$)/i.test(address) ? null : folder + address;
}

function plainBlocks(text: string): Block[] {
  return text
    .trim()
    .split(/\n[ \t]*\n/)
    .map((paragraph) => ({
      type: 'paragraph',
      content: paragraph
        .trim()
        .split('\n')
        .flatMap((line, index): Inline[] => [
          ...(index > 0 ? [{ type: 'break' } as const] : []),
          ...withFormulas([{ type: 'text', text: line, marks: 0, href: null }]),
        ]),
    }));
}

/** The signs around formulas in texts for MathJax. */
const DELIMITERS = [
  { start: '\\(', end: '\\)', isDisplay: false },
  { start: '\\[', end: '\\]', isDisplay: true },
  { start: '$$', end: '$$', isDisplay: true },
] as const;

function withFormulas(content: readonly Inline[]): Inline[] {
  return content.flatMap((inline) =>
    inline.type === 'text' && inline.marks === 0 && inline.href === null ? formulasIn(inline.text) : inline,
  );
}

function formulasIn(text: string): Inline[] {
  const parts: Inline[] = [];
  // The next formula of each kind. It is looked for again only once the text before it is read.
  const next = new Map(DELIMITERS.map((delimiter) => [delimiter, { at: -1, end: -1 }]));
  let from = 0;
  const addText = (to: number) => {
    if (to > from) parts.push({ type: 'text', text: text.slice(from, to), marks: 0, href: null });
  };
  for (;;) {
    let first: { at: number; end: number; delimiter: (typeof DELIMITERS)[number] } | null = null;
    for (const [delimiter, known] of next) {
      const at = known.at >= from ? known.at : text.indexOf(delimiter.start, from);
      const end = at < 0 || known.end >= at + 2 ? known.end : text.indexOf(delimiter.end, at + 2);
      next.set(delimiter, { at, end });
      // Without an end, no later start has one.
      if (at < 0 || end < 0) next.delete(delimiter);
      else if (first === null || at < first.at) first = { at, end, delimiter };
    }
    if (first === null) break;
    addText(first.at);
    parts.push({
      type: 'math',
      tex: text.slice(first.at + 2, first.end).trim(),
      isDisplay: first.delimiter.isDisplay && parts.length === 0,
    });
    from = first.end + 2;
  }
  addText(text.length);
  return parts;
}
