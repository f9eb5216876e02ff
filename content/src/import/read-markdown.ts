import { languageNamed } from '#contract/languages.ts';
import { LIMITS } from '#contract/limits.ts';
import { IMPORT_LIMITS } from '#contract/import-file.ts';
import { parseYaml, toPlain, YamlError } from '../yaml/document.ts';
import { isPlainMap } from '../yaml/plain.ts';
import { storable, type Cell, type CodeCell, type ImportedDocument, type Note } from './cells.ts';
import { InlineImages } from './inline-images.ts';
import { NoteList } from './note-list.ts';
import { hasMoreThanTitle, splitMarkdown, type MarkdownPiece, type SplitMarkdown } from './split-markdown.ts';
import { ImageExtractor } from './extract-images.ts';

/** Longer ones are text that starts with a line of dashes. Characters. */
const FRONT_MATTER_MAX = 20_000;

/**
 * Parses a Markdown file: fences with a language are code; a following fence named `output` is its output.
 *
 * @param problemOf returns why bytes can't be a lesson image; null: they can
 * @throws UnreadableFile with a message for the author
 */
export function readMarkdown(text: string, problemOf: (bytes: Uint8Array) => string | null): ImportedDocument {
  const notes = new NoteList();
  const images = new ImageExtractor(notes.add, problemOf);
  const inline = new InlineImages();
  const { title, body, lines } = takeFrontMatter(inline.takeOut(storable(text)).replace(/\r\n?/g, '\n'), notes.add);
  const split = splitMarkdown(body, IMPORT_LIMITS.cells);
  const cells: Cell[] = [];
  for (const piece of split.pieces) addCells(cells, piece, { place: `Line ${piece.line + lines}`, images, inline, split });
  return { title, language: null, cells, images: images.images, notes: notes.all };
}

interface At {
  place: string;
  images: ImageExtractor;
  inline: InlineImages;
  split: SplitMarkdown;
}

function addCells(cells: Cell[], piece: MarkdownPiece, { place, images, inline, split }: At): void {
  if (piece.kind === 'heading') {
    const { level, title } = piece;
    if (title !== '') cells.push({ kind: 'heading', place, level, title: title.slice(0, LIMITS.titleMax) });
    if (title !== '' && !hasMoreThanTitle(piece.source, title, LIMITS.titleMax)) return;
  }
  if (piece.kind !== 'fence') {
    cells.push({ kind: 'text', place, source: images.take(withReferences(piece.source, split), place, inline.attachments) });
    return;
  }
  // R Markdown writes ```{r, echo=FALSE}.
  const label = /^\{?\s*([\w+#-]*)/.exec(piece.info)?.[1] ?? '';
  const last = cells.at(-1);
  if (label.toLowerCase() === 'output' && last?.kind === 'code' && last.output === null)
    cells[cells.length - 1] = { ...last, output: { stdout: `${piece.code}\n`, stderr: '', images: [] } };
  else if (piece.code.trim() !== '' && languageNamed(label) !== null) cells.push(codeCell(place, label, piece.code));
  else cells.push({ kind: 'text', place, source: piece.source });
}

function codeCell(place: string, label: string, source: string): CodeCell {
  return { kind: 'code', place, language: languageNamed(label), label, source, output: null, has_error: false };
}

/** Adds the link definitions that a text uses: the file is split into screens, but each definition occurs only once. */
function withReferences(source: string, { references }: SplitMarkdown): string {
  const used = new Set([...source.matchAll(/\[([^[\]]+)\](?![(:])/g)].map(([, label = '']) => normalLabel(label)));
  const defined = new Set([...source.matchAll(/^ {0,3}\[([^[\]\n]+)\]:/gm)].map(([, label = '']) => normalLabel(label)));
  const lines = [...used].flatMap((label) => {
    const target = defined.has(label) ? undefined : references.get(label);
    return target ? `[${label}]: <${target.href}>${target.title === '' ? '' : ` ${JSON.stringify(target.title)}`}` : [];
  });
  if (lines.length === 0) return source;
  return `${source}\n\n${lines.join('\n')}`;
}

function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

interface FrontMatter {
  title: string;
  body: string;
  /** Lines before the body. */
  lines: number;
}

/** Removes YAML between lines of dashes from the start. */
function takeFrontMatter(text: string, note: Note): FrontMatter {
  const none = { title: '', body: text, lines: 0 };
  const found = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, FRONT_MATTER_MAX));
  if (!found) return { ...none, body: text.replace(/^\uFEFF/, '') };
  try {
    const plain = toPlain(parseYaml(found[1] ?? ''));
    if (!isPlainMap(plain)) return none;
    const { title, ...others } = plain;
    const left = Object.keys(others);
    if (left.length > 0) note('Line 1', `Only the title in the front matter was imported. Skipped: ${left.join(', ').slice(0, 300)}.`);
    return {
      title: typeof title === 'string' ? title.slice(0, LIMITS.titleMax) : '',
      body: text.slice(found[0].length),
      lines: found[0].split('\n').length - 1,
    };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    note('Line 1', `The front matter could not be read and was kept as text: ${error.message}`);
    return none;
  }
}
