import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { questionName } from '#features/content-model/rules/question-name.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';

/** Fields of a task that explain and don't decide what is right. */
const EXPLAINING: ReadonlySet<string> = new Set(['feedback', 'feedback_message', 'hint', 'explanation']);

/** Why the questions of a screen can't be changed like this: one sentence each. New questions are left to preflight. */
export function judgeQuestions(before: readonly QuestionContent[], after: readonly QuestionContent[]): string[] {
  const next = new Map(after.map((question) => [question.uuid, question]));
  return before.flatMap((question) => {
    const now = next.get(question.uuid);
    const name = questionName(question.question);
    if (now === undefined) return [`The question “${name}” would be deleted.`];
    if (canonicalJson(judgedOf(question.task)) !== canonicalJson(judgedOf(now.task)))
      return [`What is right in the question “${name}” would change.`];
    return now.task === null ? judgeOptions(name, question, now) : [];
  });
}

/** Right choices stay as they are, so that a new wording can't make a wrong one right; there are as many wrong ones as before. */
function judgeOptions(name: string, before: QuestionContent, after: QuestionContent): string[] {
  const labels = ({ options }: QuestionContent, valid: boolean) =>
    options.filter((option) => option.valid === valid).map(({ label }) => label);
  const isSame = canonicalJson(labels(before, true).toSorted()) === canonicalJson(labels(after, true).toSorted());
  return [
    ...(isSame && before.select_type === after.select_type ? [] : [`What is right in the question “${name}” would change.`]),
    ...(labels(after, false).length < labels(before, false).length ? [`The question “${name}” would have fewer wrong choices.`] : []),
  ];
}

/** What decides whether a reply is right, as data. */
function judgedOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(judgedOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([key, each]) => (EXPLAINING.has(key) ? [] : [[key, judgedOf(each)]])));
}
