import type { BoxKind } from '#platform/content/markdown-boxes.ts';
import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainMap, type Plain } from '#platform/content/yaml/plain.ts';
import { languageNamed } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { storable, type ImportedDocument, type Note } from './cells.ts';
import { box, divLine } from './directives.ts';
import { ImageExtractor } from './extract-images.ts';
import { InlineImages } from './inline-images.ts';
import { convertKramdown } from './kramdown.ts';
import { NoteList } from './note-list.ts';
import { DocumentMark, MARK_KEY } from './part-mark.ts';
import { readMarkedParts } from './read-marked-parts.ts';
import { findLabels } from './references.ts';
import type { Surroundings } from './surroundings.ts';
import { TextCells } from './text-cells.ts';

/** Longer ones are text that starts with a line of dashes. Characters. */
const FRONT_MATTER_MAX = 20_000;

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
  const { title, objectives, questions, keyPoints, body, lines, mark, kernel } = takeFrontMatter(
    inline.takeOut(storable(text)).replace(/\r\n?/g, '\n'),
    notes.add,
  );
  const converted = mark
    ? { text: body, lineOf: (line: number) => line }
    : convertKramdown(body, (line, reason) => notes.add(`Line ${line + lines}`, reason));
  const context = {
    images,
    attachments: () => inline.attachments,
    labels: new Map([...around.labels, ...findLabels(converted.text)]),
    note: notes.add,
    readTree: around.readTree,
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
  texts.add(converted.text, (line) => `Line ${converted.lineOf(line) + lines}`);
  addList('key-points', keyPoints);
  return { title, language: null, cells: texts.cells, marked: null, objectives: texts.objectives, images: images.images, notes: notes.all };
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

interface FrontMatter {
  title: string;
  objectives: readonly string[];
  questions: readonly string[];
  keyPoints: readonly string[];
  body: string;
  /** Lines before the body. */
  lines: number;
  /** What an export wrote; null: nothing. */
  mark: DocumentMark | null;
  /** What runs its code cells; empty: they say it themselves. */
  kernel: string;
}

/** What an export writes for other tools. */
const OF_EXPORTS = ['authors', 'author', 'kernelspec', 'jupyter', 'from', 'engine', 'numbering'];

/** Removes YAML between lines of dashes from the start. */
function takeFrontMatter(text: string, note: Note): FrontMatter {
  const none = { title: '', objectives: [], questions: [], keyPoints: [], body: text, lines: 0, mark: null, kernel: '' };
  const found = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, FRONT_MATTER_MAX));
  if (!found) return { ...none, body: text.replace(/^\uFEFF/, '') };
  try {
    const plain = toPlain(parseYaml(found[1] ?? ''));
    if (!isPlainMap(plain)) return none;
    const { title, objectives, questions, keypoints, [MARK_KEY]: given, ...others } = plain;
    const mark = DocumentMark.safeParse(given).data ?? null;
    const left = Object.keys(others).filter((key) => mark === null || !OF_EXPORTS.includes(key));
    if (left.length > 0) note('Line 1', `Skipped in the front matter, as a lesson has no place for it: ${left.join(', ').slice(0, 300)}.`);
    return {
      title: typeof title === 'string' ? title.slice(0, LIMITS.titleMax) : '',
      objectives: textsOf(objectives),
      questions: textsOf(questions),
      keyPoints: textsOf(keypoints),
      body: text.slice(found[0].length),
      lines: found[0].split('\n').length - 1,
      mark,
      kernel: kernelOf(others['kernelspec']),
    };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const source = found[1] ?? '';
    if (!KEY.test(source)) {
      note('Line 1', `Couldn’t read the front matter, which was kept as text: ${error.message}`);
      return none;
    }
    const title = titleIn(source);
    const line = Number(/\bline (\d+)/.exec(error.message)?.[1] ?? 0) + 1;
    const rest = title === '' ? 'It was left out.' : 'Its title was taken, and the rest left out.';
    note(`Line ${line}`, `The front matter is not valid YAML. ${rest} ${error.message}`);
    return { ...none, title, body: text.slice(found[0].length), lines: found[0].split('\n').length - 1 };
  }
}

/** A line such as `title: Loops`, which no text begins with between dashes. */
const KEY = /^[A-Za-z][\w-]{0,60}:(?:[ \t]|$)/m;

/** The title of front matter that isn't YAML, such as `title: Part 1: sums`. */
function titleIn(source: string): string {
  const title = /^title:[ \t]*(.*)$/m.exec(source)?.[1]?.trim() ?? '';
  return title.replace(/^(["'])(.*)\1$/, '$2').slice(0, LIMITS.titleMax);
}

/** `language: python`, or `name: python3`. */
function kernelOf(given: Plain | undefined): string {
  const names = isPlainMap(given) ? [given['language'], given['name']] : [];
  return names.find((name): name is string => typeof name === 'string' && languageNamed(name) !== null) ?? '';
}

/** A list of texts, each on one line. */
function textsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  return items.filter((item) => typeof item === 'string').map((item) => item.replace(/\s+/g, ' ').trim());
}
