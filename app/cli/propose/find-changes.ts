import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { ProposedLessonFields, ProposedScreenFields } from '#features/proposals/contract.ts';
import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import type { Question, Screen } from '#features/screens/contract/screens.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';

/** What an edit of a screen or lesson can be proposed as. */
export interface FoundChange<Fields> {
  /** Empty: there is nothing to propose. */
  readonly fields: Fields;
  /** Labels of what was edited on the server as well, since the clone has it. */
  readonly outdated: readonly string[];
  /** Labels of what can't be proposed. */
  readonly leftOut: readonly string[];
}

/** Whether two parts of content are equal as JSON. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other));
}

/** `meta_title` → `meta title`. */
function wordsOf(field: string): string {
  return field.replaceAll('_', ' ');
}

type Values = Readonly<Record<string, unknown>>;

const QUESTIONS = 'multipleChoiceQuestions';
const SCREEN_KEYS = Object.keys(ProposedScreenFields.shape).filter((key) => key !== QUESTIONS);
const LESSON_KEYS = Object.keys(ProposedLessonFields.shape);

/** What was edited of a screen. @param base the screen as it was when the edit began */
export function changeOfScreen(base: ScreenContent, edited: ScreenContent, stored: Screen): FoundChange<ProposedScreenFields> {
  const label = (field: string) => screenFieldLabel(field, edited.fields.type) ?? wordsOf(field);
  const found = changeOf(SCREEN_KEYS, { base: base.fields, edited: edited.fields, stored }, label);
  const questions = changeOfQuestions(base.questions, edited.questions, stored.multipleChoiceQuestions);
  return {
    fields: { ...found.fields, ...(questions !== null && questions !== 'outdated' && { [QUESTIONS]: questions }) },
    outdated: [...found.outdated, ...(questions === 'outdated' ? ['Questions'] : [])],
    leftOut: [
      ...found.leftOut,
      ...(['skills', 'tests', 'answer_output', 'answer_variables'] as const).filter((key) => !isSame(base[key], edited[key])).map(label),
    ],
  };
}

/** What was edited of the texts of a lesson. */
export function changeOfLesson(base: LessonContent, edited: LessonContent, stored: Lesson): FoundChange<ProposedLessonFields> {
  return changeOf(LESSON_KEYS, { base: base.fields, edited: edited.fields, stored }, wordsOf);
}

function changeOf(
  keys: readonly string[],
  { base, edited, stored }: { base: object; edited: object; stored: object },
  label: (field: string) => string,
): FoundChange<Values> {
  const [before, now, there] = [base as Values, edited as Values, stored as Values];
  const changed = Object.keys(now).filter((key) => !isSame(before[key], now[key]));
  const open = changed.filter((key) => keys.includes(key) && !isSame(there[key], now[key]));
  return {
    fields: Object.fromEntries(open.map((key) => [key, now[key]])),
    outdated: open.filter((key) => !isSame(there[key], before[key])).map(label),
    leftOut: changed.filter((key) => !keys.includes(key)).map(label),
  };
}

type ProposedQuestions = NonNullable<ProposedScreenFields[typeof QUESTIONS]>;

/** All questions as they are proposed; null: they were not edited. Stored ones have no uuid: they are known by their order. */
function changeOfQuestions(
  base: readonly QuestionContent[],
  edited: readonly QuestionContent[],
  stored: readonly Question[],
): ProposedQuestions | 'outdated' | null {
  if (isSame(base, edited)) return null;
  const skills = new Map<string, number>();
  for (const [index, question] of base.entries()) {
    const there = stored[index];
    const pairs = [
      [question.skill_uuid, there?.skill_id],
      ...question.options.map(({ skill_uuid }, at) => [skill_uuid, there?.answer_options[at]?.skill_id]),
    ];
    for (const [uuid, id] of pairs) if (typeof uuid === 'string' && typeof id === 'number') skills.set(uuid, id);
  }
  const ids = new Map(base.map(({ uuid }, index) => [uuid, stored[index]?.id]));
  const proposed = (questions: readonly QuestionContent[]) => questions.map((question) => toProposed(question, ids, skills));
  if (!isSame(proposed(base), stored)) return 'outdated';
  return proposed(edited);
}

function toProposed(
  { uuid, question, select_type, options, task, skill_uuid }: QuestionContent,
  ids: ReadonlyMap<string, number | undefined>,
  skills: ReadonlyMap<string, number>,
): ProposedQuestions[number] {
  const skillOf = (uuid: string | null) => (uuid === null ? null : (skills.get(uuid) ?? null));
  const id = ids.get(uuid);
  return {
    ...(id !== undefined && { id }),
    question,
    select_type,
    answer_options: options.map(({ label, feedback_message, valid, skill_uuid: of }) => ({
      label,
      feedback_message,
      valid,
      skill_id: skillOf(of),
    })),
    task,
    skill_id: skillOf(skill_uuid),
  };
}
