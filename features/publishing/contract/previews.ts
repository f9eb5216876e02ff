import { z } from 'zod';
import { LEARNER_REPORT_EMPTY, LEARNER_REPORT_MAX } from '#features/comments/contract.ts';
import { LanguageName } from '#features/lessons/contract/lessons.ts';
import { Given, QuestionAsk } from '#features/questions/contract/kinds/asks.ts';
import { Question, ScreenType } from '#features/screens/contract/screens.ts';
import { INT4_MAX, route } from '#platform/contract/route.ts';
import { EarlierError, RunLimit } from '#platform/contract/run-outcome.ts';
import { SafeHtml } from '#platform/contract/safe-html.ts';

/**
 * A build as its learner sees it. The token gives access to no more than one build: its texts, its questions, and runs of code on
 * its screens. Nothing here contains an answer: no answer code, no checks, no recorded outputs, and only picked options of a
 * question are judged.
 */

/** Longest code that is run for someone without an account. */
export const PREVIEW_CODE_MAX = 100_000;
const PREVIEW_INPUT_MAX = 20_000;

export const PreviewQuestion = z.object({
  question_html: SafeHtml,
  select_type: Question.shape.select_type,
  options: z.array(z.object({ label_html: SafeHtml })),
  /** What a question besides multiple choice asks; null: a multiple choice question. */
  ask: QuestionAsk.nullable(),
});
export type PreviewQuestion = z.infer<typeof PreviewQuestion>;

export const PreviewScreen = z.object({
  title: z.string(),
  type: ScreenType,
  body_html: SafeHtml,
  instructions_html: SafeHtml,
  hint_html: SafeHtml,
  /** Empty except on code screens. */
  initial_code: z.string(),
  /** The number of the screen whose answer is the initial code; learners who have solved it continue their own code. Null: none. */
  starts_from: z.number().int().nullable(),
  display_code: z.string(),
  /** The same with colors; missing in builds that are older, and where it couldn’t be rendered. */
  display_html: SafeHtml.optional(),
  /** The lines that the code reads as its input; empty: none. */
  inputs: z.string(),
  /** The name of the file that the learner edits, in lessons of that mode; its text is in `initial_code`. Null: code without a file. */
  file: z.string().nullable(),
  /** Submit judges something on this screen. */
  is_checked: z.boolean(),
  /** After how many submissions that aren't right the solution can be seen; null: never. */
  solution_after: z.number().int().nullable(),
  /** The application that opens beside the code in the editor, but not in a preview; the page says so. */
  application: z.enum(['run-and-deploy', 'jupyterlab']).nullable(),
  /** False: there is no code, or it only runs as an application. */
  can_run: z.boolean(),
  questions: z.array(PreviewQuestion),
});
export type PreviewScreen = z.infer<typeof PreviewScreen>;

export const PreviewFile = z.object({
  /** The name that code uses. */
  name: z.string(),
  bytes: z.number().int(),
  display_first: z.boolean(),
  /** Numbers of the screens that show it, from 1; empty: all. */
  screens: z.array(z.number().int()),
});
export type PreviewFile = z.infer<typeof PreviewFile>;

const NextLesson = z.object({ sequence: z.number().int(), title: z.string() });

/** What comes after a lesson. Titles only: the link opens no other lesson. */
export const NextLessons = z.object({
  /** The next lesson of the first course that has this one and one after it; null: none. */
  lesson: NextLesson.extend({ course: z.string() }).nullable(),
  /** The assessment of this lesson; null: none. */
  assessment: NextLesson.nullable(),
});
export type NextLessons = z.infer<typeof NextLessons>;

