import { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import type { Note } from './cells.ts';

/** What the report says of a question that a lesson can't store. */
const TOO_LARGE = 'The question is too long, or has too many answers. Only its text was imported.';

/** A question as lessons store it; null, with a note: it exceeds their limits. */
export function questionContent(
  given: Partial<QuestionContent> & Pick<QuestionContent, 'uuid'>,
  place: string,
  note: Note,
): QuestionContent | null {
  const { data } = QuestionContent.safeParse(given);
  if (data !== undefined) return data;
  const answers = given.task ? JSON.stringify(given.task) : (given.options ?? []).map(({ label }) => label).join('; ');
  note(
    place.split('\n', 1)[0]?.slice(0, 200) ?? '',
    answers === '' ? TOO_LARGE : `${TOO_LARGE} Its answers were left out: ${answers.slice(0, 300)}`,
  );
  return null;
}
