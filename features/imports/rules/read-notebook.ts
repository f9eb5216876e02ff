import { languageNamed, type Language } from '#platform/contract/languages.ts';
import { IMPORT_LIMITS } from '../contract/import-file.ts';
import { boxesFrom } from './box-formats.ts';
import { listing, UnreadableFile, type Cell, type ImportedDocument, type MarkedDocument, type MarkedPart, type Note } from './cells.ts';
import { tagOptions } from './chunk-options.ts';
import type { ReadTree } from './code-names.ts';
import { fromBase64, ImageExtractor, type Attachments } from './extract-images.ts';
import { GradedCells } from './graded-cells.ts';
import { InlineImages } from './inline-images.ts';
import { withoutEscapedMarkup } from './markup-signs.ts';
import { NoteList } from './note-list.ts';
import { readOutputs } from './notebook-outputs.ts';
import { parseNotebook, type NotebookCell } from './notebook-schema.ts';
import type { PartMark } from './part-mark.ts';
import { hasMagics, magicText, plainCells, withoutMagics } from './python-magics.ts';
import { findLabels, type Labels } from './references.ts';
import type { Surroundings } from './surroundings.ts';
import { TextCells } from './text-cells.ts';

interface Reading {
  readonly language: Language | null;
  readonly label: string;
  readonly images: ImageExtractor;
  readonly inline: InlineImages;
  readonly labels: Labels;
  readonly objectives: string[];
  readonly graded: GradedCells;
  readonly note: Note;
  readonly readTree: ReadTree;
}

/**
 * Parses a Jupyter notebook of format 3 or 4.
 *
 * @param problemOf returns why bytes can't be a lesson image; null: they can
 * @throws UnreadableFile with a message for the author
 */
export function readNotebook(text: string, problemOf: (bytes: Uint8Array) => string | null, around: Surroundings): ImportedDocument {
  const file = parseNotebook(text);
  if (file.cells.length > IMPORT_LIMITS.cells)
    throw new UnreadableFile(
      `This notebook has ${file.cells.length.toLocaleString('en')} cells. A notebook can have at most ${IMPORT_LIMITS.cells.toLocaleString('en')}: split it.`,
    );
  const notes = new NoteList();
  const language = languageNamed(file.language);
  const images = new ImageExtractor(notes.add, problemOf, around);
  const own = findLabels(file.cells.map((cell) => (cell?.type === 'markdown' ? cell.source : '')).join('\n'));
  const labels: Labels = new Map([...around.labels, ...own]);
  const reading: Reading = {
    language,
    label: file.language,
    images,
    inline: new InlineImages(),
    labels,
    objectives: [],
    graded: new GradedCells(file.cells, notes.add),
    note: notes.add,
    readTree: around.readTree,
  };
  const items: MarkedDocument['items'][number][] = [];
  for (const [index, cell] of file.cells.entries()) {
    const place = `Cell ${index + 1}`;
    const last = items.at(-1);
    if (file.mark && cell?.mark) items.push(readPart(cell, cell.mark, place, reading));
    else if (last?.kind === 'cells') items[items.length - 1] = { kind: 'cells', cells: [...last.cells, ...readCell(cell, place, reading)] };
    else items.push({ kind: 'cells', cells: readCell(cell, place, reading) });
  }
  const cells = items.flatMap((item) => (item.kind === 'cells' ? item.cells : []));
  const marked = file.mark && { mark: file.mark, title: '', items };
  return { title: file.title, language, cells, marked, objectives: reading.objectives, images: images.images, notes: notes.all };
}

/** A cell that an export wrote, with what was changed in it since. */
function readPart(cell: NotebookCell, mark: PartMark, place: string, { language, images, inline, note }: Reading): MarkedPart {
  const { type, source, tags } = cell;
  const { output } = readOutputs(cell.outputs, language, place, note);
  const part = { kind: 'part', place, mark, output, mayFail: tagOptions(tags).mayFail } as const;
  if (type !== 'code') {
    const text = withoutEscapedMarkup(boxesFrom('notebook', inline.takeOut(source)));
    return { ...part, isCode: false, source: images.take(text, place, new Map([...attachmentsOf(cell), ...inline.attachments])) };
  }
  if (!hasMagics(language)) return { ...part, isCode: true, source };
  const plain = withoutMagics(source);
  for (const line of plain.magics) note(place, magicText(line, false));
  return { ...part, isCode: true, source: plain.source };
}

function readCell(given: NotebookCell | null, place: string, reading: Reading): Cell[] {
  if (given === null) {
    reading.note(place, 'Couldn’t read this cell, which was skipped.');
    return [];
  }
  const opened = reading.graded.open(given, place);
  if (opened === null) return [];
  const { cell, isStub } = opened;
  const { type, source } = cell;
  if (type === 'code') return readCode(cell, isStub, place, reading);
  if (source.trim() === '') return [];
  if (type === 'markdown') return readText(source, place, attachmentsOf(cell), reading);
  if (type === 'heading') return readText(`${'#'.repeat(Math.min(6, Math.max(1, cell.level ?? 1)))} ${source}`, place, new Map(), reading);
  reading.note(
    place,
    type === 'raw'
      ? 'A raw cell; it was kept as a listing in the text.'
      : `A cell of type ${type.slice(0, 60)}; it was kept as a listing in the text.`,
  );
  return [{ kind: 'text', place, source: listing('', source) }];
}

function readText(
  source: string,
  place: string,
  attachments: Attachments,
  { images, inline, language, note, labels, objectives, readTree }: Reading,
): Cell[] {
  const text = inline.takeOut(source);
  const all = () => new Map([...attachments, ...inline.attachments]);
  const texts = new TextCells({ images, attachments: all, labels, note, readTree, language, runs: 'none' });
  texts.add(text, () => place);
  objectives.push(...texts.objectives);
  return texts.cells;
}

function attachmentsOf({ attachments }: NotebookCell): Attachments {
  const decode = (byType: Readonly<Record<string, unknown>>) => {
    const [given] = Object.values(byType);
    return fromBase64(Array.isArray(given) ? given.join('') : typeof given === 'string' ? given : '') ?? new Uint8Array();
  };
  return new Map(Object.entries(attachments).map(([name, byType]) => [name, decode(byType)]));
}

/** @param isStub its solution was left out: it is what learners start with */
function readCode(cell: NotebookCell, isStub: boolean, place: string, reading: Reading): Cell[] {
  const { source } = cell;
  const label = cell.language ?? reading.label;
  const language = cell.language === null ? reading.language : languageNamed(cell.language);
  const output = readOutputs(cell.outputs, language, place, reading.note);
  if (source.trim() === '') return [];
  const options = tagOptions(cell.tags);
  if (options.isShownOnly) return [{ kind: 'text', place, source: listing(label, source) }];
  const of = (code: string, its: Language | null, name = label): Cell => ({
    kind: 'code',
    place,
    language: its,
    label: name,
    source: code,
    initial: isStub ? code : null,
    is_hidden: options.isHidden,
    ...output,
    has_error: output.has_error || options.mayFail,
  });
  if (!hasMagics(language)) return [of(source, language)];
  return plainCells(source, place, reading.note).flatMap((plain): Cell[] => {
    if (plain.kind === 'markdown') return readText(plain.source, place, attachmentsOf(cell), reading);
    if (plain.kind === 'listing') return [{ kind: 'text', place, source: listing(plain.label, plain.source) }];
    return [of(plain.source, plain.language, plain.label ?? label)];
  });
}
