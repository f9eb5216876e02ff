import { z } from 'zod';
import { CommitStatus } from '#features/changes/contract.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { commitMessage, oneLine } from '#platform/contract/one-line.ts';
import { INT4_MAX, Id, Int4, RowId, route } from '#platform/contract/route.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';
import { UNIT_FRAMEWORKS, UNIT_MODULE, UNIT_SHOWS } from '#platform/contract/unit-tests.ts';
import { Variable } from '#platform/contract/variables.ts';
import { byHtmlName, MARKDOWN_TEXTS, SCREEN_TEXTS, type ScreenText, type ScreenTextField } from './screen-texts.ts';

export const ScreenType = z.enum(['text', 'code', 'takeaways']);
export type ScreenType = z.infer<typeof ScreenType>;

/** Screens that are added together: see `rules/template-screens.ts`. */
export const ScreenTemplate = z.enum(['explain-try-check', 'worked-example', 'predict-run-explain']);
export type ScreenTemplate = z.infer<typeof ScreenTemplate>;

/** Where the value check searches; null: in commands and output. */
const CheckScope = z.enum(['cmd', 'stdout']);

const text = z.string().max(LIMITS.textMax, 'This text is too long.');

const TITLE_TOO_LONG = `A title can have at most ${LIMITS.titleMax} characters.`;

/** The most tries before a solution can be seen. */
export const SOLUTION_AFTER_MAX = 20;

/** The most screens that one can be chosen to run after. */
const RUNS_AFTER_MAX = 500;

/** The code that runs before a screen's own: `all` earlier code screens, or these, by uuid; null: none. See earlier-code.policy.ts. */
export const RunsAfter = z.union([z.literal('all'), z.array(z.guid().toLowerCase()).max(RUNS_AFTER_MAX)]).nullable();
export type RunsAfter = z.infer<typeof RunsAfter>;

/** The editable fields of a screen, by wire names; the fields of `screen.yaml` and its sibling files. */
export const ScreenFields = z.object({
  title: z.string().trim().max(LIMITS.titleMax, TITLE_TOO_LONG),
  type: ScreenType,
  /** Learn, or Takeaways on a takeaways screen. */
  body_markdown: text,
  instructions_markdown: text,
  hint_markdown: text,
  /** Learners read it with the verdict that solves the screen. */
  success_markdown: text,
  chat_prompt: text,
  /** Definitions such as `n = 3..9`, one on a line: each learner gets values of their own where texts have `{{ n }}`. */
  values: z.string().max(LIMITS.shortTextMax, `The values can have at most ${LIMITS.shortTextMax.toLocaleString('en')} characters.`),
  setup_code: text,
  initial_code: text,
  display_code: text,
  should_run_display_code: z.boolean(),
  /** The lines that the code reads as its input, one below the other; learners see them. */
  inputs: text,
  answer_code: text,
  custom_check_code: text,
  legacy_check_code: text,
  /** A test file, used as it is; the submission is the module that it imports. */
  unit_test_code: text,
  /** Null: guessed from the tests, like an empty `unit_test_module`. */
  unit_test_framework: z.enum(UNIT_FRAMEWORKS).nullable(),
  unit_test_module: z.string().max(200).regex(UNIT_MODULE, 'Enter a file name such as two_fer.py.'),
  unit_test_shows: z.enum(UNIT_SHOWS),
  format_code_run: text,
  /** The script of Run and Deploy; null: its checkbox is off. */
  remote_run_code: text.nullable(),
  remote_run_only: z.boolean(),
  is_experimental: z.boolean(),
  error_okay: z.boolean(),
  dynamic_answer: z.boolean(),
  check_output: z.boolean(),
  check_val: text.nullable(),
  check_scope: CheckScope.nullable(),
  /** The initial code may pass the checks. */
  initially_passing: z.boolean(),
  runs_after: RunsAfter,
  /** The uuid of an earlier code screen whose answer takes the place of the initial code; null: none. See rules/start-code.ts. */
  starts_from: z.guid().toLowerCase().nullable(),
  /** After how many submissions that aren't right learners can see the answer; null: never. */
  solution_after: z.number().int().min(1).max(SOLUTION_AFTER_MAX).nullable(),
});
export type ScreenFields = z.infer<typeof ScreenFields>;

/** The fields that are free text: each needs an entry in `SCREEN_TEXTS`, and each entry a field. A file name and a uuid are no text. */
type FreeText = Exclude<
  { [F in keyof ScreenFields]: string extends ScreenFields[F] ? F : never }[keyof ScreenFields],
  'unit_test_module' | 'starts_from'
