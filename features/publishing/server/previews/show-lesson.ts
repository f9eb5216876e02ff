import { CHOICE_VERDICT, taskVerdict } from '#features/learner-view/contract/learner-question.ts';
import { canRunAnswers, learnerScreen } from '#features/learner-view/contract/learner-screen.ts';
import { judgeAnswer } from '#features/questions/contract/answer-question.ts';
import type { Given } from '#features/questions/contract/kinds/asks.ts';
import type { JudgedTask } from '#features/questions/contract/kinds/kind.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { byHtmlName, LEARNER_MARKDOWN, SCREEN_TEXTS } from '#features/screens/contract/screen-texts.ts';
import { startScreenOf } from '#features/screens/rules/start-code.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { routeUrl } from '#platform/contract/client.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { notFound } from '#platform/server/errors.ts';
import {
  previewRoutes,
  type NextLessons,
  type PreviewFile,
  type PreviewLesson,
  type PreviewScreen,
  type PreviewVerdict,
} from '../../contract/previews.ts';
import type { Snapshot, SnapshotScreen } from '../deploys/snapshot.ts';
import { MESSAGES } from './messages.ts';
import type { OpenBuild } from './open-build.ts';
import { identified } from './preview-run-context.ts';
import { isShownToGuests } from './show-files.ts';

/**
 * A build as sent to its learner. Every field is listed explicitly, so that no answer, check, recorded output or valid
 * option is included, whatever is added to builds later.
 */
export function showLesson({ link, deploy, snapshot }: OpenBuild, token: string, next: NextLessons): PreviewLesson {
  const { lesson, packages } = snapshot;
  const images = imagesBy(snapshot, token);
  return {
    title: lesson.title,
    overview: lesson.overview,
    objectives: lesson.objectives,
    is_assessment: lesson.type === 'assessment',
    tries: lesson.type === 'assessment' ? lesson.assessment_tries : null,
    language: lesson.language,
    text_language: lesson.text_language,
    sql_max_rows: lesson.sql_max_rows,
    build_number: deploy.build_number,
    built_at: (deploy.finished_at ?? deploy.started_at).toISOString(),
    expires_at: link.expires_at.toISOString(),
    next,
    packages: packages.filter((item) => item.show_in_editor).map(({ name, version }) => ({ name, version })),
    files: shownFiles(snapshot),
    screens: showScreens(snapshot, images),
  };
}

/** An answer to a question: selected options, or what was given to a question besides multiple choice. */
export interface LearnerAnswer {
  readonly picked: readonly number[];
  readonly given?: Given | undefined;
}

/** The feedback on a question's answer, about the selected options only. @throws AppError `not_found` */
export function judgeQuestion(
  snapshot: Snapshot,
  screen: SnapshotScreen,
  { question, picked, given }: LearnerAnswer & { question: number },
  token: string,
): PreviewVerdict {
  const asked = screen.questions[question];
  if (!asked) throw notFound(MESSAGES.noQuestion);
  const images = imagesBy(snapshot, token);
  if (asked.task) {
    const judged = judgeTask(asked, given);
    return {
      ...taskVerdict(
        judged,
        judged.feedback.map((path) => images(htmlAt(asked, path))),
      ),
      ...(judged.isCorrect && successOf(snapshot, screen, token)),
      ...(programOf(snapshot, screen, { question, given }) !== null && { needs_run: true }),
    };
  }
  const judged = judgeAnswer({ answer_options: optionsOf(asked) }, new Set(picked));
  return {
    is_correct: judged.isCorrect,
    ...CHOICE_VERDICT,
    ...(judged.isCorrect && successOf(snapshot, screen, token)),
    picked: judged.picked.map(({ index, valid }) => ({
      index,
      valid,
      feedback_html: images(asked.options[index]?.feedback_html ?? NO_HTML),
    })),
  };
}

