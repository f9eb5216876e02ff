import { readDelimited } from '#platform/content/delimited.ts';
import { readHtml } from '#platform/content/rich-text/read-html.ts';
import type { Block, Inline, Losses } from '#platform/content/rich-text/rich-text.ts';
import { UPLOAD, writeInlines } from '#platform/content/rich-text/write-inlines.ts';
import { writeMarkdown } from '#platform/content/rich-text/write-markdown.ts';
import { tableIn } from './delimited.ts';
import { notebookText } from './notebook.ts';

/** What a clipboard has, as text. */
export interface ClipboardText {
  readonly plain: string;
  readonly html: string;
  /** Cells of JupyterLab, as JSON. */
  readonly cells: string;
}

/** An image that is to be uploaded to a position in the Markdown. */
export interface PastedImage {
  readonly at: number;
  readonly src: string;
}

export interface PastedMarkdown {
  readonly markdown: string;
  /** It can be part of a paragraph. */
  readonly isInline: boolean;
  readonly images: readonly PastedImage[];
  readonly losses: Losses;
}

/** Longer HTML, in characters, and longer Markdown, are pasted as plain text: pages would stand still. */
const LONGEST_HTML = 20_000_000;
const LONGEST_MARKDOWN = 300_000;
/** Readers don't read longer tables. */
const MOST_ROWS = 200;
const NO_LOSSES: Losses = { images: 0, footnotes: 0, comments: 0, embeds: 0 };

/** What a clipboard becomes in a text, or as a document of its own; null: its plain text says the same. */
export function pastedMarkdown({ plain, html, cells }: ClipboardText, isDocument = false): PastedMarkdown | null {
  const notebook = notebookText(cells) ?? notebookText(plain);
  if (notebook) return placed(notebook.markdown, notebook.uploads, NO_LOSSES, false);
  const rich = html.length > 0 && html.length <= LONGEST_HTML ? fromHtml(html, isDocument) : null;
  if (rich) return rich;
  const rows = tableIn(plain);
  return rows && placed(tableMarkdown(rows), [], NO_LOSSES, false);
}

/** What a link is pasted into. */
interface LinkAround {
  /** The two characters before it. */
  readonly before: string;
  /** What it replaces. */
  readonly selected: string;
}

/** A link for a pasted address: of the selected words, else of the title. In the brackets of a link, only its address is missing. */
export function pastedLink({ title, href }: { readonly title: string; readonly href: string }, around: LinkAround): PastedMarkdown | null {
  const hasWords = around.selected.trim() !== '' && !/[[\]\n]|:\/\//.test(around.selected);
  const titled = () => writeInlines([{ type: 'text', text: title, marks: 0, href }], { lineBreak: ' ', isWithinLine: true });
  const markdown = around.before === '](' ? href : hasWords ? `[${around.selected}](${href})` : titled();
  return placed(markdown, [], NO_LOSSES, true);
}

function fromHtml(html: string, isDocument: boolean): PastedMarkdown | null {
  // Rows without their table, as some programs copy them, would lose their cells.
  const isRows = /<tr[\s>]/i.test(html) && !/<table[\s>]/i.test(html);
  const { body } = new DOMParser().parseFromString(isRows ? `<table>${html}</table>` : html, 'text/html');
  const { blocks, uploads, losses } = readHtml(body);
  if (!blocks.some(saysMore) && Object.values(losses).every((count) => count === 0)) return null;
  return placed(writeMarkdown(blocks, isDocument), uploads, losses, blocks.length === 1 && blocks[0]?.type === 'paragraph');
}

/** Whether a block says more than its plain text. */
function saysMore(block: Block): boolean {
  return block.type !== 'paragraph' || block.content.some(isMarked);
}

function isMarked(inline: Inline): boolean {
  if (inline.type === 'break') return false;
  return inline.type !== 'text' || inline.marks !== 0 || (inline.href !== null && inline.href !== inline.text.trim());
}

/** A file of data as a table; null: it is too long for a text, or no table. */
export function tableOfFile(text: string): string | null {
  if (text.length > LONGEST_MARKDOWN / 4) return null;
  const rows = readDelimited(text.trim(), (text.split('\n', 1)[0] ?? '').includes('\t') ? '\t' : ',');
  return rows.length > 0 && rows.length <= MOST_ROWS ? tableMarkdown(rows) : null;
}

/** Rows of text as a table. */
function tableMarkdown(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => ({ content: lines(text.trim()), align: null });
  return writeMarkdown([{ type: 'table', rows: rows.map((row) => row.map(cell)) }]);
}

function lines(text: string): Inline[] {
  if (text === '') return [];
  return text
    .replaceAll(UPLOAD, '')
    .split('\n')
    .flatMap((line, index): Inline[] => [
      ...(index > 0 ? [{ type: 'break' } as const] : []),
      ...(line === '' ? [] : [{ type: 'text', text: line, marks: 0, href: null } as const]),
    ]);
}

/** Takes the signs for images out of the text, and says where they were. */
function placed(source: string, uploads: readonly string[], losses: Losses, isInline: boolean): PastedMarkdown | null {
  const parts = source.split(UPLOAD);
  let at = 0;
  const images = uploads.map((src, index) => ({ src, at: (at += parts[index]?.length ?? 0) }));
  const markdown = parts.join('');
  return markdown.length > LONGEST_MARKDOWN ? null : { markdown, isInline, images, losses };
}
