import type { DataFile } from '#features/lesson-files/contract/data-files.ts';
import { shownText } from '#features/lesson-files/data-files.policy.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { PreviewRun, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import type { RunPending, RunReply } from '#features/runs/contract/runs.ts';
import type { QuestionFields, Screen, ScreenFields } from '#features/screens/contract/screens.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { traceHeaders } from '#platform/contract/trace-context.ts';
import { api } from '#platform/web/api.ts';
import { errorText } from '#platform/web/error-text.ts';
import type { ImageAddress } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { renderPreview } from '#platform/web/ui/markdown-editor/preview-renderer.ts';
import { learnerResult, learnerTerminalVerdict } from '../contract/learner-result.ts';
import { canRunAnswers } from '../contract/learner-screen.ts';
import type { LearnerAnswer } from './learner-answer.ts';
import type { LearnerCalls } from './learner-calls.ts';
import { judgeUnsaved, unsavedProgram } from './unsaved-question.ts';

/** What an author previews. */
export interface Previewed {
  readonly lesson: Pick<Lesson, 'id' | 'type' | 'show_expected_values' | 'language' | 'custom_check_enabled' | 'legacy_check_enabled'>;
  readonly screen: Screen;
  readonly fields: ScreenFields;
  readonly questions: readonly QuestionFields[];
  /** The data files that learners see. */
  readonly files: readonly DataFile[];
  readonly images: ImageAddress | null;
}

/** A run as the author started it. */
interface StartedRun {
  readonly pending: RunPending;
  readonly isSubmitted: boolean;
  /** It is an answer to a question. */
  readonly isAnswer: boolean;
  /** What was previewed then: another screen may be, when it ends. */
  readonly of: Previewed;
}

/** Asks what learners ask, of the author's own calls, with unsaved edits. Judged by the same rules. */
export class AuthorCalls implements LearnerCalls {
  #previewed: Previewed;
  readonly #runs = new Map<string, StartedRun>();

  constructor(previewed: Previewed) {
    this.#previewed = previewed;
  }

  /** Takes over what was edited since. */
  update(previewed: Previewed): void {
    this.#previewed = previewed;
  }

