import type { ExportFormat } from '../contract.ts';

const TEXT =
  'This lesson is missing because exporting it took too long. Its texts are too long or too many: split it, then export it again.';

/** What an export has in place of a document that takes too long to write. */
export function unwrittenDocument(format: ExportFormat): string {
  if (format === 'website')
    return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Not exported</title>\n<p>${TEXT}</p>\n</html>\n`;
  if (format === 'moodle')
    return `<?xml version="1.0" encoding="UTF-8"?>\n<quiz><question type="description"><name><text>Not exported</text></name><questiontext format="plain_text"><text>${TEXT}</text></questiontext></question></quiz>\n`;
  if (format === 'qti')
    return `<?xml version="1.0" encoding="UTF-8"?>\n<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="not-exported" title="Not exported" adaptive="false" timeDependent="false"><itemBody><p>${TEXT}</p></itemBody></assessmentItem>\n`;
  if (format !== 'notebook') return `${TEXT}\n`;
  const cells = [{ cell_type: 'markdown', id: 'lesson', metadata: {}, source: TEXT }];
  return `${JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 })}\n`;
}
