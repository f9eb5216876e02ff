import { z } from 'zod';
import { ProposedChange } from '#features/proposals/contract.ts';
import type { RunReply } from '#features/runs/contract/runs.ts';
import { ScreenFields } from '#features/screens/contract/screens.ts';
import { Int4, RowId } from '#platform/contract/route.ts';
import type { ApiOfAssistants } from './call-api.ts';

/** What an assistant can do. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly title: string;
  /** For the model that decides which tool to use. */
  readonly description: string;
  readonly input: Input;
  /** What it does beside reading. */
  readonly does?: 'run' | 'propose';
  readonly call: (api: ApiOfAssistants, input: z.output<Input>, signal: AbortSignal) => Promise<unknown>;
}

/** Checks the types of one tool. */
function tool<const Input extends z.ZodObject>(defined: Tool<Input>): Tool {
  return defined;
}

const lesson_id = RowId.describe('Id of the lesson: `id` in list_lessons.');
const screen_id = RowId.describe('Id of the screen: `id` in read_lesson.');
const screen = { lesson_id, screen_id };

/** Lessons and matches in one reply. */
const LISTED_MAX = 50;
/** Lists of a run are polled this often. */
const POLL_MS = 400;

/** The tools by name. The names are a contract with the settings of assistants. */
export const TOOLS: Readonly<Record<string, Tool>> = {
  list_lessons: tool({
    title: 'List lessons',
    description: `Lists lessons that you may see, at most ${LISTED_MAX} at a time: id, number, title, release and state. A lesson has one row for each release that it is in.`,
    input: z.object({
      title: z.string().max(200).default('').describe('Words that the title contains, or a number. Empty: all lessons.'),
      latest_only: z
        .boolean()
        .default(true)
        .describe('Only the latest version of each lesson. False: also drafts and releases in work. A published version can’t be changed.'),
      from: z.number().int().min(0).default(0).describe('How many rows to skip: `next` of the reply before.'),
    }),
    call: async (api, { title, latest_only, from }) => {
      const words = title.toLowerCase().split(/\s+/);
      const rows = (await api.listLessons()).filter(
        (row) => (row.is_latest || !latest_only) && words.every((word) => `${row.sequence} ${row.title}`.toLowerCase().includes(word)),
      );
      const shown = rows.slice(from, from + LISTED_MAX).map((row) => ({
        id: row.id,
        sequence: row.sequence,
        title: row.title,
        language: row.language,
        author: row.author,
        release: row.release_name,
        release_status: row.release_status,
        revision: row.revision,
      }));
      const next = from + shown.length;
      return { lessons: shown, of: rows.length, next: next < rows.length ? next : null };
    },
  }),
  search_texts: tool({
    title: 'Search texts',
    description: 'Searches the texts, code and questions of lessons, courses and paths. Returns the matches with their places.',
    input: z.object({
      text: z.string().min(1).max(500),
      regex: z.boolean().default(false).describe('`text` is a regular expression of RE2.'),
      match_case: z.boolean().default(false),
      lesson_ids: z.array(RowId).max(100).default([]).describe('Only in these lessons. Empty: in all.'),
      from: z.number().int().min(0).default(0).describe('`next` of the reply before.'),
    }),
    call: async (api, { text, regex, match_case, lesson_ids, from }) => {
      const query = {
        text,
        mode: regex ? ('regex' as const) : ('plain' as const),
        match_case,
        lessons: lesson_ids,
        latest: lesson_ids.length === 0,
      };
      const { groups, matches, stopped, next } = await api.search({ body: { query, from } });
      return { groups, matches, stopped, next };
    },
  }),
  read_lesson: tool({
    title: 'Read a lesson',
    description: 'Returns a lesson: its texts, settings, data files, datasets and the list of its screens with their ids.',
    input: z.object({ lesson_id }),
    call: async (api, input) => {
      const params = { id: input.lesson_id };
      const [lesson, screens] = await Promise.all([api.getLesson({ params }), api.listScreenNames({ params })]);
      return { ...lesson, screens: screens.map(({ id, sequence, title, type, revision }) => ({ id, sequence, title, type, revision })) };
    },
  }),
  read_screen: tool({
    title: 'Read a screen',
    description:
      'Returns a screen: its texts in Markdown, code, checks, questions and recorded output. `revision` is the `base_revision` of a proposal.',
    input: z.object(screen),
    call: (api, { lesson_id: lessonId, screen_id: screenId }) => api.getScreen({ params: { lessonId, screenId } }),
  }),
  read_data_file: tool({
    title: 'Read a data file',
    description: 'Returns the text of a data file of a lesson.',
    input: z.object({ lesson_id, name: z.string().min(1).max(300).describe('Its name with folders, as in read_lesson.') }),
    call: (api, { lesson_id: id, name }) => api.getDataFileContents({ params: { id, fileName: name } }),
  }),
  list_comments: tool({
    title: 'List comments',
    description: 'Returns the open comments of a lesson, by screen.',
    input: z.object({ lesson_id }),
    call: (api, { lesson_id: id }) => api.listLessonComments({ params: { id } }),
  }),
  list_history: tool({
    title: 'List the history',
    description: 'Returns the saves of a lesson, newest first: who, when and which parts.',
    input: z.object({ lesson_id, before: RowId.optional().describe('`next` of the reply before.') }),
    call: (api, { lesson_id: id, before }) => api.listVersions({ params: { kind: 'lesson', id }, query: { before } }),
  }),
  read_version: tool({
    title: 'Read a change',
    description: 'Returns what one save of a lesson changed, line by line.',
    input: z.object({ lesson_id, version: RowId.describe('`id` in list_history.') }),
    call: (api, { lesson_id: id, version }) => api.getVersionDiff({ params: { kind: 'lesson', id, version }, query: {} }),
  }),
  read_preflight: tool({
    title: 'Read preflight',
    description:
      'Returns what preflight finds in a lesson without running code: broken links, spelling, missing files, texts that give an answer away.',
    input: z.object({ lesson_id }),
    call: (api, { lesson_id: id }) => api.getLessonPreflight({ params: { id } }),
  }),
  run_code: tool({
    title: 'Run code',
    description:
      'Runs code on a screen in the sandbox, as a learner would, and checks it with the checks of the screen. Changes nothing. `draft` are fields of the screen to try instead of the stored ones, such as another check.',
    input: z.object({
      ...screen,
      code: z.string().max(1_000_000).optional().describe('Left out: the answer of the screen.'),
      draft: ScreenFields.partial().optional(),
    }),
    does: 'run',
    call: async (api, { lesson_id: lessonId, screen_id: screenId, code, draft }, signal) => {
      const tried = code ?? draft?.answer_code ?? (await api.getScreen({ params: { lessonId, screenId } })).answer_code;
      const body = { lesson_id: lessonId, screen_id: screenId, code: tried, ...(draft ? { draft } : {}) };
      return finished(api, screenId, await api.runCode({ body }), signal);
    },
  }),
  check_answer: tool({
    title: 'Check the answer',
    description: 'Returns whether the stored answer of a screen passes its own checks and the initial code fails them.',
    input: z.object(screen),
    does: 'run',
    call: (api, { lesson_id: lessonId, screen_id: screenId }) => api.getScreenGate({ params: { lessonId, screenId } }),
  }),
  examine_checks: tool({
    title: 'Examine the checks',
    description:
      'Examines the checks of a screen: answers with one mistake must fail, right answers that are written differently must pass. Takes up to some minutes.',
    input: z.object(screen),
    does: 'run',
    call: async (api, { lesson_id: id, screen_id: screenId }) =>
      (await api.examineChecks({ params: { id }, body: { screen_ids: [screenId] } })).filter((row) => row.screen_id === screenId),
  }),
  propose_change: tool({
    title: 'Propose a change',
    description:
      'Proposes a change of a screen, or of the texts of a lesson. It is tried on a copy: answer, checks, tests, mistakes and preflight. If that finds something, the findings are returned and nothing is stored. If not, the proposal waits until an author accepts or declines it. Takes up to some minutes.',
    input: z.strictObject(ProposedChange.shape).omit({ operation_id: true }),
    does: 'propose',
    call: (api, body) => api.proposeChange({ body }),
  }),
  list_proposals: tool({
    title: 'List proposals',
    description: 'Returns your proposals, or those of a lesson, newest first, with their proofs and what became of them.',
    input: z.object({
      lesson_id: lesson_id.optional(),
      all: z.boolean().default(false).describe('Also those that were accepted, declined or withdrawn.'),
    }),
    call: (api, { lesson_id: id, all }) =>
      api.listProposals({ query: id === undefined ? { of: 'mine', all: String(all) } : { of: 'lesson', lesson_id: id, all: String(all) } }),
  }),
  withdraw_proposal: tool({
    title: 'Withdraw a proposal',
    description: 'Withdraws one of your own proposals.',
    input: z.object({ proposal_id: Int4.min(1).describe('`id` in list_proposals.') }),
    does: 'propose',
    call: (api, { proposal_id: id }) => api.withdrawProposal({ params: { id } }),
  }),
};

/** The result of a run. If the caller gives up, the run is stopped. */
async function finished(api: ApiOfAssistants, screenId: number, reply: RunReply, signal: AbortSignal): Promise<RunReply> {
  let run = reply;
  while (run.status === 'pending') {
    const { runner_name: runnerName, session_id: sessionId, code_run_id: codeRunId } = run;
    if (signal.aborted) {
      await api.stopRun({ params: { codeRunId } });
      signal.throwIfAborted();
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    run = await api.getCodeRunResults({ params: { screenId, runnerName, sessionId, codeRunId } });
  }
  return run;
}