  answer = async (_: number, question: number, answer: LearnerAnswer): Promise<PreviewVerdict> => {
    const { questions, images } = this.#previewed;
    const asked = questions[question];
    if (!asked) throw new Error('The question was deleted.');
    const verdict = await judgeUnsaved(asked, answer, images);
    const needsRun = this.#programOf(asked, answer) !== null;
    return { ...verdict, ...(verdict.is_correct && (await this.#success())), ...(needsRun && { needs_run: true }) };
  };

  runAnswer = async (_: number, question: number, answer: LearnerAnswer): Promise<PreviewRun> => {
    const asked = this.#previewed.questions[question];
    const code = asked ? this.#programOf(asked, answer) : null;
    if (code === null) throw new Error('The question was changed.');
    return await this.#run(code, { isSubmitted: true, isAnswer: true, of: this.#previewed });
  };

  #programOf(asked: QuestionFields, { given }: LearnerAnswer): string | null {
    const { lesson, screen, fields } = this.#previewed;
    return canRunAnswers(lesson, { fields, answer_variables: screen.answer_variables }) ? unsavedProgram(asked, given) : null;
  }

  run = (_: number, code: string, isSubmitted: boolean, inputs?: string): Promise<PreviewRun> =>
    this.#run(code, { isSubmitted, isAnswer: false, of: this.#previewed, inputs });

  async #run(code: string, { inputs, ...started }: Omit<StartedRun, 'pending'> & { inputs?: string | undefined }): Promise<PreviewRun> {
    const { lesson, screen, fields } = started.of;
    const own = started.isSubmitted || inputs === undefined ? {} : { inputs };
    const body = { lesson_id: lesson.id, screen_id: screen.id, code, draft: { ...unsavedOf(fields, screen), ...own } };
    return await this.#shown(await api.runCode({ body }, { headers: traceHeaders() }), started);
  }

  runResult = async (runId: string): Promise<PreviewRun> => {
    const started = this.#runs.get(runId);
    if (!started) throw new Error('The run is not known.');
    const { code_run_id: codeRunId, session_id: sessionId, runner_name: runnerName } = started.pending;
    const params = { screenId: started.of.screen.id, runnerName, sessionId, codeRunId };
    return await this.#shown(await api.getCodeRunResults({ params }), started);
  };

  solution = async () => ({ code: this.#previewed.fields.answer_code });

  stopRun = (codeRunId: string) => api.stopRun({ params: { codeRunId } });

  readFile = async (name: string) => {
    const { lesson, files } = this.#previewed;
    const file = files.find(({ alias }) => alias === name);
    if (!file?.is_text) return { text: null, is_cut: false };
    const { contents } = await api.getDataFileContents({ params: { id: lesson.id, fileName: file.file_name } });
    const text = shownText(contents, file);
    return { text, is_cut: text.length < contents.trimEnd().length };
  };

  openTerminal = async (_: number, options: { restart: boolean; columns: number; rows: number }) => {
    const { lesson, screen, fields } = this.#previewed;
    const { url } = await api.getRunnerConnection({
      body: {
        lesson_id: lesson.id,
        screen_id: screen.id,
        is_preview: true,
        setup_code: fields.setup_code,
        runs_after: fields.runs_after,
        ...options,
      },
    });
    return url;
  };

  checkTerminal = async (_: number, terminal_lines: string[]) => {
    const { lesson, screen, fields } = this.#previewed;
    const { check_val, check_scope, custom_check_code, unit_test_code, unit_test_framework, unit_test_module } = fields;
    const draft = { check_val, check_scope, custom_check_code, unit_test_code, unit_test_framework, unit_test_module };
    const verdict = await api.checkTerminal({ body: { screen_id: screen.id, is_preview: true, terminal_lines, draft } });
    const isAssessment = lesson.type === 'assessment';
    const shown = learnerTerminalVerdict(verdict, lesson.show_expected_values, fields.unit_test_shows, await this.#success());
    return { run_id: null, verdict: isAssessment ? null : shown };
  };

  readonly grade = null;
  readonly report = null;

  errorText = (error: unknown) => errorText(error, 'Something went wrong. Try again.');

  async #success({ fields, images }: Previewed = this.#previewed): Promise<{ success_html?: SafeHtml }> {
    if (fields.success_markdown.trim() === '') return {};
    return { success_html: await renderPreview(fields.success_markdown, images, new AbortController().signal) };
  }

  async #shown(reply: RunReply, { isSubmitted, isAnswer, of }: Omit<StartedRun, 'pending'>): Promise<PreviewRun> {
    if (reply.status === 'pending') {
      this.#runs.set(reply.code_run_id, { pending: reply, isSubmitted, isAnswer, of });
      return { status: 'pending', run_id: reply.code_run_id, queue_position: reply.queue_position };
    }
    this.#runs.delete(reply.code_run_id);
    const { lesson, fields } = of;
    return learnerResult(reply.code_run_id, reply, {
      isSubmitted,
      isAssessment: lesson.type === 'assessment',
      isExperimental: fields.is_experimental && !isAnswer,
      showsExpected: lesson.show_expected_values,
      unitShows: fields.unit_test_shows,
      ...(isSubmitted && { success: await this.#success(of) }),
    });
  }
}

/** The fields that differ from the saved screen. */
function unsavedOf(fields: ScreenFields, saved: ScreenFields): Partial<ScreenFields> {
  const names = Object.keys(fields) as (keyof ScreenFields)[];
  return Object.fromEntries(names.filter((name) => fields[name] !== saved[name]).map((name) => [name, fields[name]]));
}
