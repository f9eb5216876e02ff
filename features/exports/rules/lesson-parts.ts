import type { LessonContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { normalCode, normalText } from '#features/imports/rules/box-formats.ts';
import { listing, storable } from '#features/imports/rules/cells.ts';
import { box, divLine } from '#features/imports/rules/directives.ts';
import { type DocumentMark, MARKED_SETTINGS, type PartMark } from '#features/imports/rules/part-mark.ts';
import { questionText } from '#features/imports/rules/question-texts.ts';
import { isPycheck } from '#features/packages/packages.policy.ts';
import { DOCUMENT_TEXTS, SCREEN_TEXTS, type ScreenText } from '#features/screens/contract/screen-texts.ts';
import { type AnswerOutput, emptyScreenFields } from '#features/screens/contract/screens.ts';
import { withStartCode } from '#features/screens/rules/start-code.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import {
  canCheckCustom,
  canCheckLegacy,
  DEFAULT_LANGUAGE,
  kernelFor,
  LANGUAGES,
  type Language,
  ownVersion,
} from '#platform/contract/languages.ts';
import { plainTitle } from './project.ts';

/** A part of a lesson, in the order of the document. */
export type LessonPart =
  | { readonly kind: 'text'; readonly id: string; readonly mark: PartMark; readonly text: string }
  | {
      readonly kind: 'code';
      readonly id: string;
      readonly mark: PartMark;
      readonly code: string;
      /** Recorded for the answer. */
      readonly output: AnswerOutput | null;
      readonly mayFail: boolean;
    };

/** What a format can do with code. */
export interface PartChoices {
  /** Whether blocks of this language run. Others become listings. */
  readonly runs: (language: Language) => boolean;
  /** Outputs are parts of their own: the format has none for its blocks. */
  readonly listsOutput: boolean;
}

/** What the import of a document needs to know about its lesson. */
export function documentMark({ fields, data_files, packages }: Pick<LessonContent, 'fields' | 'data_files' | 'packages'>): DocumentMark {
  const { language, language_version, show_last_value, author } = fields;
  const files = listedFiles(data_files);
  const listed = listedPackages(packages);
  const checking = checkingOf(fields);
  return {
    version: 1,
    language,
    language_version: ownVersion(language, language_version),
    ...(show_last_value && { show_last_value }),
    ...(author !== '' && { author }),
    ...(checking !== null && { checking }),
    ...(listed.length > 0 && { packages: listed }),
    ...(files.length > 0 && { files }),
  };
}

function checkingOf({ language, custom_check_enabled, legacy_check_enabled }: LessonContent['fields']): 'custom' | 'legacy' | null {
  if (custom_check_enabled && canCheckCustom(language)) return 'custom';
  return legacy_check_enabled && canCheckLegacy(language) ? 'legacy' : null;
}

/** Longer lists don't fit into the front matter of a document. */
const LISTED_CHARACTERS = 8_000;

/** The packages that the import of a document adds to the lesson; empty also if they are too many to list. */
export function listedPackages(packages: LessonContent['packages']): LessonContent['packages'] {
  const listed = packages.filter((each) => !isPycheck(each));
  return JSON.stringify(listed).length > LISTED_CHARACTERS ? [] : listed;
}

/** The paths of data files beside a document, which its import looks for; empty also if they are too many to list. */
export function listedFiles(data_files: LessonContent['data_files']): string[] {
  const names = new Set(data_files.map(({ alias, file_name }) => (alias === '' ? file_name : alias)).filter(isSafePath));
  const listed = [...names].sort();
  return JSON.stringify(listed).length > LISTED_CHARACTERS ? [] : listed;
}

/** The language of a notebook or project, which needs one even if nothing in it runs. */
export function kernelLanguage({ fields: { language } }: Pick<LessonContent, 'fields'>): Language {
  return kernelFor(language) === null || language === null ? DEFAULT_LANGUAGE : language;
}

/** Whether plain Jupyter runs code of this language. */
export function runsInJupyter(language: Language): boolean {
  return kernelFor(language) !== null;
}

/** The parts of a lesson as documents show them to readers. */
export function lessonParts(lesson: LessonContent, choices: PartChoices): LessonPart[] {
  const { overview, objectives, language } = lesson.fields;
  const title = plainTitle(lesson.fields.title);
  const list = objectives.map((objective) => storable(objective).replace(/\s+/g, ' ').trim()).filter((objective) => objective !== '');
  const start = [
    title === '' ? '' : `# ${headingText(title)}`,
    normalText(overview),
    list.length === 0 ? '' : box(divLine('objectives', ''), list.map((objective) => `- ${objective}`).join('\n')),
  ];
  return [
    { kind: 'text', id: 'lesson', mark: { part: 'lesson', ...(title === '' && { untitled: true }) }, text: paragraphs(start) },
    ...lesson.screens.flatMap((screen, index) =>
      screenParts({ ...screen, fields: withStartCode(lesson.screens, screen) }, `screen-${index + 1}`, language, choices),
    ),
  ];
}

