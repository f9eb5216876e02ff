import type { ExportFormat } from '../contract.ts';

const TEXT =
  'This lesson is missing because exporting it took too long. Its texts are too long or too many: split it, then export it again.';

/** What an export has in place of a document that takes too long to write. */
export function unwrittenDocument(format: ExportFormat): string {
  if (format === 'website')
    return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Not exported</title>\n<p>${TEXT}</p>\n</html>\n`;
  if (format !== 'notebook') return `${TEXT}\n`;
  const cells = [{ cell_type: 'markdown', id: 'lesson', metadata: {}, source: TEXT }];
  return `${JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 })}\n`;
}
