import { expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { ALONE } from '#testing/content/read-tree.ts';
import type { ImportedDocument } from './cells.ts';
import { lessonFromCells } from './lesson-from-cells.ts';
import { readImport } from './read-import.ts';

const read = (source: string) => readImport('lesson.md', encodeUtf8(source), () => null, ALONE);
const convert = (document: ImportedDocument) => {
  let next = 0;
  const newUuid = () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}`;
  return lessonFromCells(document, {
    title: '',
    otherwise: 'A file',
    author: 'Ada',
    code: 'answer',
    structure: 'cell',
    earlier_code: true,
    offered: {},
    newUuid,
  });
};

it.each([
  ['closed boxes', (depth: number) => `${'::: note\n'.repeat(depth)}x\n${':::\n'.repeat(depth)}`],
  ['boxes that are never closed', (depth: number) => `${'::: note\n'.repeat(depth)}x\n`],
])('keeps %s too deep in each other as they are, and says so', (_, boxes) => {
  const documents = [read(boxes(15)), read(boxes(40))];
  for (const document of documents) expect(convert(document).screens[0]?.fields.body_markdown).toContain('x');
  expect(documents.map(({ notes }) => notes.map(({ reason }) => reason))).toEqual([[], ['Boxes inside 20 others were kept as they are.']]);
});

it('refuses what is more than a lesson can have', () => {
  const document = read('# A\n');
  const cells = Array.from({ length: 12 }, () => ({ kind: 'text', place: '', source: 'word '.repeat(100_000) }) as const);
  expect(() => convert({ ...document, cells })).toThrow(
    /^The texts and code of this lesson have \d\.?\d? MB; a lesson can have 5 MB\. Split the document\.$/,
  );
});

it('refuses a text that becomes too long, because each of its sections repeats a long definition', () => {
  const sections = Array.from({ length: 500 }, (_, at) => `## Section ${at}\n\nSee [it].\n\n`).join('');
  expect(() => read(`${sections}[it]: <https://example.org/${'x'.repeat(100_000)}>\n`)).toThrow(
    /^Line \d+: the texts up to here have more than 5 million characters with all that they refer to\./,
  );
});
