import { UPLOAD } from '#platform/content/rich-text/write-inlines.ts';
import { writeCodeBlock } from '#platform/content/rich-text/write-markdown.ts';

/** Markdown of the cells of a notebook. */
interface NotebookText {
  readonly markdown: string;
  /** Data addresses of attached images, in the order of {@link UPLOAD}. */
  readonly uploads: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

/** Cells that were copied in JupyterLab, or a whole notebook as text; null: something else. */
export function notebookText(source: string): NotebookText | null {
  const notebook = readNotebook(source);
  if (!notebook) return null;
  const metadata = asObject(notebook['metadata']);
  const named = asObject(metadata['language_info'])['name'] ?? asObject(metadata['kernelspec'])['language'];
  const language = typeof named === 'string' && /^[\w+#-]+$/.test(named) ? named.toLowerCase() : 'python';
  const uploads: string[] = [];
  const texts = notebook.cells.map((cell) => cellText(asObject(cell), language, uploads)).filter((text) => text !== '');
  return { markdown: texts.join('\n\n'), uploads };
}

/**
 * The same as the text of a notebook file; null: something else.
 *
 * @param language of cells without their notebook, which don't say it
 */
export function notebookFile(source: string, language: string | null): string | null {
  const notebook = readNotebook(source);
  if (!notebook) return null;
  if ('nbformat' in notebook) return source;
  return JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: { language_info: { name: language ?? '' } }, cells: notebook.cells });
}

/** A notebook, or an object with the cells of a copied list. */
function readNotebook(source: string): (Json & { cells: readonly unknown[] }) | null {
  if (!/^\s*[[{]/.test(source)) return null;
  let read: unknown;
  try {
    read = JSON.parse(source);
  } catch {
    return null;
  }
  const cells = Array.isArray(read) ? read : 'nbformat' in asObject(read) ? asObject(read)['cells'] : null;
  if (!Array.isArray(cells) || cells.length === 0 || !cells.every((cell) => typeof asObject(cell)['cell_type'] === 'string')) return null;
  return { ...asObject(read), cells };
}

function cellText(cell: Json, language: string, uploads: string[]): string {
  const text = sourceOf(cell['source']);
  if (text.trim() === '') return '';
  const shell = /^%%(?:bash|sh)\b[^\n]*\n/.exec(text)?.[0];
  if (shell !== undefined) return writeCodeBlock('bash', text.slice(shell.length));
  if (cell['cell_type'] === 'code') return writeCodeBlock(language, text);
  if (cell['cell_type'] === 'raw') return writeCodeBlock('', text);
  const attachments = asObject(cell['attachments']);
  return text.trim().replace(/!\[[^\]\n]*\]\(attachment:([^)\n]+)\)/g, (whole, name: string) => {
    const [type, data] = Object.entries(asObject(attachments[name]))[0] ?? [];
    if (type === undefined || typeof data !== 'string' || !type.startsWith('image/')) return whole;
    uploads.push(`data:${type};base64,${data}`);
    return UPLOAD;
  });
}

/** A text, or its lines. */
function sourceOf(source: unknown): string {
  const text = Array.isArray(source) ? source.filter((line) => typeof line === 'string').join('') : source;
  return typeof text === 'string' ? text.replaceAll(UPLOAD, '') : '';
}