function screenParts(screen: ScreenContent, id: string, language: Language | null, choices: PartChoices): LessonPart[] {
  const { fields, questions } = screen;
  const isCode = fields.type === 'code';
  const title = plainTitle(fields.title);
  const body = normalText(fields.body_markdown);
  const text = (part: PartMark['part'], source: string, ending: string = part): LessonPart[] =>
    source === '' ? [] : [{ kind: 'text', id: `${id}-${ending}`, mark: { part }, text: source }];
  const headed = DOCUMENT_TEXTS.headed.flatMap((field) => {
    const { part, heading } = SCREEN_TEXTS[field].inDocuments;
    const source = normalText(fields[field]);
    return text(part, source === '' ? '' : `### ${heading}\n\n${source}`);
  });
  const boxed = DOCUMENT_TEXTS.boxed.flatMap((field) => {
    const { part, box: title } = SCREEN_TEXTS[field].inDocuments;
    const source = normalText(fields[field]);
    return text(part, source === '' ? '' : box(divLine('spoiler', title), source));
  });
  const listed = DOCUMENT_TEXTS.listed.flatMap((field) => {
    const { file, inDocuments }: Pick<ScreenText, 'file'> & { inDocuments: { part: PartMark['part']; listing: string } } =
      SCREEN_TEXTS[field];
    const source = normalCode(fields[field] ?? '');
    const fence = language !== null && file?.endsWith('.*') === true ? LANGUAGES[language].fence : '';
    return text(inDocuments.part, source === '' ? '' : box(divLine('solution', inDocuments.listing), listing(fence, source)));
  });
  return [
    {
      kind: 'text',
      id,
      mark: screenMark(screen),
      text: paragraphs([title === '' ? '' : `## ${headingText(title)}`, body]),
    },
    ...headed,
    ...(isCode ? codeParts(screen, id, language, choices) : []),
    ...questions.flatMap((question, index) => text('question', questionText(question, index + 1), `question-${index + 1}`)),
    ...boxed,
    ...listed,
  ];
}

/** Only what the parts of the screen don't say. */
function screenMark({ fields, answer_variables }: ScreenContent): PartMark {
  const empty = emptyScreenFields();
  const compared = answer_variables.map(({ name }) => name);
  return {
    part: 'screen',
    ...(fields.type !== 'text' && { type: fields.type }),
    ...(plainTitle(fields.title) === '' && { untitled: true }),
    ...Object.fromEntries(MARKED_SETTINGS.flatMap((name) => (fields[name] === empty[name] ? [] : [[name, fields[name]]]))),
    ...(fields.runs_after === 'all' && { runs_after_all: true }),
    ...(compared.length > 0 && { compared }),
  };
}

function codeParts({ fields, answer_output }: ScreenContent, id: string, language: Language | null, choices: PartChoices): LessonPart[] {
  const runs = language !== null && choices.runs(language);
  const fence = language === null ? '' : LANGUAGES[language].fence;
  const part = (
    mark: PartMark,
    given: string,
    more: { output?: AnswerOutput | null; isShownOnly?: boolean; mayFail?: boolean } = {},
  ): LessonPart => {
    const code = normalCode(given);
    const own = `${id}-${mark.part}`;
    if (runs && more.isShownOnly !== true)
      return { kind: 'code', id: own, mark, code, output: more.output ?? null, mayFail: more.mayFail === true };
    const source = listing(fence, code);
    const isAnswer = mark.part === 'answer' || mark.part === 'setup';
    const title = mark.part === 'answer' ? 'Answer' : 'Setup code';
    return { kind: 'text', id: own, mark, text: isAnswer ? box(divLine('solution', title), source) : source };
  };
  const { setup_code, display_code, should_run_display_code, initial_code, answer_code, error_okay } = fields;
  const isSeparate = choices.listsOutput || !runs;
  const output = recorded(answer_output);
  const hasAnswer = normalCode(answer_code) !== '' || error_okay || (output !== null && !isSeparate);
  return [
    ...(normalCode(setup_code) === '' ? [] : [part({ part: 'setup' }, setup_code)]),
    ...(normalCode(display_code) === '' && !should_run_display_code
      ? []
      : [
          part({ part: 'display', ...(should_run_display_code && { should_run_display_code }) }, display_code, {
            isShownOnly: !should_run_display_code,
          }),
        ]),
    // Learners begin with it, and it may be unfinished.
    part({ part: 'initial' }, initial_code, { mayFail: true }),
    ...(hasAnswer
      ? [part({ part: 'answer', ...(error_okay && !runs && { error_okay }) }, answer_code, { output, mayFail: error_okay })]
      : []),
    ...(output && isSeparate ? outputPart(output, id) : []),
  ];
}

/** What the answer printed and drew; null: nothing. */
function recorded(output: AnswerOutput | null): AnswerOutput | null {
  const images = output?.images.filter((image) => image.startsWith(PNG_START)) ?? [];
  if (output === null || (output.stdout + output.stderr === '' && images.length === 0)) return null;
  return { stdout: storable(output.stdout), stderr: storable(output.stderr), images };
}

function outputPart({ stdout, stderr }: AnswerOutput, id: string): LessonPart[] {
  const listings = [stdout === '' ? '' : listing('output', stdout), stderr === '' ? '' : listing('stderr', stderr)];
  if (stdout + stderr === '') return [];
  return [{ kind: 'text', id: `${id}-output`, mark: { part: 'output' }, text: box(divLine('spoiler', 'Output'), paragraphs(listings)) }];
}

/** PNGs in base64. */
const PNG_START = 'iVBORw0KGgo';

function paragraphs(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** A title in a heading, where nothing in it is Markdown. */
function headingText(title: string): string {
  return title.replace(/[\\`*_{}[\]<>#$~&^@]/g, '\\$&');
}
