import { LESSON_SIZE_MAX } from '#features/screens/rules/lesson-size.ts';
import { BOXES } from '#platform/content/markdown-boxes.ts';
import { languageNamed, type Language } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { IMPORT_LIMITS } from '../contract/import-file.ts';
import { alertsAsBoxes, withLooseImages, withPlainBlocks, withTightFormulas } from './block-syntax.ts';
import { hiddenCell } from './box-code.ts';
import { leftOutUnseen, listing, notRun, SCREEN_LEVEL, type Cell, type CodeCell, type Note, UnreadableFile, withTexts } from './cells.ts';
import { BLANK, readChallenge } from './challenge.ts';
import { type ChunkOptions, isChunk, readChunkOptions, withPlainChunks } from './chunk-options.ts';
import type { ReadTree } from './code-names.ts';
import { box, convertDirective, type Converted, divLine, readDirective, UNDRAWN } from './directives.ts';
import type { Attachments, ImageExtractor } from './extract-images.ts';
import { withoutGradedParts } from './graded-parts.ts';
import { withoutHiddenDivs } from './hidden-divs.ts';
import { recordedFigures, showsResult } from './hidden-results.ts';
import { withHtmlBoxes } from './html-boxes.ts';
import { isIncomplete } from './incomplete-code.ts';
import { canSetUpKnitr, chunkDefaultsIn, withoutKnitrSetup } from './knitr-setup.ts';
import { withoutAttributes, withPlainMarks } from './plain-marks.ts';
import { boxOfDirective, withoutParts, withSolutions } from './prepare-pieces.ts';
import { hasMagics, plainCells } from './python-magics.ts';
import { type Labels, resolveReferences } from './references.ts';
import { definitionOf, fencesIn, hasMoreThanTitle, splitMarkdown, type Definitions, type MarkdownPiece } from './split-markdown.ts';
import { commentedOutput, printsComments, printsError, splitAtErrors, splitTranscript } from './transcripts.ts';

type Piece<Kind extends MarkdownPiece['kind']> = Extract<MarkdownPiece, { kind: Kind }>;

/** What applies to all parts of a document. */
export interface TextContext {
  readonly images: ImageExtractor;
  readonly attachments: () => Attachments;
  readonly labels: Labels;
  readonly note: Note;
  readonly readTree: ReadTree;
  /** Language of code whose directive names none; null: such code is not run. */
  readonly language: Language | null;
  /** Options of chunks that the document or its project sets. Those of knitr apply to what follows them. */
  readonly chunkDefaults: Map<string, string>;
  /** Which fences are code of the lesson: none in notebooks, and only `{r}` or `{code-cell}` where a document has those. */
  readonly runs: 'all' | 'chunks' | 'none';
}

/** Boxes inside this many others stay as they are. */
const DEEPEST = 20;
/** Fences that show what the code before them printed. */
const OUTPUT = /^(output|stdout)$/i;
const ERROR = /^(error|stderr|traceback)$/i;
/** A recorded output that reports an error. */
const TRACEBACK = /^(Traceback \(most recent call last\):|Error(?: in [^\n]*)?: |\w*Error: )/m;
/** A text of images, which may have attributes. */
const ONLY_IMAGES = /^(?:\s*!\[[^[\]]*\]\([^()]*\)(?:\{[^{}]*\})?)+\s*$/;
/** A line that may be a magic, a command or a request for help. */
const MAGIC = /^[ \t]*(?:%|!|\?)|=[ \t]*[%!]|\?[ \t]*$/m;

const UNKNOWN_RESULT =
  'Readers see the result of this hidden code, but the file doesn’t have it. It runs unseen; add its result to the text.';

/** Turns Markdown into cells: headings, texts with the boxes and addresses of a lesson, and code. */
export class TextCells {
  readonly cells: Cell[] = [];
  readonly objectives: string[] = [];
  /** Cells of code that boxes show. */
  readonly boxCode = new Set<Cell>();
  readonly #context: TextContext;
  /** What the whole text defines: definitions are often at its end, and uses of them inside boxes. */
  readonly #definitions: Definitions = { references: {} };
  /** Length of all texts so far. */
  #characters = 0;
  /** Code that readers don't see, from boxes, lists and quotes in what is being read. */
  readonly #unseen: CodeCell[] = [];
  /** Boxes and directives around what is being read. */
  #depth = 0;

