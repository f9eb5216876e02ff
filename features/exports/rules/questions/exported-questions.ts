import type { LessonContent, QuestionContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';

/** A question of an export, with what it is called there. */
interface ExportedQuestion {
  readonly title: string;
  readonly question: QuestionContent;
}

interface QuestionScreen {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  /** Markdown above the questions. */
  readonly text: string;
  readonly questions: readonly ExportedQuestion[];
}

/** The screens with questions that other systems can ask: they draw no values and run no code. */
export function questionScreens({ screens }: LessonContent): QuestionScreen[] {
  return screens.flatMap((screen, index): QuestionScreen[] => {
    const asked = screen.questions.filter((question) => whyLeftOut(question, screen) === null);
    if (asked.length === 0) return [];
    const title = screen.fields.title.replaceAll(/\s+/g, ' ').trim() || `Screen ${index + 1}`;
    const questions = asked.map((question, at) => ({ title: at === 0 ? title : `${title} (${at + 1})`, question }));
    return [{ number: index + 1, title, text: screen.fields.body_markdown, questions }];
  });
}

/** Why a question can't be exported, as the reason of a loss; null: it can. */
export function whyLeftOut({ task }: QuestionContent, { fields }: Pick<ScreenContent, 'fields'>): 'values' | 'predict' | null {
  if ((fields.values ?? '').trim() !== '') return 'values';
  return task?.kind === 'predict' ? 'predict' : null;
}
