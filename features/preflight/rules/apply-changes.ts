import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import type { PreflightChange } from '../contract/preflight-changes.ts';

/**
 * A lesson with the changes of a fix. Null: it isn't what the changes expect any more.
 *
 * Changes of one text count from its end, so that earlier offsets stay valid.
 */
export function applyChanges(lesson: LessonContent, changes: readonly PreflightChange[]): LessonContent | null {
  let changed: LessonContent | null = lesson;
  for (const change of changes) changed = changed && applyChange(changed, change);
  return changed;
}

/** What undoes changes, in order. Deleted files come back from the trash instead. */
export function reverseChanges(changes: readonly PreflightChange[]): PreflightChange[] {
  return changes.toReversed().map((change): PreflightChange => {
    if (change.kind === 'text' || change.kind === 'choice')
      return { ...change, remove: change.insert, insert: change.remove } as PreflightChange;
    if (change.kind === 'delete-file') return change;
    return { ...change, from: change.to, to: change.from } as PreflightChange;
  });
}

function applyChange(lesson: LessonContent, change: PreflightChange): LessonContent | null {
  switch (change.kind) {
    case 'text':
      return withScreen(lesson, change.screen, (screen) => {
        const text = screen.fields[change.field];
        const end = change.at + change.remove.length;
        if (text.slice(change.at, end) !== change.remove) return null;
        return { ...screen, fields: { ...screen.fields, [change.field]: text.slice(0, change.at) + change.insert + text.slice(end) } };
      });
    case 'choice':
      return withQuestion(lesson, change.screen, change.question, ({ options, ...question }) => {
        const { index, remove, insert } = change;
        if (remove !== null && !isSame(options[index], remove)) return null;
        if (remove === null && index > options.length) return null;
        return { ...question, options: options.toSpliced(index, remove === null ? 0 : 1, ...(insert === null ? [] : [insert])) };
      });
    case 'select-type':
      return withQuestion(lesson, change.screen, change.question, (question) =>
        question.select_type === change.from ? { ...question, select_type: change.to } : null,
      );
    case 'check-output':
      return withScreen(lesson, change.screen, (screen) =>
        screen.fields.check_output === change.from ? { ...screen, fields: { ...screen.fields, check_output: change.to } } : null,
      );
    case 'initially-passing':
      return withScreen(lesson, change.screen, (screen) =>
        screen.fields.initially_passing === change.from ? { ...screen, fields: { ...screen.fields, initially_passing: change.to } } : null,
      );
    case 'runs-after':
      return withScreen(lesson, change.screen, (screen) =>
        isSame(screen.fields.runs_after, change.from) ? { ...screen, fields: { ...screen.fields, runs_after: change.to } } : null,
      );
    case 'starts-from':
      return withScreen(lesson, change.screen, (screen) =>
        screen.fields.starts_from === change.from ? { ...screen, fields: { ...screen.fields, starts_from: change.to } } : null,
      );
    case 'custom-checks':
      if (lesson.fields.custom_check_enabled !== change.from) return null;
      return { ...lesson, fields: { ...lesson.fields, custom_check_enabled: change.to } };
    case 'related-lessons':
      if (!isSame(lesson.fields.related_lessons, change.from)) return null;
      return { ...lesson, fields: { ...lesson.fields, related_lessons: change.to } };
    case 'dataset': {
      const { name, from, to } = change;
      if (!lesson.datasets.some((link) => link.name === name && link.hash === from)) return null;
      return { ...lesson, datasets: lesson.datasets.map((link) => (link.name === name ? { name, hash: to } : link)) };
    }
    case 'delete-file': {
      const list = change.of === 'image' ? 'images' : 'data_files';
      const left = lesson[list].filter(({ file_name }) => file_name !== change.name);
      return left.length === lesson[list].length ? null : { ...lesson, [list]: left };
    }
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

function withScreen(lesson: LessonContent, uuid: string, edit: (screen: ScreenContent) => ScreenContent | null): LessonContent | null {
  const screen = lesson.screens.find((each) => each.uuid === uuid);
  const edited = screen && edit(screen);
  return edited ? { ...lesson, screens: lesson.screens.map((each) => (each === screen ? edited : each)) } : null;
}

function withQuestion(
  lesson: LessonContent,
  screenUuid: string,
  uuid: string,
  edit: (question: QuestionContent) => QuestionContent | null,
): LessonContent | null {
  return withScreen(lesson, screenUuid, (screen) => {
    const question = screen.questions.find((each) => each.uuid === uuid);
    const edited = question && edit(question);
    return edited ? { ...screen, questions: screen.questions.map((each) => (each === question ? edited : each)) } : null;
  });
}
