import type { BoxKind } from '#platform/content/markdown-boxes.ts';
import { languageNamed } from '#platform/contract/languages.ts';
import { withNeededBoxCode } from './box-code.ts';
import { storable, type ImportedDocument } from './cells.ts';
import { box, divLine } from './directives.ts';
import { ImageExtractor } from './extract-images.ts';
import { readFrontMatter } from './front-matter.ts';
import { Includes } from './includes.ts';
import { InlineImages } from './inline-images.ts';
import { convertKramdown } from './kramdown.ts';
import { NoteList } from './note-list.ts';
import { readMarkedParts } from './read-marked-parts.ts';
import { findLabels } from './references.ts';
import type { Surroundings } from './surroundings.ts';
import { TextCells } from './text-cells.ts';
import { readTutorial } from './tutorials/read-tutorial.ts';

/**
 * Parses a Markdown file: fences with a language are code; a following fence named `output` is its output.
 *
 * @param problemOf returns why bytes can't be a lesson image; null: they can
 * @param isKnitted knitr or Quarto run it: it is R Markdown
 * @throws UnreadableFile with a message for the author
 */
export function readMarkdownCells(
  text: string,
  problemOf: (bytes: Uint8Array) => string | null,
  around: Surroundings,
  isKnitted = false,
): ImportedDocument {
  const notes = new NoteList();
  const images = new ImageExtractor(notes.add, problemOf, around);
  const inline = new InlineImages();
  const {
    title,
    objectives,
    questions,
    keyPoints,
    body: given,
    lines,
    mark,
    kernel,
    execute,
  } = readFrontMatter(inline.takeOut(storable(text)).replace(/\r\n?/g, '\n'), notes.add);
  const noteLine = (line: number, reason: string) => notes.add(`Line ${line + lines}`, reason);
  const whole = mark ? { text: given, lineOf: (line: number) => line } : new Includes(around.file).expand(given, noteLine);
  const body = whole.text;
  const converted = mark ? whole : convertKramdown(body, (line, reason) => noteLine(whole.lineOf(line), reason));
  const lineOf = (line: number) => (mark ? line : whole.lineOf(converted.lineOf(line)));
  if (!mark) noteMetadata(converted.text, (line, reason) => notes.add(`Line ${lineOf(line) + lines}`, reason));
  const context = {
    images,
    attachments: () => inline.attachments,
    labels: new Map([...around.labels, ...findLabels(converted.text)]),
    note: notes.add,
    readTree: around.readTree,
    chunkDefaults: new Map([...around.chunkDefaults, ...execute]),
    language: languageNamed(kernel),
    runs: saysWhatRuns(converted.text, isKnitted) ? ('chunks' as const) : ('all' as const),
  };
  if (mark) {
    const marked = { mark, title, items: readMarkedParts(body, context, (line) => `Line ${line + lines}`) };
    return { title, language: mark.language, cells: [], marked, objectives: [], images: images.images, notes: notes.all };
  }
  const texts = new TextCells(context);
  const addList = (kind: BoxKind, items: readonly string[]) => {
    if (items.length > 0) texts.add(box(divLine(kind, ''), items.map((item) => `- ${item}`).join('\n')), () => 'Line 1');
  };
  addList('objectives', objectives);
  addList('questions', questions);
  const placeOf = (line: number) => `Line ${lineOf(line) + lines}`;
  const tutorial = readTutorial(converted.text, { note: notes.add, readTree: around.readTree, placeOf });
  for (const part of tutorial ?? [{ kind: 'text' as const, line: 1, source: converted.text }]) {
    if (part.kind === 'cells') texts.addCells(part.cells);
    else texts.add(part.source, (line) => placeOf(line + part.line - 1));
  }
  addList('key-points', keyPoints);
  const cells = withNeededBoxCode(texts.cells, texts.boxCode, around.readTree);
  return { title, language: null, cells, marked: null, objectives: texts.objectives, images: images.images, notes: notes.all };
}

/**
 * Whether a document says itself which of its code runs, as its other listings are only shown: it has code cells of MyST, or most of its
 * code is in chunks of R Markdown.
 */
function saysWhatRuns(text: string, isKnitted: boolean): boolean {
  let [chunks, listings] = [0, 0];
  for (const [, brace, name = ''] of text.matchAll(/^[ \t]{0,20}(?:`{3,}|~{3,})(\{?)(code-cell\b|[A-Za-z]\w{0,20}(?=[\s,}]))/gm)) {
    if (brace !== '' && name === 'code-cell') return true;
    if (languageNamed(name) === null) continue;
    if (brace === '') listings++;
    else chunks++;
  }
  return isKnitted && chunks > 0 && chunks >= listings;
}

/** Reports what block breaks of MyST say about their cells: `+++ {"slide": true}`. Tags and what nbgrader has there are read. */
function noteMetadata(text: string, note: (line: number, reason: string) => void): void {
  if (!text.includes('+++ {')) return;
  for (const [index, line] of text.split('\n').entries()) {
    const keys = /^\+\+\+[ \t]+\{/.test(line)
      ? [...line.slice(0, 2_000).matchAll(/"([\w-]{1,60})"[ \t]{0,10}:/g)].map(([, key = '']) => key)
      : [];
    if (keys[0] !== undefined && !['tags', 'nbgrader'].includes(keys[0]))
      note(index + 1, `Metadata of a cell has no place in a lesson and was left out: ${keys[0]}.`);
  }
}