>;
SCREEN_TEXTS satisfies Readonly<Record<FreeText, ScreenText>>;
ScreenFields.shape satisfies Readonly<Record<ScreenTextField, z.ZodType<string | null>>>;

export function emptyScreenFields(type: ScreenType = 'text'): ScreenFields {
  return {
    title: '',
    type,
    body_markdown: '',
    instructions_markdown: '',
    hint_markdown: '',
    success_markdown: '',
    chat_prompt: '',
    values: '',
    setup_code: '',
    initial_code: '',
    display_code: '',
    should_run_display_code: false,
    inputs: '',
    answer_code: '',
    custom_check_code: '',
    legacy_check_code: '',
    unit_test_code: '',
    unit_test_framework: null,
    unit_test_module: '',
    unit_test_shows: 'message',
    format_code_run: '',
    remote_run_code: null,
    remote_run_only: false,
    is_experimental: false,
    error_okay: false,
    dynamic_answer: false,
    check_output: false,
    check_val: null,
    check_scope: null,
    initially_passing: false,
    runs_after: null,
    starts_from: null,
    solution_after: null,
  };
}

/** The output of the answer. Images are PNGs in base64. */
export const AnswerOutput = z.object({
  stdout: z.string(),
  stderr: z.string(),
  images: z.array(z.string()),
});
export type AnswerOutput = z.infer<typeof AnswerOutput>;

/** A variable to compare, with the answer's value of it. */
export const AnswerVariable = Variable.partial().extend({ name: z.string().min(1).max(500) });
export type AnswerVariable = z.infer<typeof AnswerVariable>;

/** An option of a multiple choice question. */
export const AnswerOption = z.object({
  label: z.string(),
  feedback_message: z.string(),
  valid: z.boolean(),
  skill_id: z.number().int().nullable(),
});
const SelectType = z.enum(['single', 'multiple']);
export const Question = z.object({
  id: z.number().int(),
  question: z.string(),
  select_type: SelectType,
  answer_options: z.array(AnswerOption),
  /** What a question of another kind asks; null: a multiple choice question. */
  task: QuestionTask.nullable(),
  /** A skill of the same screen that the whole question gives points for, if it has a task. */
  skill_id: z.number().int().nullable(),
});
export type Question = z.infer<typeof Question>;

/** The editable fields of a question. Its texts are markdown. */
export const QuestionFields = z.object({
  question: text,
  select_type: SelectType,
  answer_options: z
    .array(
      z.object({
        label: text,
        feedback_message: text.default(''),
        valid: z.boolean().default(false),
        /** A skill of the same screen; only for assessments. */
        skill_id: RowId.nullable().default(null),
      }),
    )
    .max(LIMITS.optionsMax, `A question can have at most ${LIMITS.optionsMax} options.`),
  /** Absent: the stored one, or null for a new question, so that callers who don't know it leave it as it is. */
  task: QuestionTask.nullable().optional(),
  /** The same. */
  skill_id: RowId.nullable().optional(),
});
export type QuestionFields = z.infer<typeof QuestionFields>;

/** A screen on the wire. Derived HTML is safe to show. */
export const Screen = ScreenFields.extend({
  id: z.number().int(),
  uuid: z.string(),
  lesson_id: z.number().int(),
  sequence: z.number().int(),
  ...byHtmlName(MARKDOWN_TEXTS, () => SafeHtml),
  /** The same as `chat_prompt`, under the name of its kind. */
  chat_prompt_markdown: z.string(),
  answer_output: AnswerOutput.nullable(),
  answer_variables: z.array(AnswerVariable),
  multipleChoiceQuestions: z.array(Question),
  revision: z.number().int(),
  last_updated: z.string(),
  updated_by: z.string().nullable(),
  commit_status: CommitStatus.nullable(),
});
export type Screen = z.infer<typeof Screen>;

/** A screen in a list of a page: its name and its state. Its texts, code and outputs come with the screen itself. */
export const ListedScreen = Screen.pick({
  id: true,
  uuid: true,
  lesson_id: true,
  sequence: true,
  title: true,
  type: true,
  revision: true,
  commit_status: true,
}).extend({ has_custom_check: z.boolean() });
export type ListedScreen = z.infer<typeof ListedScreen>;

/** The reply to a save. */
const SavedScreen = Screen.extend({
  /** The first custom check of the lesson was saved, which turned its custom checking on. */
  has_turned_on_checks: z.boolean(),
});
export type SavedScreen = z.infer<typeof SavedScreen>;

