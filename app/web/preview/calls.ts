import { api as routes } from '#app/contract/api.ts';
import type { LearnerCalls } from '#features/learner-view/web/learner-calls.ts';
import { ApiError, createClient } from '#platform/contract/client.ts';
import { traceHeaders } from '#platform/contract/trace-context.ts';
import { newUuid } from '#platform/web/uuid.ts';

/** The API client of the learner's view; calls throw `ApiError`. */
export const learnerApi = createClient(routes);

/** The token of this build: the second part of the address. */
export const token = location.pathname.split('/')[2] ?? '';

/** Distinguishes people who use the same link, while their tab is open. */
export const visitor = ownVisitor();

/** The server's message, or a general one. */
export function failure(error: unknown): string {
  return error instanceof ApiError && error.code !== 'internal' ? error.message : 'Something went wrong. Try again.';
}

/** The calls of a visitor of this build. */
export const visitorCalls: LearnerCalls = {
  answer: (screen, question, { picked, given }) =>
    learnerApi.answerPreview({ params: { token, screen }, body: { visitor, question, picked: [...picked], given: [...given] } }),
  runAnswer: (screen, question, { given }) =>
    learnerApi.runPreviewAnswer({ params: { token, screen }, body: { visitor, question, given: [...given] } }, { headers: traceHeaders() }),
  run: (screen, code, submit, inputs) =>
    learnerApi.runPreview({ params: { token, screen }, body: { visitor, code, submit, inputs } }, { headers: traceHeaders() }),
  runResult: (runId) => learnerApi.getPreviewRun({ params: { token, runId } }),
  stopRun: (runId) => learnerApi.stopPreviewRun({ params: { token, runId } }),
  solution: (screen) => learnerApi.getPreviewSolution({ params: { token, screen }, query: { visitor } }),
  readFile: (name) => learnerApi.getPreviewFile({ params: { token, name } }),
  openTerminal: async (screen, options) =>
    (await learnerApi.openPreviewTerminal({ params: { token, screen }, body: { visitor, ...options } })).url,
  checkTerminal: (screen, terminal_lines) =>
    learnerApi.checkPreviewTerminal({ params: { token, screen }, body: { visitor, terminal_lines } }),
  grade: (submission) => learnerApi.gradePreview({ params: { token }, body: { visitor, ...submission } }),
  report: (screen, text) => learnerApi.reportPreviewProblem({ params: { token, screen }, body: { visitor, text } }),
  errorText: failure,
};

function ownVisitor(): string {
  const name = 'preview-visitor';
  const known = remembered(name);
  if (typeof known === 'string') return known;
  const id = newUuid();
  remember(name, id);
  return id;
}

/** A value stored for this tab; null: none, or storage is unavailable. */
export function remembered(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

export function remember(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage full or blocked: a reload starts over.
  }
}
