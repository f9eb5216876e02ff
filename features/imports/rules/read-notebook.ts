import type { AnswerOutput } from '#features/screens/contract/screens.ts';
import { languageNamed, type Language } from '#platform/contract/languages.ts';
import { IMPORT_LIMITS } from '../contract/import-file.ts';
import { boxesFrom } from './box-formats.ts';
import {
  leftOutAnswer,
  leftOutUnseen,
  listing,
  UnreadableFile,
  type Cell,
  type CodeCell,
  type CodeExercise,
  type ImportedDocument,
  type MarkedDocument,
  type MarkedPart,
  type Note,
} from './cells.ts';
import { readChunkOptions, tagOptions } from './chunk-options.ts';
import type { ReadTree } from './code-names.ts';
import { fromBase64, ImageExtractor, type Attachments } from './extract-images.ts';
import { readFrontMatter } from './front-matter.ts';
import { GradedCells } from './graded-cells.ts';
import { Includes } from './includes.ts';
import { InlineImages } from './inline-images.ts';
import { withoutEscapedMarkup } from './markup-signs.ts';
import { NoteList } from './note-list.ts';
import { readOutputs } from './notebook-outputs.ts';
import { parseNotebook, type NotebookCell } from './notebook-schema.ts';
import { isCodePart, type PartMark } from './part-mark.ts';
import { hasMagics, magicText, plainCells, withoutMagics } from './python-magics.ts';
import { findLabels, type Labels } from './references.ts';
import type { Surroundings } from './surroundings.ts';
import { TextCells } from './text-cells.ts';

/** Longest output in a text. Characters. */
const SHOWN_MAX = 20_000;

interface Reading {
  readonly language: Language | null;
  readonly label: string;
  readonly images: ImageExtractor;
  readonly inline: InlineImages;
  readonly includes: Includes;
  readonly labels: Labels;
  readonly objectives: string[];
  /** From front matter in raw cells. */
  readonly titles: string[];
  readonly graded: GradedCells;
  readonly note: Note;
  readonly readTree: ReadTree;
  /** What the document sets for all of its cells, as Quarto has it in a raw cell. */
  readonly chunkDefaults: Map<string, string>;
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
    includes: new Includes(around.file),
    labels,
    objectives: [],
    titles: [],
    graded: new GradedCells(file.cells, { language, readTree: around.readTree, note: notes.add }),
    note: notes.add,
    readTree: around.readTree,
    chunkDefaults: new Map(around.chunkDefaults),
  };
  const items: MarkedDocument['items'][number][] = [];
  for (const [index, cell] of file.cells.entries()) {
    const place = `Cell ${index + 1}`;
    const last = items.at(-1);
    if (file.mark && cell?.mark) items.push(readPart(cell, cell.mark, place, reading));
    else if (last?.kind === 'cells') items[items.length - 1] = { kind: 'cells', cells: [...last.cells, ...readCell(cell, index, reading)] };
    else items.push({ kind: 'cells', cells: readCell(cell, index, reading) });
  }
  const cells = items.flatMap((item) => (item.kind === 'cells' ? item.cells : []));
  const marked = file.mark && { mark: file.mark, title: '', items };
  const title = file.title || (reading.titles.find((each) => each !== '') ?? '');
  return { title, language, cells, marked, objectives: reading.objectives, images: images.images, notes: notes.all };
}

/** A cell that an export wrote, with what was changed in it since. */
function readPart(cell: NotebookCell, mark: PartMark, place: string, { language, images, inline, note }: Reading): MarkedPart {
  const { type, source, tags } = cell;
  const { output } = readOutputs(cell.outputs, language, place, note);
  const part = { kind: 'part', place, mark, output, mayFail: tagOptions(tags).mayFail } as const;
  if (type !== 'code') {
    const text = withoutEscapedMarkup(boxesFrom('notebook', inline.takeOut(source)));
    if (isCodePart(mark.part)) return { ...part, isCode: false, source: text };
    return { ...part, isCode: false, source: images.take(text, place, new Map([...attachmentsOf(cell), ...inline.attachments])) };
  }
  if (!hasMagics(language)) return { ...part, isCode: true, source };
  const plain = withoutMagics(source);
  for (const line of plain.magics) note(place, magicText(line, false));
  return { ...part, isCode: true, source: plain.source };
}