  constructor(context: TextContext) {
    this.#context = context;
  }

  /** @param placeOf names a line of the text for the report */
  add(text: string, placeOf: (line: number) => string): void {
    const note = (line: number, reason: string) => this.#context.note(placeOf(line), reason);
    const shown = withoutGradedParts(withoutHiddenDivs(text, this.#context.runs !== 'none', note), note);
    const boxed = withHtmlBoxes(shown.text);
    const plain = withPlainBlocks(boxed.text, this.#context.labels);
    this.#addSplit(plain.text, (line) => placeOf(shown.lineOf(boxed.lineOf(plain.lineOf(line)))));
  }

  /** Adds what another reader made of a part, with its images. */
  addCells(cells: readonly Cell[]): void {
    const { images, attachments } = this.#context;
    for (const cell of cells) this.cells.push(withTexts(cell, (text) => images.take(text, cell.place, attachments())));
  }

  #addSplit(text: string, placeOf: (line: number) => string): void {
    this.#inside(
      placeOf(1),
      () => this.#addPieces(text, placeOf),
      () => this.#addText(text, placeOf(1)),
    );
  }

  /** Reads what is in a box; what is in too many stays as it is, because each level is parsed again. */
  #inside<Result>(place: string, read: () => Result, keep: () => Result): Result {
    if (this.#depth === DEEPEST) {
      this.#context.note(place, `Boxes inside ${DEEPEST} others were kept as they are.`);
      return keep();
    }
    this.#depth++;
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  #addPieces(text: string, placeOf: (line: number) => string): void {
    const isCode = (info: string) => {
      const label = labelOf(info);
      return this.#runs(info) && (languageNamed(label) !== null || OUTPUT.test(label) || ERROR.test(label));
    };
    const pieces = withoutParts(splitMarkdown(text, IMPORT_LIMITS.cells, isCode, this.#definitions));
    for (const piece of withSolutions(pieces.map(boxOfDirective))) this.#add(piece, placeOf);
  }

  #add(piece: MarkdownPiece, placeOf: (line: number) => string): void {
    const place = placeOf(piece.line);
    if (piece.kind === 'heading') this.#addHeading(piece, place);
    else if (piece.kind === 'text') this.#addText(piece.source, place);
    else if (piece.kind === 'fence') this.#addFence(piece, placeOf);
    else this.#addDiv(piece, placeOf);
    this.#addUnseen();
  }

  #addUnseen(): void {
    this.cells.push(...this.#unseen.splice(0));
  }

  #addHeading({ level, title, source }: Piece<'heading'>, place: string): void {
    const written = withoutAttributes(source);
    if (title !== '') {
      const plain = level <= SCREEN_LEVEL ? {} : { source: this.#resolved(written, place) };
      this.cells.push({ kind: 'heading', place, level, title: title.slice(0, LIMITS.titleMax), ...plain });
    }
    // Deeper headings are in the text as they are written.
    if (title === '' || (level <= SCREEN_LEVEL && hasMoreThanTitle(source, title, LIMITS.titleMax))) this.#addText(written, place);
  }

  #addText(source: string, place: string): void {
    const text = this.#resolved(withDefinitions(source, this.#definitions), place);
    // Definitions and references are written out wherever they are used: a short text may become a long one.
    this.#characters += text.length;
    if (this.#characters > LESSON_SIZE_MAX.texts)
      throw new UnreadableFile(
        `${place}: the texts up to here have more than ${LESSON_SIZE_MAX.texts / 1_000_000} million characters with all that they refer to. That is too much for one lesson: split the document.`,
      );
    if (text.trim() !== '') this.cells.push({ kind: 'text', place, source: text });
  }

  /** The text with images of the lesson, and with references and roles as Markdown. */
  #resolved(source: string, place: string): string {
    const { images, attachments, labels, note, chunkDefaults } = this.#context;
    const chunks = withPlainChunks(source, chunkDefaults, (options, label) => this.#hide(options, label, place).join('\n\n'));
    const plain = withPlainMarks(withTightFormulas(alertsAsBoxes(withLooseImages(chunks))), (reason) => note(place, reason));
    const { text, reduced, dropped } = resolveReferences(plain, labels);
    if (reduced.length > 0) note(place, `Links by role became plain text: ${reduced.join(', ').slice(0, 200)}.`);
    if (dropped.length > 0) note(place, `Attributes of words were left out: ${dropped.join(', ').slice(0, 200)}.`);
    return images.take(text, place, attachments());
  }

  #addDiv(piece: Piece<'div'>, placeOf: (line: number) => string): void {
    const { start, inner, line } = piece;
    const place = placeOf(line);
    const innerPlace = (at: number) => placeOf(line + at);
    if (start.kind === null) this.#noteDiv(piece, place);
    if (start.kind === null) return this.#addSplit(inner, innerPlace);
    if (start.kind === 'objectives') {
      const items = listItems(inner);
      if (items) return void this.objectives.push(...items.map((item) => this.#resolved(item, place)));
    }
    if (start.kind === 'key-points') {
      this.cells.push({ kind: 'aside-start', place, title: 'Takeaways' });
      this.#addText(inner, place);
      return void this.cells.push({ kind: 'aside-end', place });
    }
    if (start.kind === 'challenge' && this.#context.runs !== 'none') return this.#addChallenge(piece, innerPlace);
    this.#addText(this.#boxText(piece, place), place);
    if (start.kind !== 'solution' && start.kind !== 'challenge') this.#addBoxCode(inner, innerPlace);
  }

  /** Code that a box shows runs unseen if later code needs it. */
  #addBoxCode(inner: string, placeOf: (line: number) => string): void {
    const fences = fencesIn(inner);
    if (fences.some(({ info }) => ERROR.test(labelOf(info)))) return;
    for (const piece of fences) {
      const label = this.#runs(piece.info) ? this.#codeLabel(piece.info) : '';
      const options = this.#optionsOf(piece);
      const source = plainCode(languageNamed(label), piece);
      if (label === '' || options.isHidden || options.isShownOnly || options.mayFail || BLANK.test(source)) continue;
      const cell = hiddenCell(codeCell(placeOf(piece.line), label, source));
      if (isIncomplete(cell.language, source)) continue;
      this.boxCode.add(cell);
      this.cells.push(cell);
    }
  }

  /** A box as lessons store it, with its directives converted. */
  #boxText({ start, inner }: Pick<Piece<'div'>, 'start' | 'inner'>, place: string): string {
    const first = start.kind === null ? '' : divLine(start.kind, start.title, start.isCollapsible);
    const body = this.#innerText(inner, place);
    // All that was in it is code that readers don't see.
    const isEmpty = body.trim() === '' && inner.trim() !== '' && start.title === '';
    return first === '' || isEmpty ? body : box(first, body);
  }

  /** Reports a div of a kind that lessons don't have. */
  #noteDiv({ source }: Piece<'div'>, place: string): void {
    const words = (source.split('\n', 1)[0] ?? '').split(/\s+/).map((word) => word.replace(/^:+/, ''));
    const name = words.filter((word) => word !== '').join(' ');
    this.#context.note(place, `The part “${name.slice(0, 100)}” has no counterpart. Its content was kept as text.`);
  }

