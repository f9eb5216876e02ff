import type { PreviewQuestion, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import { judgeAnswer } from '#features/questions/contract/answer-question.ts';
import type { Given, QuestionAsk } from '#features/questions/contract/kinds/asks.ts';
import { codeListings } from '#features/questions/contract/kinds/code-listings.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import type { QuestionFields } from '#features/screens/contract/screens.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import type { Language } from '#platform/contract/languages.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import type { ImageAddress } from '#platform/web/ui/markdown-editor/editor-images.ts';
import { renderPreview } from '#platform/web/ui/markdown-editor/preview-renderer.ts';
import { CHOICE_VERDICT, taskVerdict } from '../contract/learner-question.ts';
import type { LearnerAnswer } from './learner-answer.ts';

/** Shuffles in previews, where a question may have no identity yet. */
const SEED = 'preview';

/** The Markdown of a question that its learner reads before the answer, and its code as Markdown. Feedback is rendered when it is needed. */
export function askedSources({ question, answer_options, task }: QuestionFields, language: Language | null): string[] {
  const others = task ? Object.values(sourcesBefore(task, language)) : answer_options.map(({ label }) => label);
  return [question, ...others];
}

/** A question that may not be saved, as its learner sees it. @param htmlOf the rendered text of each of its sources */
export function askUnsaved(
  { question, select_type, answer_options, task }: QuestionFields,
  language: Language | null,
  htmlOf: (source: string) => SafeHtml,
): PreviewQuestion {
  return {
    question_html: htmlOf(question),
    select_type,
    options: task ? [] : answer_options.map(({ label }) => ({ label_html: htmlOf(label) })),
    ask: task ? askOf(task, language, htmlOf) : null,
  };
}

function askOf(task: QuestionTask, language: Language | null, htmlOf: (source: string) => SafeHtml): QuestionAsk {
  const sources = sourcesBefore(task, language);
  return kindOf(task).ask(task, SEED, (path) => htmlOf(sources[path] ?? ''));
}

/** The Markdown that learners read before they answer, and their code as Markdown, by path. */
function sourcesBefore(task: QuestionTask, language: Language | null): Record<string, string> {
  const texts = kindOf(task).texts(task);
  const shown = texts.filter(({ format, shown: when }) => format === 'markdown' && when === 'before');
  return { ...Object.fromEntries(shown.map(({ path, text }) => [path, text])), ...codeListings(task, language) };
}

/** The program that an answer to a question is, if the check of its screen decides; null: nothing runs. */
export function unsavedProgram({ task }: QuestionFields, given: Given): string | null {
  return task ? (kindOf(task).program?.(task, given, SEED) ?? null) : null;
}

/** Judges an answer to a question that may not be saved, with rendered feedback. */
export async function judgeUnsaved(
  question: QuestionFields,
  { picked, given }: Partial<LearnerAnswer>,
  images: ImageAddress | null,
): Promise<PreviewVerdict> {
  const { signal } = new AbortController();
  const render = async (text: string) => (text.trim() === '' ? NO_HTML : await renderPreview(text, images, signal));
  if (question.task) {
    const kind = kindOf(question.task);
    const judged = kind.judge(question.task, given ?? [], SEED);
    const texts = new Map(kind.texts(question.task).map(({ path, text }) => [path, text]));
    return taskVerdict(judged, await Promise.all(judged.feedback.map((path) => render(texts.get(path) ?? ''))));
  }
  const judged = judgeAnswer(question, new Set(picked));
  const feedback = await Promise.all(
    judged.picked.map(async ({ index, valid, feedback_message }) => ({ index, valid, feedback_html: await render(feedback_message) })),
  );
  return { is_correct: judged.isCorrect, picked: feedback, ...CHOICE_VERDICT };
}
