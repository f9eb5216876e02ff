import type { QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { DOCUMENT_TEXTS, SCREEN_TEXTS } from '#features/screens/contract/screen-texts.ts';
import { type AnswerOutput, type AnswerVariable, emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { boxContent, lastBox, normalCode, withoutBlankEnds } from './box-formats.ts';
import { type Cell, listing, type MarkedDocument, type MarkedPart, type Note } from './cells.ts';
import { isCodePart, MARKED_SETTINGS, type PartMark } from './part-mark.ts';
import { readQuestion } from './question-texts.ts';
import { fencesIn, splitMarkdown } from './split-markdown.ts';

interface Draft {
  readonly fields: ScreenFields;
  readonly questions: QuestionContent[];
  answer_output: AnswerOutput | null;
  readonly answer_variables: readonly AnswerVariable[];
  /** Text that was added. */
  readonly more: string[];
}

/** A screen without its place in a lesson. */
export type ScreenParts = Omit<ScreenContent, 'uuid' | 'folder'>;

/** Code that the lesson of the screens doesn't run. */
export interface Foreign {
  readonly label: string;
  readonly reason: string;
}

interface LessonParts {
  readonly title: string;
  readonly overview: string;
  readonly objectives: readonly string[];
  readonly screens: readonly ScreenParts[];
}

/**
 * Reads the parts of an exported document. Text without code or headings that was added between them belongs to the screen before.
 *
 * @param screensOf reads other cells that were added, as screens
 * @param foreign why code doesn't run where the screens go, and how its listings are labeled; null: it runs
 */
export function readParts(
  { items, title }: MarkedDocument,
  screensOf: (cells: readonly Cell[]) => readonly ScreenParts[],
  note: Note,
  foreign: Foreign | null = null,
): LessonParts {
  let lesson = { title: '', overview: '', objectives: [] as string[] };
  const drafts: Draft[] = [];
  const current = () => drafts.at(-1) ?? begin({ part: 'screen' }, '');
  const begin = (mark: PartMark, source: string) => {
    const draft = beginScreen(foreign === null ? mark : withoutCode(mark), source);
    drafts.push(draft);
    return draft;
  };
  for (const item of items) {
    if (item.kind === 'cells') {
      const texts = item.cells.flatMap((cell) => (cell.kind === 'text' ? [cell.source] : []));
      if (texts.length === item.cells.length) current().more.push(...texts);
      else
        drafts.push(
          ...screensOf(item.cells).map(({ fields, questions, answer_output, answer_variables }) => ({
            fields,
            questions: [...questions],
            answer_output,
            answer_variables,
            more: [],
          })),
        );
    } else if (item.mark.part === 'lesson') lesson = readLessonText(item.source, title, item.mark);
    else if (item.mark.part === 'screen') begin(item.mark, item.source);
    else if (foreign !== null && isCodePart(item.mark.part)) current().more.push(...listed(item, foreign, note));
    else takePart(current(), item, note);
  }
  return {
    ...lesson,
    screens: drafts.map(({ fields, questions, answer_output, answer_variables, more }) => ({
      fields: { ...fields, body_markdown: [fields.body_markdown, ...more].filter((text) => text !== '').join('\n\n') },
      questions,
      answer_output,
      answer_variables: [...answer_variables],
      skills: [],
      tests: [],
    })),
  };
}

function readLessonText(source: string, stated: string, mark: PartMark): { title: string; overview: string; objectives: string[] } {
  const { title, rest } = stated === '' ? takeHeading(source, 1, mark) : { title: stated, rest: withoutBlankEnds(source) };
  const objectives = lastBox(rest, 'objectives');
  const items = objectives?.inner.split('\n').filter((line) => line.trim() !== '') ?? [];
  const isList = objectives !== null && items.every((line) => /^[-*] /.test(line));
  if (!isList) return { title, overview: rest, objectives: [] };
  return { title, overview: objectives.before, objectives: items.map((line) => line.slice(2).trim()) };
}

function beginScreen(mark: PartMark, source: string): Draft {
  const { type = 'text', compared = [] } = mark;
  const { title, rest } = takeHeading(source, 2, mark);
  const set = MARKED_SETTINGS.flatMap((name) => (mark[name] === undefined ? [] : [[name, mark[name]] as const]));
  return {
    fields: {
      ...emptyScreenFields(type),
      title,
      body_markdown: rest,
      ...Object.fromEntries(set),
      runs_after: mark.runs_after_all === true ? 'all' : null,
    },
    questions: [],
    answer_output: null,
    answer_variables: [...new Set(compared)].map((name) => ({ name })),
    more: [],
  };
}

/** The heading that a text starts with, and the rest of the text. */
function takeHeading(source: string, level: 1 | 2, { untitled }: PartMark): { title: string; rest: string } {
  const text = withoutBlankEnds(source);
  if (untitled === true) return { title: '', rest: text };
  const [first] = splitMarkdown(text, Infinity);
  if (first?.kind !== 'heading' || first.level !== level || first.line !== 1) return { title: '', rest: text };
  const lines = text.split('\n').slice(first.source.split('\n').length);
  return { title: first.title.slice(0, LIMITS.titleMax), rest: withoutBlankEnds(lines.join('\n')) };
}

function takePart(draft: Draft, part: MarkedPart, note: Note): void {
  const { mark, source, place, mayFail } = part;
  const { fields } = draft;
  if (source.length > LIMITS.textMax) return note(place, 'This part is too long for a screen and was left out.');
  const headed = DOCUMENT_TEXTS.headed.find((field) => SCREEN_TEXTS[field].inDocuments.part === mark.part);
  if (headed) fields[headed] = withoutBlankEnds(withoutHeading(source, SCREEN_TEXTS[headed].inDocuments.heading));
  const boxed = DOCUMENT_TEXTS.boxed.find((field) => SCREEN_TEXTS[field].inDocuments.part === mark.part);
  if (boxed) fields[boxed] = boxContent(source) ?? withoutBlankEnds(source);
  const listed = DOCUMENT_TEXTS.listed.find((field) => SCREEN_TEXTS[field].inDocuments.part === mark.part);
  if (listed) fields[listed] = codeOf(part);
  switch (mark.part) {
    // These texts were read above, and the others begin a lesson or a screen.
    case 'hint':
    case 'instructions':
    case 'success':
    case 'values':
    case 'inputs':
    case 'custom_check':
    case 'legacy_check':
    case 'unit_tests':
    case 'check_val':
    case 'format':
    case 'lesson':
    case 'screen':
      break;
    case 'question': {
      const question = readQuestion(source, `${draft.questions.length} ${fields.title}`);
      if (question) draft.questions.push(question);
      else {
        note(place, 'This is no longer a question. It was kept as text.');
        draft.more.push(withoutBlankEnds(source));
      }
      break;
    }
    case 'setup':
      fields.setup_code = codeOf(part);
      break;
    case 'display':
      fields.display_code = codeOf(part);
      fields.should_run_display_code = mark.should_run_display_code === true;
      break;
    case 'initial':
      fields.initial_code = codeOf(part);
      break;
    case 'answer':
      fields.answer_code = codeOf(part);
      fields.error_okay = mayFail || mark.error_okay === true;
      draft.answer_output = part.output;
      break;
    case 'output':
      draft.answer_output = outputIn(source);
      break;
    default:
      break;
  }
}

function withoutHeading(source: string, heading: string): string {
  const [first = '', ...rest] = source.split('\n');
  return first.trimEnd() === `### ${heading}` ? rest.join('\n') : source;
}

/** A screen whose code becomes listings has no settings of code. */
function withoutCode({ part, type, untitled, is_experimental }: PartMark): PartMark {
  return { part, type: type === 'code' ? 'text' : type, untitled, is_experimental };
}

/** Code that can't run, with its output, as Markdown. */
function listed(part: MarkedPart, { label, reason }: Foreign, note: Note): string[] {
  // Learners don't see them, and they are about code that doesn't run.
  const unseen = DOCUMENT_TEXTS.listed.map((field) => SCREEN_TEXTS[field].inDocuments).find((each) => each.part === part.mark.part);
  if (unseen) {
    note(part.place, `${unseen.listing}: left out, as the code of the screen doesn’t run in this lesson.`);
    return [];
  }
  const code = part.mark.part === 'output' ? '' : codeOf(part);
  const output = part.mark.part === 'output' ? outputIn(part.source) : part.output;
  if (code !== '') note(part.place, reason);
  const texts = [
    [label, code],
    ['output', output?.stdout ?? ''],
    ['stderr', output?.stderr ?? ''],
  ] as const;
  return texts.filter(([, text]) => text !== '').map(([info, text]) => listing(info, text));
}

/** Code of a language that the format can't run is a listing. */
function codeOf({ isCode, source }: MarkedPart): string {
  return normalCode(isCode ? source : (fencesIn(boxContent(source) ?? source)[0]?.code ?? ''));
}

/** The output that a text shows in listings; its pictures aren't in it. */
function outputIn(source: string): AnswerOutput {
  const listings = fencesIn(boxContent(source) ?? source);
  const of = (label: string) =>
    listings
      .filter(({ info }) => info === label)
      .map(({ code }) => `${code}\n`)
      .join('');
  return { stdout: of('output'), stderr: of('stderr'), images: [] };
}