/** A complete build. Screens are referred to by number, from 1. */
export const PreviewLesson = z.object({
  title: z.string(),
  overview: z.string(),
  objectives: z.array(z.string()),
  is_assessment: z.boolean(),
  /** How often an assessment may be handed in; null: any number of times. */
  tries: z.number().int().nullable(),
  language: LanguageName.nullable(),
  /** What its texts are written in, as a BCP 47 tag; null: not stated. */
  text_language: z.string().nullable(),
  sql_max_rows: z.number().int(),
  build_number: z.number().int(),
  built_at: z.string(),
  /** When the address expires. */
  expires_at: z.string(),
  /** Where the lesson leads, by what is published. */
  next: NextLessons,
  packages: z.array(z.object({ name: z.string(), version: z.string().nullable() })),
  files: z.array(PreviewFile),
  screens: z.array(PreviewScreen),
});
export type PreviewLesson = z.infer<typeof PreviewLesson>;

/** What the author says once it is right. Absent: it isn't, or nothing. */
const success_html = SafeHtml.optional();

/** The verdict on an answer. Assessments only reveal it at the end. */
export const PreviewVerdict = z.object({
  is_correct: z.boolean(),
  /** The picked options. */
  picked: z.array(z.object({ index: z.number().int(), valid: z.boolean(), feedback_html: SafeHtml })),
  /** Besides multiple choice: which gaps or pairs are right; empty where there is only one thing to answer. */
  parts: z.array(z.boolean()),
  /** Besides multiple choice: what the author says about the answer. */
  feedback_html: z.array(SafeHtml),
  /** A sentence about the form of the answer, such as a missing unit. */
  note: z.string().nullable(),
  /** What the code of the question printed, where an answer reveals it. */
  output: z.string().nullable(),
  /** It isn't right by itself, but may be as a program: `runPreviewAnswer` decides. Otherwise absent. */
  needs_run: z.literal(true).optional(),
  success_html,
});
export type PreviewVerdict = z.infer<typeof PreviewVerdict>;

/** A check as its learner sees it: nothing of what was expected beyond the feedback. */
export const PreviewCheck = z.object({
  pass: z.boolean(),
  feedback: z.string().nullable(),
  hints: z.array(z.string()),
  /** Only of a unit test: its name, and its traceback if learners may see it. */
  name: z.string().optional(),
  traceback: z.string().optional(),
});
export type PreviewCheck = z.infer<typeof PreviewCheck>;

const Verdict = z.object({ is_correct: z.boolean(), checks: z.array(PreviewCheck), success_html });

export const PreviewVariable = z.object({
  name: z.string(),
  type_name: z.string(),
  string_form: z.string(),
});

export const PreviewResult = z.object({
  status: z.literal('done'),
  run_id: z.uuid(),
  output: z.string(),
  stderr: z.string(),
  error: z.string().nullable(),
  error_line: z.number().int().nullable(),
  /** Errors of the code of earlier screens, which ended only that code. */
  earlier_errors: z.array(EarlierError),
  /** PNGs in base64. */
  images: z.array(z.string()),
  variables: z.array(PreviewVariable),
  limit: RunLimit.nullable(),
  limit_at: z.number().nullable(),
  /** Something was cut: it was too long. */
  is_cut: z.boolean(),
  /** Null: it was run but not submitted, or is part of an assessment. */
  verdict: Verdict.nullable(),
});
export type PreviewResult = z.infer<typeof PreviewResult>;

export const PreviewPending = z.object({
  status: z.literal('pending'),
  run_id: z.uuid(),
  /** Runs ahead of this one; 0: it is running. */
  queue_position: z.number().int(),
});
export const PreviewRun = z.discriminatedUnion('status', [PreviewResult, PreviewPending]);
export type PreviewRun = z.infer<typeof PreviewRun>;

/** The result of an assessment, returned once it is submitted. */
export const PreviewGrade = z.object({
  right: z.number().int(),
  total: z.number().int(),
  skills: z.array(z.object({ name: z.string(), points: z.number().int(), of: z.number().int() })),
  /** `questions`: what was picked, with its feedback, question by question. */
  screens: z.array(z.object({ screen: z.number().int(), is_correct: z.boolean(), questions: z.array(PreviewVerdict) })),
  /** The lesson that the assessment belongs to, to go back to; null: none, or everything is right. */
  review: z.object({ sequence: z.number().int(), title: z.string().nullable() }).nullable(),
});
export type PreviewGrade = z.infer<typeof PreviewGrade>;

