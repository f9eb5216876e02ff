import { list } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { verdict, type JudgedTask, type QuestionKind, type TaskText } from './kind.ts';
import { withoutInvisible } from './plain-signs.ts';
import { foldSpaces } from './same-answer.ts';
import { shuffledIndexes } from './shuffled.ts';
import type { TaskOf } from './tasks.ts';

type MatchTask = TaskOf<'match'>;

/** Pairs whose right sides learners find, perhaps among spare ones. */
export const MATCH: QuestionKind<'match'> = {
  kind: 'match',
  label: 'Match',
  description: 'Learners find the partner of each text.',
  empty: () => ({ kind: 'match', pairs: [], spares: [], feedback: [] }),
  texts,
  warnings,
  isAnswerable: (task) => filledPairs(task).length > 0 && filledPairs(task).every(({ right }) => right !== ''),
  ask: (task, seed, htmlOf) => ({
    kind: 'match',
    lefts: filledPairs(task).map(({ at }) => htmlOf(`pairs/${at}/left`)),
    choices: shownChoices(task, seed).map(({ path }) => htmlOf(path)),
  }),
  judge,
  inDocuments: (task, seed) => ({
    asks: 'Find the partner of each:',
    shown: `${list(filledPairs(task).map(({ left }) => left))}\n\n${list(
      shownChoices(task, seed).map(({ text }) => text),
      false,
    )}`,
    answer: list(filledPairs(task).map(({ right }) => right)),
  }),
  solution: (task, seed) => {
    const choices = shownChoices(task, seed);
    return filledPairs(task).map(({ right }) => indexOf(choices, right));
  },
  mutants,
};

function texts({ pairs, spares, feedback }: MatchTask): TaskText[] {
  return [
    ...pairs.flatMap(({ left, right }, at): TaskText[] => [
      { path: `pairs/${at}/left`, label: `left side of pair ${at + 1}`, format: 'markdown', shown: 'before', text: left },
      { path: `pairs/${at}/right`, label: `right side of pair ${at + 1}`, format: 'markdown', shown: 'before', text: right },
    ]),
    ...spares.map((text, at): TaskText => ({
      path: `spares/${at}`,
      label: `spare choice ${at + 1}`,
      format: 'markdown',
      shown: 'before',
      text,
    })),
    ...feedbackTexts(feedback),
  ];
}

/** The pairs that are written, each with its position. */
function filledPairs({ pairs }: MatchTask): { at: number; left: string; right: string }[] {
  return pairs
    .map(({ left, right }, at) => ({ at, left: left.trim(), right: seenText(right) }))
    .filter(({ left, right }) => left !== '' || right !== '');
}

/** As people see it: two choices that look the same are one. */
function seenText(text: string): string {
  return withoutInvisible(text).normalize('NFC').trim();
}

/** The choices of learners: each right side once, and the spare ones. */
function choicesOf(task: MatchTask): { text: string; path: string }[] {
  const all = [
    ...filledPairs(task).map(({ at, right }) => ({ text: right, path: `pairs/${at}/right` })),
    ...task.spares.map((text, at) => ({ text: seenText(text), path: `spares/${at}` })),
  ];
  const seen = new Set(['']);
  return all.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function shownChoices(task: MatchTask, seed: string): { text: string; path: string }[] {
  const choices = choicesOf(task);
  return shuffledIndexes(choices.length, seed).flatMap((index) => choices.slice(index, index + 1));
}

function indexOf(choices: readonly { text: string }[], right: string): string {
  const index = choices.findIndex(({ text }) => text === right);
  return index < 0 ? '' : String(index);
}

function judge(task: MatchTask, given: Given, seed: string): JudgedTask {
  const pairs = filledPairs(task);
  const choices = shownChoices(task, seed);
  const picked = pairs.map((_, at) => (/^\d{1,3}$/.test(given[at] ?? '') ? choices[Number(given[at])]?.text : undefined));
  const parts = pairs.map(({ right }, at) => right !== '' && picked[at] === right);
  const wrong = new Set(picked.flatMap((text, at) => (text === undefined || parts[at] ? [] : [foldSpaces(text)])));
  return verdict(pairs.length > 0 && parts.every(Boolean), {
    parts,
    feedback: feedbackPaths(task.feedback, (answer) => wrong.has(foldSpaces(answer))),
  });
}

function warnings(task: MatchTask): string[] {
  const pairs = filledPairs(task);
  const choices = choicesOf(task);
  const folded = new Set(choices.map(({ text }) => foldSpaces(text)));
  const all = [
    pairs.length < 2 && 'Add at least two pairs.',
    ...pairs.flatMap(({ left, right }, at) => [
      left === '' && `Pair ${at + 1} has no left side.`,
      right === '' && `Pair ${at + 1} has no right side.`,
      left !== '' && pairs.some((other, index) => index < at && other.left === left) && `The left side of pair ${at + 1} appears twice.`,
    ]),
    pairs.length > 1 && choices.length === 1 && 'There is only one choice. Add a spare one.',
    ...task.spares
      .map(seenText)
      .map((text, at) => pairs.some(({ right }) => right !== '' && right === text) && `Spare choice ${at + 1} is also right.`),
    ...task.feedback.map(
      ({ answer }, at) => answer.trim() !== '' && !folded.has(foldSpaces(answer)) && `Wrong answer ${at + 1} is not a choice.`,
    ),
  ];
  return all.filter((warning) => warning !== false);
}

function mutants(task: MatchTask, seed: string): Given[] {
  const right = MATCH.solution(task, seed);
  const choices = shownChoices(task, seed).map((_, index) => String(index));
  const swapped = right.slice(1).map((choice, at) => right.toSpliced(at, 2, choice, right[at] ?? ''));
  const others = right.flatMap((choice, at) => ['', ...choices].filter((other) => other !== choice).map((other) => right.with(at, other)));
  const byText = new Map([...swapped, ...others].map((given) => [given.join(' '), given]));
  byText.delete(right.join(' '));
  return [...byText.values()].slice(0, 20);
}
