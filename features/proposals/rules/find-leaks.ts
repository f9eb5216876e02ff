import type { ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { textsOfQuestion } from '#features/content-model/rules/texts-of-question.ts';
import { SCREEN_TEXTS, type ScreenTextField } from '#features/screens/contract/screen-texts.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';

/** Shorter lines are in many texts by chance. */
const LINE_MIN = 12;
/** A whole answer may be shorter than a telling line. */
const ANSWER_MIN = 3;
/** Lines of an answer that are looked for: texts are read once for each. */
const LINES_MAX = 200;

/** What learners see before they solve a screen. */
const SEEN = (Object.keys(SCREEN_TEXTS) as ScreenTextField[]).filter(
  (field) => SCREEN_TEXTS[field].isForLearners === true && field !== 'initial_code',
);

/** Code without white space: a text may break and indent it in another way. */
function packed(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** What would solve a screen: the whole answer, and its lines that learners aren't given. */
function secretsOf({ answer_code, initial_code }: ScreenFields): { lines: string[]; answer: string } {
  const given = new Set(initial_code.split('\n').map(packed));
  const lines = answer_code.split('\n').map(packed);
  const telling = lines.filter((line) => line.length >= LINE_MIN && !line.startsWith('#') && !given.has(line));
  return { lines: [...new Set(telling)].slice(0, LINES_MAX), answer: packed(answer_code) };
}

/** Names of the texts that give the answer away after a change, and didn't before. */
export function findLeaks(before: ScreenContent, after: ScreenContent): string[] {
  if (after.fields.type !== 'code') return [];
  const known = secretsOf(before.fields);
  const next = secretsOf(after.fields);
  const isWhole = (answer: string) => answer.length >= ANSWER_MIN;
  const secrets = [...new Set([...known.lines, ...next.lines, ...[known.answer, next.answer].filter(isWhole)])];
  const tells = (old: string, text: string): boolean => {
    if (old === text) return false;
    const [was, is] = [packed(old), packed(text)];
    return secrets.some((secret) => is.includes(secret) && !was.includes(secret));
  };
  const texts = SEEN.filter((field) => tells(before.fields[field] ?? '', after.fields[field] ?? ''));
  return [
    ...texts,
    ...(tells(questionTexts(before), questionTexts(after)) ? ['questions'] : []),
    ...(isGivenAway(before.fields, after.fields) ? ['initial_code'] : []),
  ];
}

function questionTexts({ questions }: ScreenContent): string {
  return questions.flatMap((question) => textsOfQuestion(question).map(({ text }) => text)).join('\n');
}

/** Initial code may hold more of the answer than before, but leaves at least half of it to write. */
function isGivenAway(before: ScreenFields, after: ScreenFields): boolean {
  if (before.initial_code === after.initial_code) return false;
  const shareOf = ({ initial_code }: ScreenFields) => {
    const lines = [...new Set(after.answer_code.split('\n').map(packed))].filter((line) => line !== '' && !line.startsWith('#'));
    const text = new Set(initial_code.split('\n').map((line) => packed(line).replace(/^#+/, '')));
    return lines.length === 0 ? 0 : lines.filter((line) => text.has(line)).length / lines.length;
  };
  const share = shareOf(after);
  return share > 0.5 && share > shareOf(before) && !after.initially_passing;
}