  #innerText(inner: string, place: string): string {
    return this.#inside(
      place,
      () => this.#plainText(inner, place),
      () => inner,
    );
  }

  #plainText(inner: string, place: string): string {
    const parts = splitMarkdown(inner, IMPORT_LIMITS.cells)
      .map(boxOfDirective)
      .map((piece) => {
        if (piece.kind === 'div') {
          if (piece.start.kind === null) this.#noteDiv(piece, place);
          return this.#boxText(piece, place);
        }
        if (piece.kind !== 'fence') return piece.source;
        const label = this.#codeLabel(piece.info);
        if (this.#isUnseen(piece)) return this.#hide(this.#optionsOf(piece), label, place).join('\n\n');
        if (piece.info.startsWith('{') && (label !== '' || piece.info.startsWith('{code-cell')))
          return listing(label, readChunkOptions(piece.info, piece.code).code);
        const directive = readDirective(piece.info, piece.code);
        return directive ? this.#converted(convertDirective(directive, this.#context.labels), place) : piece.source;
      });
    return parts.filter((part) => part !== '').join('\n\n');
  }

  #runs(info: string): boolean {
    return this.#context.runs === 'all' || (this.#context.runs === 'chunks' && info.startsWith('{'));
  }

  #optionsOf({ info, code }: Pick<Piece<'fence'>, 'info' | 'code'>): ChunkOptions {
    return readChunkOptions(info, code, this.#context.chunkDefaults);
  }

  /** Whether readers of the document don't see a block of code, in whatever language. */
  #isUnseen(piece: Piece<'fence'>): boolean {
    return isChunk(piece.info) && this.#runs(piece.info) && this.#optionsOf(piece).isHidden;
  }

  /** The language of a block that runs, also of `{code-cell}`; empty: it is another fence. */
  #codeLabel(info: string): string {
    const cell = /^\{code-cell[\w-]*\}[ \t]*(\S*)/.exec(info);
    const label = cell ? cell[1] || (this.#context.language ?? '') : labelOf(info);
    return languageNamed(label) === null ? '' : label;
  }

  #converted(converted: Converted, place: string): string {
    if (converted.kind === 'box') return this.#boxText({ start: converted.start, inner: converted.body }, place);
    if (converted.kind !== 'text' && converted.reason !== null) this.#context.note(place, converted.reason);
    return converted.kind === 'content' ? this.#innerText(converted.source, place) : converted.source;
  }

  /** A challenge becomes a screen of its own, a code screen if its solution has code. */
  #addChallenge(piece: Piece<'div'>, placeOf: (line: number) => string): void {
    const place = placeOf(0);
    const { title, texts, answer } = readChallenge(piece, {
      labelOf: ({ info }) => (this.#runs(info) ? this.#codeLabel(info) : ''),
      codeOf: plainCode,
      isUnseen: (fence) => this.#isUnseen(fence),
      isOutput: ({ info }) => OUTPUT.test(labelOf(info)),
      readTree: this.#context.readTree,
    });
    this.cells.push({ kind: 'aside-start', place, title: title || BOXES.challenge.label });
    for (const text of texts) this.#addText(this.#innerText(text.source, place), placeOf(text.line));
    this.#addUnseen();
    if (answer) {
      if (answer.explanation !== '') this.#addText(box(divLine('solution', ''), this.#innerText(answer.explanation, place)), place);
      this.cells.push({
        ...codeCell(placeOf(answer.line), answer.label, answer.source),
        exercise: { initial: answer.initial ?? '', fields: {} },
        output: answer.output === '' ? null : { stdout: answer.output, stderr: '', images: [] },
      });
    }
    this.cells.push({ kind: 'aside-end', place: placeOf(piece.line) });
  }

  #addFence(piece: Piece<'fence'>, placeOf: (line: number) => string): void {
    const place = placeOf(piece.line);
    const { info, code, source } = piece;
    const label = labelOf(info);
    if (this.#addOutput(label, code)) return;
    const isUnseen = this.#isUnseen(piece);
    if (isUnseen && languageNamed(label) === null && !info.startsWith('{code-cell'))
      return this.#context.note(place, leftOutUnseen(this.#optionsOf(piece).code));
    const printed = isUnseen ? null : commentedOutput(label, code);
    if (printed !== null) return this.#addPrinted(printed, source, place);
    const directive = readDirective(info, code);
    if (directive && languageNamed(directive.name) === null) {
      if (!directive.name.startsWith('code-cell')) return this.#addDirective(convertDirective(directive, this.#context.labels), place);
      return this.#addCode(directive.argument === '' ? (this.#context.language ?? '') : directive.argument, info, code, place);
    }
    if (code.trim() !== '' && languageNamed(label) !== null && this.#runs(info)) return this.#addCode(label, info, code, place);
    // A chunk without code only had options.
    if (code.trim() === '' && info.startsWith('{') && languageNamed(label) !== null) return;
    if (label === 'mermaid') this.#context.note(place, UNDRAWN);
    else if (isChunk(info) && languageNamed(label) === null) this.#context.note(place, notRun(label));
    this.cells.push({ kind: 'text', place, source });
  }

  #addDirective(converted: Converted, place: string): void {
    if (converted.kind === 'box') return this.#addText(this.#converted(converted, place), place);
    if (converted.kind !== 'text' && converted.reason !== null) this.#context.note(place, converted.reason);
    if (converted.kind === 'content') this.#addSplit(converted.source, () => place);
    else this.#addText(converted.source, place);
  }

  #addCode(named: string, info: string, source: string, place: string): void {
    const { note } = this.#context;
    const options = readChunkOptions(info, source, this.#context.chunkDefaults);
    // knitr runs `{r, engine="bash"}` in a shell.
    const label = options.engine || named;
    if (this.#addPicture(options, place)) return;
    const language = languageNamed(label);
    if (hasMagics(language) && MAGIC.test(options.code) && this.#addNotebookCode(label, info, options.code, source, place)) return;
    const [part = '', ...others] = splitAtErrors(language, options.code);
    if (others.length > 0) return [part, ...others].forEach((each) => this.#addCode(label, label, each, place));
    if (canSetUpKnitr(language)) for (const [name, value] of chunkDefaultsIn(options.code)) this.#context.chunkDefaults.set(name, value);
    if (options.isHidden) return this.#addHidden(options, label, place);
    if (options.dropped.length > 0) note(place, `Options without a counterpart were skipped: ${options.dropped.join(', ').slice(0, 300)}.`);
    if (options.isShownOnly) return void this.cells.push({ kind: 'text', place, source: listing(label, options.code) });
    if (BLANK.test(options.code)) {
      note(place, 'Code with blanks and without a solution; it was kept as a listing in the text.');
      return void this.cells.push({ kind: 'text', place, source: listing(label, options.code) });
    }
    // Text after the code would be on the next screen.
    if (options.caption !== '') this.#addText(this.#captionOf(options), place);
    if (options.alt !== '') note(place, `A run draws the figure, so its alternative text was left out: ${options.alt.slice(0, 300)}`);
    const transcript = splitTranscript(language, options.code);
    const cell = codeCell(place, label, transcript?.code ?? options.code);
    const output =
      transcript?.isPrinted === true && transcript.output !== '' ? { stdout: `${transcript.output}\n`, stderr: '', images: [] } : null;
    this.cells.push({ ...cell, output, has_error: options.mayFail || (transcript?.isError ?? printsError(language, options.code)) });
    // Values that only a console shows are worth reading.
    if (transcript && !transcript.isPrinted) this.cells.push({ kind: 'text', place, source: listing('output', transcript.output) });
  }

  #addHidden(options: ChunkOptions, label: string, place: string): void {
    const texts = this.#hide(options, label, place);
    this.#addUnseen();
    for (const text of texts) this.#addText(text, place);
  }

  /** Code that readers don't see runs unseen. @returns what they see of its result */
  #hide(options: ChunkOptions, label: string, place: string): string[] {
    const { images, note } = this.#context;
    const language = languageNamed(options.engine || label);
    const { code, removed } = withoutKnitrSetup(language, options.code);
    if (removed !== '') note(place, `Set-up of knitr was left out: ${removed.slice(0, 1_000)}`);
    if (code.trim() === '') return [];
    if (language === null || options.isShownOnly) {
      note(place, leftOutUnseen(code));
      return [];
    }
    const cell = codeCell(place, options.engine || label, plainCode(language, { info: label, code }));
    this.#unseen.push({ ...hiddenCell(cell), has_error: options.mayFail });
    if (options.hidesOutput) return [];
    const figure = recordedFigures(options.label).find((address) => images.has(address));
    const alt = (options.alt || options.caption).replace(/[[\]\n]+/g, ' ').trim();
    if (figure === undefined && showsResult(language, code)) note(place, UNKNOWN_RESULT);
    return [...(figure === undefined ? [] : [`![${alt}](<${figure}>)`]), ...(options.caption === '' ? [] : [this.#captionOf(options)])];
  }

  /** Adds code with the syntax of notebooks, which MyST's and Quarto's documents may have too. @returns false if it is plain Python */
  #addNotebookCode(label: string, info: string, code: string, source: string, place: string): boolean {
    const cells = plainCells(code, place, this.#context.note);
    const options = source.endsWith(code) ? source.slice(0, source.length - code.length) : '';
    for (const cell of cells) {
      if (cell.kind === 'markdown') this.#addText(cell.source, place);
      else if (cell.kind === 'listing') this.cells.push({ kind: 'text', place, source: listing(cell.label, cell.source) });
      else if (cell.language !== languageNamed(label))
        this.#addCode(cell.label ?? cell.language, cell.label ?? cell.language, cell.source, place);
      else if (cell.source === code) return false;
      else this.#addCode(label, info, options + cell.source, place);
    }
    return true;
  }

  /** Code that only shows an image of the document is that image. @returns false if it is other code */
  #addPicture(options: ChunkOptions, place: string): boolean {
    const address = /^\s*(?:library\(knitr\)\s+)?(?:knitr::)?include_graphics\(\s*(["'])([^"'\n]{1,500})\1[^()]*\)\s*$/.exec(
      options.code,
    )?.[2];
    if (address === undefined) return false;
    const alt = (options.alt || options.caption).replace(/[[\]\n]+/g, ' ').trim();
    this.#addText(`![${alt}](<${address}>)`, place);
    if (options.caption !== '') this.#addText(this.#captionOf(options), place);
    return true;
  }

  #captionOf({ caption, label }: ChunkOptions): string {
    const { labels } = this.#context;
    const number = (labels.get(label) ?? labels.get(`fig:${label}`))?.text;
    return number === undefined ? caption : `${number}: ${caption}`;
  }

  /** A listing that only shows output belongs to the code before it. Without such code, it is text. */
  #addPrinted(printed: string, source: string, place: string): void {
    const last = this.cells.at(-1);
    if (last?.kind === 'code' && printsComments(last.language) && this.#addOutput('output', printed)) return;
    this.cells.push({ kind: 'text', place, source });
  }

  /** Adds what the code before printed. @returns false if this isn't output */
  #addOutput(label: string, text: string): boolean {
    // Code in a loop may print between the figures that it draws.
    const at = this.cells.findLastIndex((cell) => !(cell.kind === 'text' && ONLY_IMAGES.test(cell.source)));
    const last = this.cells[at];
    if (last?.kind !== 'code') return false;
    const isBehindFigures = at < this.cells.length - 1;
    const isError = ERROR.test(label) || (OUTPUT.test(label) && TRACEBACK.test(text));
    if (!isError && !(OUTPUT.test(label) && (last.output === null) !== isBehindFigures)) return false;
    // Hidden code is on no screen that could show its output.
    if (last.is_hidden) {
      if (isError) this.cells[at] = { ...last, has_error: true };
      return false;
    }
    const { stdout = '', stderr = '', images = [] } = last.output ?? {};
    this.cells[at] = isError
      ? { ...last, has_error: true, output: { stdout, stderr: `${stderr}${text}\n`, images } }
      : { ...last, output: { stdout: `${stdout}${text}\n`, stderr, images } };
    return true;
  }
}

/** The first word of a fence, also of R Markdown's ```{r, echo=FALSE} and Pandoc's ```{.python}. */
function labelOf(info: string): string {
  return /^\{?\s*\.?([\w+#-]*)/.exec(info)?.[1] ?? '';
}

/** The code of a block without its options and prompts. */
function plainCode(language: Language | null, { info, code }: Pick<Piece<'fence'>, 'info' | 'code'>): string {
  const bare = readChunkOptions(info, code).code;
  return splitTranscript(language, bare)?.code ?? bare;
}

function codeCell(place: string, label: string, source: string): CodeCell {
  return {
    kind: 'code',
    place,
    language: languageNamed(label),
    label,
    source,
    output: null,
    has_error: false,
    exercise: null,
    is_hidden: false,
  };
}

/** The items of a text that is one list; null: it is more than that. */
function listItems(text: string): string[] | null {
  const items: string[] = [];
  for (const line of text.trim().split('\n')) {
    const item = /^[-*+] +(\S.*)$/.exec(line)?.[1];
    if (/(?:`{3}|~{3})/.test(line)) return null;
    if (item !== undefined) items.push(item);
    else if (/^ {2,}\S/.test(line) && items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
    else if (line.trim() !== '') return null;
  }
  return items.length === 0 ? null : items;
}

/** Adds the link definitions that a text uses: the file is split into screens, but each definition occurs only once. */
function withDefinitions(source: string, definitions: Definitions): string {
  const used = new Set([...source.matchAll(/\[([^[\]]+)\](?!\()/g)].map(([, label = '']) => normalLabel(label)));
  const defined = new Set([...source.matchAll(/^ {0,3}\[([^[\]\n]+)\]:/gm)].map(([, label = '']) => normalLabel(label)));
  const lines = [...used].flatMap((label) => {
    const target = defined.has(label) ? undefined : definitionOf(definitions, label);
    return target ? `[${label}]: <${target.href}>${target.title === '' ? '' : ` ${JSON.stringify(target.title)}`}` : [];
  });
  if (lines.length === 0) return source;
  return `${source}\n\n${lines.join('\n')}`;
}

function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}
