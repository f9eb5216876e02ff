import { notebookFile } from './notebook.ts';
import { type ClipboardText, pastedMarkdown } from './pasted-markdown.ts';

/** Elements of the pages of notebooks: their code is what runs there. */
const NOTEBOOK_PAGE = /\bclass=["'][^"']*\b(?:jp-Cell|jp-CodeCell|code_cell|monaco-editor)\b/;

/** What a clipboard holds as a document of its own: a notebook, or Markdown with its images inside; null: nothing. */
export function pastedDocument(clipboard: ClipboardText, language: string | null): File | null {
  const notebook = notebookFile(clipboard.cells, language) ?? notebookFile(clipboard.plain, language);
  if (notebook !== null) return new File([notebook], 'Pasted cells.ipynb');
  const pasted = pastedMarkdown(clipboard, true);
  const markdown = pasted
    ? pasted.images.reduceRight((text, { at, src }) => `${text.slice(0, at)}${imageOf(src)}${text.slice(at)}`, pasted.markdown)
    : clipboard.plain;
  if (markdown.trim() === '') return null;
  const isNotebook = language !== null && NOTEBOOK_PAGE.test(clipboard.html);
  return new File([isNotebook ? withLanguage(markdown, language) : markdown], 'Pasted text.md');
}

/** Pictures beside the text, such as those of Word, aren't part of it. */
function imageOf(src: string): string {
  return /^(?:data:|https?:)/i.test(src) && !/[\s()<>]/.test(src) ? `![](${src})` : '';
}

/** Names the language of blocks of code that have none. */
function withLanguage(markdown: string, language: string): string {
  let open: string | null = null;
  return markdown
    .split('\n')
    .map((line) => {
      const fence = /^`{3,}/.exec(line)?.[0];
      if (fence === undefined) return line;
      if (open === null) {
        open = fence;
        return line === fence ? fence + language : line;
      }
      if (line === open) open = null;
      return line;
    })
    .join('\n');
}