/** The program that an answer is, if the check of its screen decides whether it is right; null: nothing runs. @throws AppError `not_found` */
export function programOf(
  { lesson }: Pick<Snapshot, 'lesson'>,
  screen: SnapshotScreen,
  { question, given = [] }: { question: number; given?: Given | undefined },
): string | null {
  const asked = screen.questions[question];
  if (!asked) throw notFound(MESSAGES.noQuestion);
  const { task, seed = '' } = asked;
  return task && canRunAnswers(lesson, screen) ? (kindOf(task).program?.(task, given, seed) ?? null) : null;
}

/** What the author says once a screen is solved, for a verdict. */
export function successOf(snapshot: Snapshot, { success_html }: SnapshotScreen, token: string): { success_html?: SafeHtml } {
  return success_html === NO_HTML ? {} : { success_html: imagesBy(snapshot, token)(success_html) };
}

type AskedQuestion = SnapshotScreen['questions'][number];

/** Whether an answer to a question is right. */
export function isAnswerRight(asked: AskedQuestion, { picked, given }: LearnerAnswer): boolean {
  if (asked.task) return judgeTask(asked, given).isCorrect;
  return judgeAnswer({ answer_options: optionsOf(asked) }, new Set(picked)).isCorrect;
}

function judgeTask({ task, seed = '' }: AskedQuestion, given: Given = []): JudgedTask {
  if (!task) throw new Error('A multiple choice question has no task.');
  return kindOf(task).judge(task, given, seed);
}

function htmlAt({ html }: AskedQuestion, path: string): SafeHtml {
  return html?.[path] ?? NO_HTML;
}

/** A question's options in the form for judging. */
export function optionsOf({ options }: AskedQuestion) {
  return options.map(({ label_html, feedback_html, valid }) => ({
    label: label_html,
    feedback_message: feedback_html,
    valid,
    skill_id: null,
  }));
}

/** The files shown beside a screen's code, without the terminal's setup script. */
function shownFiles({ files, screens }: Snapshot): PreviewFile[] {
  const placeOf = new Map(screens.map(({ folder }, index) => [folder, index + 1]));
  return files.filter(isShownToGuests).map(({ name, size, display_first, screens: folders }) => ({
    name,
    bytes: size,
    display_first,
    screens: folders.flatMap((folder) => placeOf.get(folder) ?? []),
  }));
}

function showScreens({ lesson, screens }: Snapshot, images: (html: SafeHtml) => SafeHtml): PreviewScreen[] {
  const all = screens.map(identified);
  return screens.map((screen) => {
    const start = startScreenOf(all, identified(screen));
    return showScreen(lesson, screen, start && all.indexOf(start) + 1, images);
  });
}

function showScreen(
  lesson: Snapshot['lesson'],
  screen: SnapshotScreen,
  starts_from: number | null,
  images: (html: SafeHtml) => SafeHtml,
): PreviewScreen {
  return learnerScreen(lesson, {
    fields: screen.fields,
    answer_variables: screen.answer_variables,
    starts_from,
    file: screen.edited_file ? { name: screen.edited_file, text: screen.fields.initial_code } : null,
    ...byHtmlName(LEARNER_MARKDOWN, (field) => images(screen[SCREEN_TEXTS[field].html])),
    display_html: screen.display_html,
    questions: screen.questions.map((asked) => {
      const { question_html, select_type, options, task, seed = '' } = asked;
      return {
        question_html: images(question_html),
        select_type,
        options: task ? [] : options.map(({ label_html }) => ({ label_html: images(label_html) })),
        ask: task ? kindOf(task).ask(task, seed, (path) => images(htmlAt(asked, path))) : null,
      };
    }),
  });
}

function imagesBy({ image_mark }: Snapshot, token: string): (html: SafeHtml) => SafeHtml {
  const folder = routeUrl(previewRoutes.getPreviewImage, { params: { token, fileName: '' } });
  return (html) => html.replaceAll(`${image_mark}/`, folder) as SafeHtml;
}