const token = z.string().min(1).max(100);
const screen = z.coerce.number().int().min(1).max(10_000);
/** Generated by the page: separates the sessions, terminals and values of two people with the same link. */
const visitor = z.uuid();
const tokenParams = z.object({ token });
const screenParams = z.object({ token, screen });
const runParams = z.object({ token, runId: z.uuid() });
/** `picked`: indexes of the options, from 0, of a multiple choice question; `given`: the answer to one of another kind. */
const answer = { picked: z.array(z.number().int().min(0).max(100)).max(100).default([]), given: Given.optional() };

/**
 * Calls that each page of a class makes again and again. The class may share one network address; how much its learners may run is limited for
 * the link (features/publishing/server/previews/guest-runs.ts).
 */
const CLASS_PER_MINUTE = 30_000;

export const previewRoutes = {
  getPreview: route({
    method: 'GET',
    path: '/api/preview/{token}',
    summary: 'Returns a build as its learner sees it',
    access: 'public',
    params: tokenParams,
    /** Without it, here and in `answerPreview`, values are those of the author's draw. */
    query: z.object({ visitor: visitor.optional() }),
    reply: PreviewLesson,
    errors: ['not_found'],
  }),
  getPreviewImage: route({
    method: 'GET',
    path: '/api/preview/{token}/images/{fileName}',
    summary: 'Returns an image of a build',
    access: 'public',
    perMinute: CLASS_PER_MINUTE,
    params: z.object({ token, fileName: z.string().min(1).max(300) }),
    replyKind: 'file',
    replyType: 'image/*',
    errors: ['not_found'],
  }),
  getPreviewFile: route({
    method: 'GET',
    path: '/api/preview/{token}/files/{name}',
    summary: 'Returns the beginning of a file shown on a build’s screens, as text',
    access: 'public',
    params: z.object({ token, name: z.string().min(1).max(1_200) }),
    reply: z.object({
      /** Null: it isn't text. */
      text: z.string().nullable(),
      is_cut: z.boolean(),
    }),
    errors: ['not_found'],
  }),
  answerPreview: route({
    method: 'POST',
    path: '/api/preview/{token}/screens/{screen}/answer',
    summary: 'Judges an answer to a question',
    access: 'public',
    params: screenParams,
    /** `question`: its index on the screen, from 0. */
    body: z.object({ visitor: visitor.optional(), question: z.number().int().min(0).max(1_000), ...answer }),
    reply: PreviewVerdict,
    errors: ['not_found', 'refused'],
  }),
  runPreviewAnswer: route({
    method: 'POST',
    path: '/api/preview/{token}/screens/{screen}/answer/run',
    summary: 'Runs an answer to a question as a program, and checks it as code that is submitted on the screen',
    access: 'public',
    servedBy: 'link',
    params: screenParams,
    body: z.object({ visitor, question: z.number().int().min(0).max(1_000), given: Given }),
    reply: PreviewRun,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  runPreview: route({
    method: 'POST',
    path: '/api/preview/{token}/screens/{screen}/run',
    summary: 'Runs code on a screen, and checks it if submitted; returns the result, or what to poll with',
    access: 'public',
    servedBy: 'link',
    params: screenParams,
    body: z.object({
      visitor,
      code: z.string().max(PREVIEW_CODE_MAX),
      submit: z.boolean(),
      /** Read by a run that isn't submitted, in place of the screen's input. */
      inputs: z.string().max(PREVIEW_INPUT_MAX).optional(),
    }),
    reply: PreviewRun,
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  getPreviewRun: route({
    method: 'GET',
    path: '/api/preview/{token}/runs/{runId}',
    summary: 'Returns a run that did not finish immediately',
    access: 'public',
    servedBy: 'link',
    perMinute: CLASS_PER_MINUTE,
    params: runParams,
    reply: PreviewRun,
    errors: ['not_found', 'unavailable'],
  }),
  stopPreviewRun: route({
    method: 'POST',
    path: '/api/preview/{token}/runs/{runId}/stop',
    summary: 'Stops a run',
    access: 'public',
    servedBy: 'link',
    params: runParams,
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found'],
  }),
  getPreviewSolution: route({
    method: 'GET',
    path: '/api/preview/{token}/screens/{screen}/solution',
    summary: 'Returns the solution of a screen, once its visitor has solved it or tried often enough',
    access: 'public',
    servedBy: 'link',
    perMinute: 600,
    params: screenParams,
    query: z.object({ visitor }),
    reply: z.object({ code: z.string() }),
    errors: ['not_found', 'refused'],
  }),
  reportPreviewProblem: route({
    method: 'POST',
    path: '/api/preview/{token}/screens/{screen}/report',
    summary: 'Reports a problem with a screen to its authors, as a comment',
    access: 'public',
    servedBy: 'link',
    perMinute: 600,
    params: screenParams,
    body: z.object({
      visitor,
      text: z
        .string()
        .trim()
        .min(1, LEARNER_REPORT_EMPTY)
        .max(LEARNER_REPORT_MAX, `A report can have at most ${LEARNER_REPORT_MAX.toLocaleString('en')} characters.`),
    }),
    reply: z.object({ ok: z.literal(true) }),
    errors: ['not_found', 'refused'],
  }),
  gradePreview: route({
    method: 'POST',
    path: '/api/preview/{token}/grade',
    summary: 'Submits an assessment; returns its result by skill',
    access: 'public',
    servedBy: 'link',
    perMinute: 600,
    params: tokenParams,
    body: z.object({
      visitor: visitor.optional(),
      answers: z
        .array(z.object({ screen: z.number().int().min(1).max(INT4_MAX), question: z.number().int().min(0).max(INT4_MAX), ...answer }))
        .max(2_000),
      /** The last submitted run of each code screen, or the last check of its terminal. */
      runs: z.array(z.object({ screen: z.number().int().min(1).max(INT4_MAX), run_id: z.uuid() })).max(1_000),
    }),
    reply: PreviewGrade,
    errors: ['not_found', 'refused'],
  }),
  openPreviewTerminal: route({
    method: 'POST',
    path: '/api/preview/{token}/screens/{screen}/terminal',
    summary: "Opens a visitor's terminal of a screen, or finds the open one; returns where to connect",
    access: 'public',
    servedBy: 'link',
    perMinute: 300,
    params: screenParams,
    body: z.object({
      visitor,
      restart: z.boolean().default(false),
      columns: z.number().int().min(2).max(500).default(80),
      rows: z.number().int().min(2).max(300).default(24),
    }),
    reply: z.object({ url: z.string() }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  previewTerminal: route({
    method: 'GET',
    path: '/api/preview/{token}/terminal/{sessionId}',
    summary: 'The connection of a terminal (WebSocket)',
    access: 'public',
    servedBy: 'link',
    params: z.object({ token, sessionId: z.uuid() }),
    query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
    replyKind: 'websocket',
  }),
  checkPreviewTerminal: route({
    method: 'POST',
    path: '/api/preview/{token}/screens/{screen}/terminal/check',
    summary: "Checks the work in a visitor's terminal of a screen",
    access: 'public',
    servedBy: 'link',
    perMinute: 300,
    bodyLimit: 4 * 1024 * 1024,
    params: screenParams,
    body: z.object({ visitor, terminal_lines: z.array(z.string().max(20_000)).max(20_000) }),
    reply: z.object({ run_id: z.uuid(), verdict: Verdict.nullable() }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
