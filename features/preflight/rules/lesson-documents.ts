import { isMap, isScalar, isSeq, type Node } from 'yaml';
import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { textsOfQuestion } from '#features/content-model/rules/texts-of-question.ts';
import { codePath } from '#features/documents/rules/text-files.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { writeScreen } from '#features/documents/rules/write-screen.ts';
import { SCREEN_TEXTS, textsWith, type FileText } from '#features/screens/contract/screen-texts.ts';
import { decodeUtf8 } from '#platform/content/text-file.ts';
import { keyText, parseYaml, YamlError, type YamlDocument } from '#platform/content/yaml/document.ts';
import type { FindingPlace } from '../contract/finding.ts';
import { FIXED_TEXTS, type PreflightChange } from '../contract/preflight-changes.ts';
import type { PreflightRuleId } from '../contract/preflight-rules.ts';
import { readMarkdownParts, type ReadMarkdown } from './read-markdown.ts';
import { PositionedText, type Span } from './text-position.ts';

/** What a click would do about a finding. */
export interface Fix {
  readonly label: string;
  readonly changes: readonly PreflightChange[];
}

/** A finding as its rule reports it. */
export interface Found {
  readonly rule: PreflightRuleId;
  readonly place: FindingPlace;
  readonly message: string;
  /** The text that the finding is about. Once it changes, an accepted finding is shown again. */
  readonly about: string;
  readonly fix?: Fix | null;
}

const isChecked = (field: FileText): boolean => SCREEN_TEXTS[field].preflight !== 'unchecked';
const CHECKED_MARKDOWN = textsWith({ kind: 'markdown' }).filter(isChecked);
const CHECKED_CODE = textsWith({ kind: 'code' }).filter(isChecked);

type Location = Pick<FindingPlace, 'screen' | 'file' | 'field'>;

/** A text of a lesson with its place: its own file, or a value in a YAML file. */
export class LessonText {
  readonly screen: ScreenContent | null;
  /** The field of the screen, or `questions`; null: a field of the lesson. */
  readonly field: string | null;
  readonly source: string;
  readonly #location: Location;
  readonly #valueAt: (() => { doc: PositionedText; start: number } | null) | null;
  #positions: PositionedText | null = null;
  #markdown: ReadMarkdown | null = null;

  constructor(
    screen: ScreenContent | null,
    location: Location,
    source: string,
    valueAt: (() => { doc: PositionedText; start: number } | null) | null = null,
  ) {
    this.screen = screen;
    this.field = location.field;
    this.source = source;
    this.#location = location;
    this.#valueAt = valueAt;
  }