function readCell(given: NotebookCell | null, index: number, reading: Reading): Cell[] {
  const place = `Cell ${index + 1}`;
  if (given === null) {
    reading.note(place, 'Couldn’t read this cell, which was skipped.');
    return [];
  }
  const opened = reading.graded.open(index);
  if (opened === null) return [];
  const { cell, exercise } = opened;
  const { type, source } = cell;
  if (type === 'code') return readCode(cell, exercise, place, reading);
  if (source.trim() === '') return [];
  if (type === 'markdown') return readText(source, place, attachmentsOf(cell), reading);
  if (type === 'heading') return readText(`${'#'.repeat(Math.min(6, Math.max(1, cell.level ?? 1)))} ${source}`, place, new Map(), reading);
  const header = type === 'raw' ? readFrontMatter(source.trim(), (_place, reason) => reading.note(place, reason)) : null;
  if (header !== null && header.isWhole) {
    for (const [name, value] of header.execute) reading.chunkDefaults.set(name, value);
    reading.titles.push(header.title);
    return [];
  }
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
  { images, inline, includes, language, note, labels, objectives, readTree }: Reading,
): Cell[] {
  const { text } = includes.expand(inline.takeOut(source), (_line, reason) => note(place, reason));
  const all = () => new Map([...attachments, ...inline.attachments]);
  const texts = new TextCells({ images, attachments: all, labels, note, readTree, chunkDefaults: new Map(), language, runs: 'none' });
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

/** @param exercise of which it is the answer; null: it is none */
function readCode(cell: NotebookCell, exercise: CodeExercise | null, place: string, reading: Reading): Cell[] {
  const label = cell.language ?? reading.label;
  const language = cell.language === null ? reading.language : languageNamed(cell.language);
  const { output, has_error } = readOutputs(cell.outputs, language, place, reading.note);
  const { options, source } = optionsOf(cell, reading);
  const of = (code: string, its: Language | null, name = label): CodeCell => ({
    kind: 'code',
    place,
    language: its,
    label: name,
    source: code,
    exercise: null,
    is_hidden: options.isHidden,
    output: options.isHidden ? null : output,
    has_error: has_error || options.mayFail,
  });
  if (exercise !== null) {
    const initial = optionsOf({ ...cell, source: exercise.initial }, reading).source;
    return readExercise({ ...of(source, language), output, exercise: { ...exercise, initial }, is_hidden: false }, cell, reading);
  }
  if (source.trim() === '') return [];
  if (options.isShownOnly) {
    if (options.isHidden) reading.note(place, leftOutUnseen(source));
    return options.isHidden ? [] : [{ kind: 'text', place, source: listing(label, source) }];
  }
  return [
    ...codeCells(cell, source, { language, place, of }, reading),
    ...(options.isHidden ? shownOutput(output, options, place, reading) : []),
  ];
}

/** An exercise, which options don't hide: they are about code that a text presents. Where it can't run, learners read what they start with. */
function readExercise(code: CodeCell, { tags }: NotebookCell, { note }: Reading): Cell[] {
  const { place, label, language, source, exercise } = code;
  if (tagOptions(tags).isShownOnly || !isPlain(source, language)) {
    note(place, leftOutAnswer(source));
    const initial = exercise?.initial ?? '';
    return initial.trim() === '' ? [] : [{ kind: 'text', place, source: listing(label, initial) }];
  }
  return [{ ...code, source: hasMagics(language) ? withoutMagics(source).source : source }];
}

/** What the tags of a cell say, or with the options that Quarto has at its start, as comments. */
function optionsOf({ source, tags }: NotebookCell, { chunkDefaults }: Reading) {
  const byTag = tagOptions(tags);
  const hasOptions = /^\s*(?:#|\/\/|--)\|/.test(source);
  if (!hasOptions && chunkDefaults.size === 0) return { options: byTag, source };
  const own = readChunkOptions('{cell}', source, chunkDefaults);
  const options = {
    isShownOnly: own.isShownOnly || byTag.isShownOnly,
    isHidden: own.isHidden || byTag.isHidden,
    hidesOutput: own.hidesOutput || byTag.hidesOutput,
    mayFail: own.mayFail || byTag.mayFail,
  };
  return { options, source: own.code };
}

/** What readers see of code that they don't see. */
function shownOutput(
  output: AnswerOutput | null,
  { hidesOutput }: { readonly hidesOutput: boolean },
  place: string,
  { images, note }: Reading,
): Cell[] {
  if (output === null || hidesOutput) return [];
  const pictures = output.images.flatMap((image) => {
    const bytes = fromBase64(image);
    const address = bytes && images.keep('figure.png', bytes, place);
    return address === null ? [] : [`![](${address})`];
  });
  const printed = output.stdout + output.stderr;
  if (printed.length > SHOWN_MAX)
    note(place, `What readers see of this hidden code was cut after ${SHOWN_MAX.toLocaleString('en')} characters.`);
  const texts = [...(printed.trim() === '' ? [] : [listing('output', printed.slice(0, SHOWN_MAX))]), ...pictures];
  return texts.map((source) => ({ kind: 'text', place, source }));
}

function codeCells(
  cell: NotebookCell,
  source: string,
  {
    language,
    place,
    of,
  }: { language: Language | null; place: string; of: (code: string, its: Language | null, name?: string) => CodeCell },
  reading: Reading,
): Cell[] {
  if (!hasMagics(language)) return [of(source, language)];
  return plainCells(source, place, reading.note).flatMap((plain): Cell[] => {
    if (plain.kind === 'markdown') return readText(plain.source, place, attachmentsOf(cell), reading);
    if (plain.kind === 'listing') return [{ kind: 'text', place, source: listing(plain.label, plain.source) }];
    return [of(plain.source, plain.language, plain.label ?? undefined)];
  });
}

/** Whether code is in the language of the notebook, whose cells may also name another one. */
function isPlain(source: string, language: Language | null): boolean {
  return (
    !hasMagics(language) || plainCells(source, '', () => undefined).every((cell) => cell.kind === 'code' && cell.language === language)
  );
}
