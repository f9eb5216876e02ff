import { languageNamed } from '#contract/languages.ts';
import { LIMITS } from '#contract/limits.ts';
import { IMPORT_LIMITS } from '#contract/import-file.ts';
import { parseYaml, toPlain, YamlError } from '../yaml/document.ts';
import { isPlainMap } from '../yaml/plain.ts';
import { storable, type Cell, type CodeCell, type ImportedDocument, type Note } from './cells.ts';
import { InlineImages } from './inline-images.ts';
import { NoteList } from './note-list.ts';
import { hasMoreThanTitle, splitMarkdown, type MarkdownPiece, type SplitMarkdown } from './split-markdown.ts';
import { ImageTaker } from './take-images.ts';

/** Longer ones are text that begins with a line of dashes. Characters. */
const FRONT_MATTER_MAX = 20_000;

/**
 * Reads a Markdown file (product §10.8): fences that name a language are code; one named `output` behind them is what they gave.
 *
 * @param problemOf Why bytes cannot be an image of a lesson; null: they can.
 * @throws UnreadableFile with a text for the author.
 */
export function readMarkdown(text: string, problemOf: (bytes: Uint8Array) => string | null): ImportedDocument {
  const notes = new NoteList();
  const images = new ImageTaker(notes.add, problemOf);
  const inline = new InlineImages();
  const { title, body, lines } = takeFrontMatter(inline.takeOut(storable(text)).replace(/\r\n?/g, '\n'), notes.add);
  const split = splitMarkdown(body, IMPORT_LIMITS.cells);
  const cells: Cell[] = [];
  for (const piece of split.pieces) addCells(cells, piece, { place: `Line ${piece.line + lines}`, images, inline, split });
  return { title, language: null, cells, images: images.images, notes: notes.all };
}

interface At {
  place: string;
  images: ImageTaker;
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

/** A text with the definitions that it uses: the file is cut into screens, and they stand in one of them. */
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
  /** That stand before the body. */
  lines: number;
}

/** Takes YAML between lines of dashes off the beginning. */
function takeFrontMatter(text: string, note: Note): FrontMatter {
  const none = { title: '', body: text, lines: 0 };
  const found = /^\uFEFF?---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, FRONT_MATTER_MAX));
  if (!found) return { ...none, body: text.replace(/^\uFEFF/, '') };
  try {
    const plain = toPlain(parseYaml(found[1] ?? ''));
    if (!isPlainMap(plain)) return none;
    const { title, ...others } = plain;
    const left = Object.keys(others);
    if (left.length > 0)
      note('Line 1', `Of what stands before the text only the title is taken. Left out: ${left.join(', ').slice(0, 300)}.`);
    return {
      title: typeof title === 'string' ? title.slice(0, LIMITS.titleMax) : '',
      body: text.slice(found[0].length),
      lines: found[0].split('\n').length - 1,
    };
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    note('Line 1', `What stands before the text cannot be read and stays in the text: ${error.message}`);
    return none;
  }
}
