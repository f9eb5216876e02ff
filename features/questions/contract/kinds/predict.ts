import { codePieces } from '#platform/contract/code-pieces.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { listing } from './as-markdown.ts';
import type { Given } from './asks.ts';
import { feedbackPaths, feedbackTexts } from './expected-wrong.ts';
import { firstWrong } from './first-wrong.ts';
import { verdict, type JudgedTask, type QuestionKind, type TaskText } from './kind.ts';
import { foldSpaces, noteOnLookAlike, withKeyboardSigns } from './same-answer.ts';
import type { TaskOf } from './tasks.ts';

type PredictTask = TaskOf<'predict'>;

/** Code whose output learners write before it runs. */
export const PREDICT: QuestionKind<'predict'> = {
  kind: 'predict',
  label: 'Predict the output',
  description: 'Learners read code and write what it prints. Then they see its output.',
  needsCode: true,
  empty: () => ({ kind: 'predict', code: '', output: null, feedback: [] }),
  texts,
  listings: ({ code }) => ({ code: [code] }),
  recorded: { field: 'output', of: 'code' },
  warnings,
  isAnswerable: ({ output }) => output !== null && readable(output) !== '' && output.length <= LIMITS.answerMax,
  ask: ({ code }, _, htmlOf) => ({ kind: 'predict', code, code_html: codePieces(htmlOf('code'))?.[0] }),
  judge,
  inDocuments: ({ code, output }) => ({ asks: 'What does this code print?', shown: listing(code), answer: listing(output ?? '') }),
  solution: ({ output }) => [(output ?? '').trimEnd()],
  mutants,
};

function texts({ code, output, feedback }: PredictTask): TaskText[] {
  return [
    { path: 'code', label: 'code', format: 'code', shown: 'before', text: code },
    ...(output === null ? [] : [{ path: 'output', label: 'output', format: 'plain', shown: 'after', text: output } satisfies TaskText]),
    ...feedbackTexts(feedback),
  ];
}

function warnings({ code, output, feedback }: PredictTask): string[] {
  if (code.trim() === '') return ['The code is missing.'];
  if (output === null) return ['The output is not known. Press Run.'];
  if (readable(output) === '') return ['The code prints nothing, so there is nothing to predict.'];
  if (output.length > LIMITS.answerMax) return ['The code prints too much to be predicted.'];
  return feedback.flatMap(({ answer }, at) => (isSameOutput(output, answer) ? [`Wrong answer ${at + 1} is the right output.`] : []));
}

/** An output without what readers can't see: spaces at ends, blank lines around it, an indentation that all lines have, quotes of phones. */
function readable(output: string): string {
  const lines = output
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()
    .split('\n');
  const common = lines.reduce((least, line) => (line.trim() === '' ? least : Math.min(least, indentOf(line))), Number.POSITIVE_INFINITY);
  return lines
    .map((line) => (line.trim() === '' ? '' : `${' '.repeat(indentOf(line) - common)}${withKeyboardSigns(foldSpaces(line))}`))
    .join('\n');
}

function indentOf(line: string): number {
  const plain = line.replaceAll('\t', '    ');
  return plain.length - plain.trimStart().length;
}

function isSameOutput(output: string, typed: string): boolean {
  return typed.trim() !== '' && readable(output) === readable(typed);
}

function judge({ output, feedback }: PredictTask, [typed = '']: Given): JudgedTask {
  const said = readable(typed);
  // Nobody has predicted anything yet: the output would be the answer.
  if (said.trim() === '') return verdict(false);
  if (output !== null && readable(output) === said) return verdict(true, { output });
  const isNearly = foldSpaces(output ?? '') === foldSpaces(typed);
  return verdict(false, {
    output,
    feedback: feedbackPaths(feedback, (answer) => readable(answer) === said),
    note: isNearly ? 'Only line breaks or spaces at the start of lines differ.' : noteOnLookAlike([output ?? ''], typed),
  });
}

function mutants({ output }: PredictTask): Given[] {
  if (output === null) return [];
  const right = output.trimEnd();
  const lines = right.split('\n');
  const letters = Array.from(right);
  const swapped = lines.slice(1).map((line, at) => lines.toSpliced(at, 2, line, lines[at] ?? '').join('\n'));
  const dropped = lines.map((_, at) => lines.toSpliced(at, 1).join('\n'));
  const digits = letters.flatMap((letter, at) => (/\d/.test(letter) ? [letters.with(at, String((Number(letter) + 1) % 10)).join('')] : []));
  const missing = letters.map((_, at) => letters.toSpliced(at, 1).join(''));
  const wrong = ['', `${right}\n${lines.at(-1)}`, `${right}x`, `x${right}`, ...swapped, ...dropped, ...digits, ...missing];
  return firstWrong(wrong, (typed) => isSameOutput(right, typed)).map((typed) => [typed]);
}