  get markdown(): ReadMarkdown {
    return (this.#markdown ??= readMarkdownParts(this.source));
  }

  /** A line without its end. */
  line(line: number): Span {
    const start = this.#lines.startOf(line);
    return { start, end: start + this.#lines.line(line).length };
  }

  /** The lines that a span touches, with the end of the last one. */
  linesOf(span: Span): Span {
    const first = this.#lines.at(span.start).line;
    const last = this.#lines.at(span.end).line;
    return { start: this.#lines.startOf(first), end: this.#lines.startOf(last + 1) };
  }

  place(span: Span): FindingPlace {
    const from = this.#lines.at(span.start);
    const to = this.#lines.at(span.end);
    const own = { line: from.line, column: from.column, end_line: to.line, end_column: to.column };
    if (this.#valueAt === null) return { ...this.#location, ...own };
    const value = this.#valueAt();
    if (value === null) return { ...this.#location, line: 1, column: 1, end_line: 1, end_column: 1 };
    return { ...this.#location, ...placeInYaml(value.doc, value.start, this.source, own) };
  }

  // The lines are found once, and not for each finding: one line may be the whole text.
  get #lines(): PositionedText {
    return (this.#positions ??= new PositionedText(this.source));
  }

  /** Replaces a part of the text, or null where fixes can't write. */
  edit(span: Span, insert: string): PreflightChange | null {
    const field = FIXED_TEXTS.find((each) => each === this.field);
    if (field === undefined || this.screen === null || this.#valueAt !== null) return null;
    return { kind: 'text', screen: this.screen.uuid, field, at: span.start, remove: this.source.slice(span.start, span.end), insert };
  }

  fix(label: string, span: Span, insert: string): Fix | null {
    const change = this.edit(span, insert);
    return change && { label, changes: [change] };
  }

  found(rule: PreflightRuleId, span: Span, message: string, fix: Fix | null = null): Found {
    return { rule, place: this.place(span), message, about: this.source.slice(span.start, span.end), fix };
  }
}

type Lines = Pick<FindingPlace, 'line' | 'column' | 'end_line' | 'end_column'>;

/** Where a part of a value is in its YAML file: exact in plain and quoted values and in literal blocks, as far as the line goes. */
function placeInYaml(doc: PositionedText, start: number, source: string, own: Lines): Lines {
  const head = doc.at(start);
  const written = doc.text.slice(start);
  if (/^[|>]/.test(written)) {
    const line = (number: number) => head.line + number;
    const indent = /^ */.exec(doc.line(head.line + 1))?.[0].length ?? 0;
    return {
      line: line(own.line),
      column: own.column + indent,
      end_line: line(own.end_line),
      end_column: own.end_column + indent,
    };
  }
  const quote = /^["']/.test(written) ? 1 : 0;
  // With escapes before it, the column would be wrong: then the whole value is meant.
  if (source.includes('\n') || !written.slice(quote).startsWith(source.slice(0, own.end_column - 1)))
    return { line: head.line, column: head.column, end_line: head.line, end_column: doc.line(head.line).length + 1 };
  return {
    line: head.line,
    column: head.column + quote + own.column - 1,
    end_line: head.line,
    end_column: head.column + quote + own.end_column - 1,
  };
}

/** The texts of a lesson as its rules read them. Everything expensive is read once, and only if a rule asks. */
export class LessonDocuments {
  readonly lesson: LessonContent;
  readonly #files: ReadonlyMap<string, Uint8Array> | null;
  readonly #yaml = new Map<string, { doc: YamlDocument; text: PositionedText } | null>();
  #texts: readonly LessonText[] | null = null;

  /** @param files As they are in git; null: as the product would write them. */
  constructor(lesson: LessonContent, files: ReadonlyMap<string, Uint8Array> | null = null) {
    this.lesson = lesson;
    this.#files = files;
  }

  /** Everything that is Markdown: the texts of screens, then their questions. */
  get texts(): readonly LessonText[] {
    return (this.#texts ??= this.lesson.screens.flatMap((screen) => [
      ...CHECKED_MARKDOWN.flatMap((field) => (screen.fields[field] === '' ? [] : [this.text(screen, field)])),
      ...screen.questions.flatMap((question, index) => this.#questionTexts(screen, question, index)),
    ]));
  }

  codes(screen: ScreenContent): LessonText[] {
    return CHECKED_CODE.flatMap((field) => ((screen.fields[field] ?? '') === '' ? [] : [this.text(screen, field)]));
  }

  text(screen: ScreenContent, field: FileText): LessonText {
    const file = `screens/${screen.folder}/${codePath(SCREEN_TEXTS[field].file, this.lesson.fields.language)}`;
    return new LessonText(screen, { screen: screen.uuid, file, field }, screen.fields[field] ?? '');
  }

  /** The text of a choice, or another value in the questions of a screen. */
  questionPart(screen: ScreenContent, path: readonly (string | number)[], source: string): LessonText {
    const file = `screens/${screen.folder}/questions.yaml`;
    return new LessonText(screen, { screen: screen.uuid, file, field: 'questions' }, source, () => this.valueAt(file, path));
  }

  /** A value in a YAML file of the lesson or of a screen. A path that doesn't exist means the nearest one that does. */
  setting(screen: ScreenContent | null, path: readonly (string | number)[], field: string | null = null): FindingPlace {
    const file = screen ? `screens/${screen.folder}/screen.yaml` : 'lesson.yaml';
    return this.placeIn(file, path, { screen: screen?.uuid ?? null, field });
  }

  placeIn(file: string, path: readonly (string | number)[], where: Pick<FindingPlace, 'screen' | 'field'>): FindingPlace {
    const at = this.valueAt(file, path);
    if (at === null) return { ...where, file, line: 1, column: 1, end_line: 1, end_column: 1 };
    const { line, column } = at.doc.at(at.start);
    return { ...where, file, line, column, end_line: line, end_column: at.doc.line(line).length + 1 };
  }

  #questionTexts(screen: ScreenContent, question: QuestionContent, index: number): LessonText[] {
    return textsOfQuestion(question).flatMap(({ path, format, text }) => {
      // In the file, the fields of a task are beside the text.
      const steps = path
        .replace(/^task\//, '')
        .split('/')
        .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
      return text === '' || format !== 'markdown' ? [] : [this.questionPart(screen, [index, ...steps], text)];
    });
  }

  valueAt(file: string, path: readonly (string | number)[]): { doc: PositionedText; start: number } | null {
    const yaml = this.#parsed(file);
    if (yaml === null) return null;
    let node: unknown = yaml.doc.contents;
    let start = startOf(node);
    for (const step of path) {
      const next: unknown = childOf(node, step);
      if (next === undefined) break;
      node = next;
      start = startOf(node) ?? start;
    }
    return start === null ? null : { doc: yaml.text, start };
  }

  #parsed(file: string): { doc: YamlDocument; text: PositionedText } | null {
    const known = this.#yaml.get(file);
    if (known !== undefined) return known;
    const bytes = this.#written(file);
    const text = bytes ? decodeUtf8(bytes) : null;
    const parsed = text === null ? null : parseIfValid(text);
    this.#yaml.set(file, parsed);
    return parsed;
  }

  /** The bytes of a YAML file: as given, or as the product would write it. */
  #written(file: string): Uint8Array | undefined {
    if (this.#files) return this.#files.get(file);
    const { lesson } = this;
    const screen = lesson.screens.find(({ folder }) => file.startsWith(`screens/${folder}/`));
    if (screen) {
      const files = new Map<string, Uint8Array>();
      const { language } = lesson.fields;
      writeScreen(files, { screen: undefined, language: null }, { screen: withoutRecorded(screen), language });
      return files.get(file);
    }
    const paths = [
      ...lesson.data_files.map(({ file_name }) => `files/${file_name}`),
      ...lesson.images.map(({ file_name }) => `images/${file_name}`),
    ];
    const previous = new Map(paths.map((path) => [path, new Uint8Array()]));
    return writeLesson({ ...lesson, screens: lesson.screens.map(withoutRecorded) }, previous).get(file);
  }
}

/** Null: the file isn't YAML, which reading the lesson reports. */
function parseIfValid(text: string): { doc: YamlDocument; text: PositionedText } | null {
  try {
    return { doc: parseYaml(text), text: new PositionedText(text) };
  } catch (error) {
    if (error instanceof YamlError) return null;
    throw error;
  }
}

/** Without what is long and has no finding. */
function withoutRecorded(screen: ScreenContent): ScreenContent {
  return { ...screen, tests: [], answer_output: null, answer_variables: [] };
}

function childOf(node: unknown, step: string | number): unknown {
  if (typeof step === 'number') return isSeq(node) ? node.items[step] : undefined;
  return isMap(node) ? node.items.find(({ key }) => keyText(key) === step)?.value : undefined;
}

function startOf(node: unknown): number | null {
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return null;
  return (node as Node).range?.[0] ?? null;
}