/** Nobody pressed Save: the commit waits for a pause of the author, and holds the saves until then. */
export const automatic = z.boolean().optional();

const lessonParams = z.object({ id: Id });
const screenParams = z.object({ lessonId: Id, screenId: Id });
const screenList = z.array(Screen);
/** Calls that change the order return all screens, with everything that they hold unless the caller shows only their names. */
const orderQuery = z.object({ names_only: z.stringbool().default(false) });
const orderedList = z.union([screenList, z.array(ListedScreen)]);

/** What undoes a join or a split: its save, and the comments that it moved to another screen. */
const ScreensUndo = z.object({ save: z.guid().toLowerCase(), comments: z.array(RowId).max(10_000) });

/** A screen found by its title, with its lesson. */
export const FoundScreen = z.object({
  id: z.number().int(),
  sequence: z.number().int(),
  title: z.string(),
  lesson_id: z.number().int(),
  lesson_sequence: z.number().int(),
  lesson_title: z.string(),
  release_name: z.string(),
});
export type FoundScreen = z.infer<typeof FoundScreen>;

export const screenRoutes = {
  listScreens: route({
    method: 'GET',
    path: '/api/lesson/{id}/screens',
    queue: 'heavy',
    summary: 'Returns the screens of a lesson in order',
    access: 'signed-in',
    params: lessonParams,
    reply: screenList,
    errors: ['not_found'],
  }),
  listScreenNames: route({
    method: 'GET',
    path: '/api/lesson/{id}/screens/names',
    summary: 'Returns the screens of a lesson in order, without texts, code and outputs',
    access: 'signed-in',
    forAssistants: true,
    params: lessonParams,
    reply: z.array(ListedScreen),
    errors: ['not_found'],
  }),
  countWords: route({
    method: 'GET',
    queue: 'heavy',
    path: '/api/lesson/{id}/words',
    summary: 'Counts the words that learners read on each screen of a lesson',
    access: 'signed-in',
    params: lessonParams,
    reply: z.array(z.object({ screen_id: z.number().int(), words: z.number().int() })),
    errors: ['not_found'],
  }),
  createScreen: route({
    method: 'POST',
    path: '/api/lesson/{id}/screens',
    queue: 'heavy',
    summary:
      'Adds a screen, or those of a template, at this position; later ones move down. With `names_only`, returns the screens as in their list of names',
    access: 'signed-in',
    params: lessonParams,
    query: orderQuery,
    body: z.object({
      sequence: z.number().int().min(1, 'Screens are numbered from 1.').max(INT4_MAX),
      /** Absent: text. */
      type: ScreenType.optional(),
      /** Adds the screens of this template, whose types are its own. `newScreenId` is the first one. */
      template: ScreenTemplate.optional(),
    }),
    reply: z.object({ screens: orderedList, newScreenId: z.number().int() }),
    errors: ['not_found', 'refused'],
  }),
  getScreen: route({
    method: 'GET',
    path: '/api/lesson/{lessonId}/screen/{screenId}',
    summary: 'One screen',
    access: 'signed-in',
    forAssistants: true,
    params: screenParams,
    reply: Screen,
    errors: ['not_found'],
  }),
  saveScreen: route({
    method: 'PUT',
    path: '/api/lesson/{lessonId}/screen/{screenId}',
    summary: 'Saves a screen; omitted fields stay unchanged',
    access: 'signed-in',
    params: screenParams,
    bodyLimit: 16 * 1024 * 1024,
    body: ScreenFields.partial().extend({
      title: oneLine(LIMITS.titleMax, TITLE_TOO_LONG).optional(),
      /** The questions in order: those with an id are saved, those without are new, missing ones are deleted. Absent: no change. */
      multipleChoiceQuestions: z
        .array(QuestionFields.extend({ id: RowId.optional() }))
        .max(LIMITS.questionsMax, `A screen can have at most ${LIMITS.questionsMax} questions.`)
        .optional(),
      revision: Int4.optional(),
      saveMessage: commitMessage(LIMITS.messageMax).optional(),
      automatic,
    }),
    reply: SavedScreen,
    errors: ['not_found', 'conflict', 'refused'],
  }),
  commitSaves: route({
    method: 'POST',
    path: '/api/lesson/{id}/commit',
    summary: 'Commits the caller’s automatic saves of a lesson now, without waiting for a pause',
    access: 'signed-in',
    params: lessonParams,
    body: z.object({ saveMessage: commitMessage(LIMITS.messageMax).optional() }),
    reply: z.object({
      /** How many saves waited for their commit. */
      saves: z.number().int(),
    }),
    errors: ['not_found', 'refused'],
  }),
  deleteScreen: route({
    method: 'DELETE',
    path: '/api/lesson/{lessonId}/screen/{screenId}',
    queue: 'heavy',
    summary: 'Deletes a screen; it stays in the trash for 30 days. Returns the remaining screens',
    access: 'signed-in',
    params: screenParams,
    query: orderQuery,
    reply: orderedList,
    errors: ['not_found', 'refused'],
  }),
  duplicateScreen: route({
    method: 'POST',
    path: '/api/screen/{id}/clone',
    queue: 'heavy',
    summary: 'Adds a copy of a screen directly after it',
    access: 'signed-in',
    params: z.object({ id: Id }),
    query: orderQuery,
    reply: z.object({ screens: orderedList, newScreenId: z.number().int() }),
    errors: ['not_found', 'refused'],
  }),
  moveScreen: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/move',
    queue: 'heavy',
    summary: 'Moves a screen to another position in its lesson. Returns all screens',
    access: 'signed-in',
    params: screenParams,
    query: orderQuery,
    body: z.object({ sequence: z.number().int().min(1, 'Screens are numbered from 1.').max(INT4_MAX) }),
    reply: orderedList,
    errors: ['not_found', 'refused'],
  }),
  joinScreens: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/join',
    queue: 'heavy',
    summary:
      'Joins a screen with the one after it; one of them goes to the trash, and its comments move to the other one. Returns all screens, and what an undo needs',
    access: 'signed-in',
    params: screenParams,
    query: orderQuery,
    body: z.object({}),
    reply: z.object({ screens: orderedList, keptScreenId: z.number().int(), undo: ScreensUndo }),
    errors: ['not_found', 'refused'],
  }),
  splitScreen: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/split',
    queue: 'heavy',
    summary:
      'Splits the text of a screen before the block with a line: the text before it becomes a new screen above. Returns all screens, and what an undo needs',
    access: 'signed-in',
    params: screenParams,
    query: orderQuery,
    body: z.object({ line: z.number().int().min(1, 'Lines are numbered from 1.').max(INT4_MAX) }),
    reply: z.object({ screens: orderedList, newScreenId: z.number().int(), undo: ScreensUndo }),
    errors: ['not_found', 'refused'],
  }),
  undoScreens: route({
    method: 'POST',
    path: '/api/lesson/{id}/screens/undo',
    queue: 'heavy',
    summary: 'Undoes a join or a split, unless someone has changed these screens since. Returns all screens',
    access: 'signed-in',
    params: lessonParams,
    query: orderQuery,
    body: ScreensUndo,
    reply: orderedList,
    errors: ['not_found', 'refused'],
  }),
  saveOutput: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/output',
    summary: "Stores the answer's output, and whether it is checked",
    access: 'signed-in',
    params: screenParams,
    bodyLimit: 16 * 1024 * 1024,
    body: z.object({
      stdout: z.string().max(2_000_000).default(''),
      stderr: z.string().max(2_000_000).default(''),
      images: z.array(z.string().max(8_000_000)).max(20).default([]),
      check_output: z.boolean(),
    }),
    reply: Screen,
    errors: ['not_found', 'refused'],
  }),
  saveVariables: route({
    method: 'POST',
    path: '/api/lesson/{lessonId}/screen/{screenId}/variables',
    summary: 'Stores which variables are compared, with the answer’s values',
    access: 'signed-in',
    params: screenParams,
    bodyLimit: 16 * 1024 * 1024,
    body: z.array(AnswerVariable).max(200),
    reply: Screen,
    errors: ['not_found', 'refused'],
  }),
  findScreens: route({
    method: 'GET',
    path: '/api/screens/find',
    summary: 'Finds at most 8 screens by the words of their titles, in the lessons that you may see',
    access: 'signed-in',
    query: z.object({ q: z.string().trim().min(2, 'Type at least two letters.').max(200) }),
    reply: z.array(FoundScreen),
  }),
  listRecentScreens: route({
    method: 'GET',
    path: '/api/screens/recent',
    summary: 'Returns the screens that you saved last, at most 5, each with the time',
    access: 'signed-in',
    reply: z.array(FoundScreen.extend({ saved_at: z.string() })),
  }),
};

declare module '#platform/contract/live.ts' {
  interface LiveEvents {
    screens: { type: 'screens-changed' };
  }
}
