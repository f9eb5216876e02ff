import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import { lastBox, normalText, withoutBlankEnds } from './box-formats.ts';
import { box, divLine } from './directives.ts';

/** The line between a question and its options, by how many can be chosen. */
const ASKS = { single: '*Choose one:*', multiple: '*Choose all that apply:*' } as const;
const ANSWER_TITLE = 'Answer';

/** A question as Markdown: its text, its options as a list, and a folded answer with the feedback. */
export function questionText({ question, select_type, options }: QuestionContent, number: number): string {
  const right = options.flatMap(({ valid }, index) => (valid ? [index + 1] : []));
  const feedback = options.flatMap(({ feedback_message }, index) => {
    const text = normalText(feedback_message);
    return text === '' ? [] : [listItem(`- **${index + 1}:** `, text, 2)];
  });
  const answer = [`Right: ${right.length === 0 ? 'none' : right.join(', ')}`, ...(feedback.length > 0 ? [feedback.join('\n')] : [])];
  return [
    `### Question ${number}`,
    normalText(question),
    ASKS[select_type],
    options.map(({ label }, index) => listItem(`${index + 1}. `, normalText(label))).join('\n'),
    box(divLine('solution', ANSWER_TITLE), answer.join('\n\n')),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Reads what {@link questionText} wrote; null: it is no question any more. */
export function readQuestion(text: string, uuid: string): QuestionContent | null {
  const solution = lastBox(text, 'solution');
  const lines = withoutBlankEnds((solution?.before ?? text).replace(/^### Question \d+[ \t]*(?:\n|$)/, '')).split('\n');
  const at = lines.findLastIndex((line) => line.trim() === ASKS.single || line.trim() === ASKS.multiple);
  if (!solution || at < 0) return null;
  const labels = readItems(lines.slice(at + 1), /^(\d+)\.(?: |$)/);
  const right = new Set((/^Right: ([\d, ]*)/m.exec(solution.inner)?.[1] ?? '').split(',').map(Number));
  const feedback = new Map(readItems(solution.inner.split('\n'), /^- \*\*(\d+):\*\* /, 2).map(({ number, text: told }) => [number, told]));
  return {
    uuid: derivedUuid('imported question', uuid, text),
    question: withoutBlankEnds(lines.slice(0, at).join('\n')),
    select_type: lines[at]?.trim() === ASKS.multiple ? 'multiple' : 'single',
    task: null,
    skill_uuid: null,
    options: labels.slice(0, 100).map(({ text: label }, index) => ({
      label,
      feedback_message: feedback.get(index + 1) ?? '',
      valid: right.has(index + 1),
      skill_uuid: null,
    })),
  };
}

function listItem(marker: string, text: string, indent = marker.length): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? marker + line : line === '' ? '' : ' '.repeat(indent) + line))
    .join('\n');
}

/** The items of a list, each with its further lines without their indentation. */
function readItems(lines: readonly string[], marker: RegExp, indent?: number): { number: number; text: string }[] {
  const items: { number: number; width: number; lines: string[] }[] = [];
  for (const line of lines) {
    const found = marker.exec(line);
    const last = items.at(-1);
    if (found) items.push({ number: Number(found[1]), width: indent ?? (found[1]?.length ?? 0) + 2, lines: [line.slice(found[0].length)] });
    else last?.lines.push(line.startsWith(' '.repeat(last.width)) ? line.slice(last.width) : line.trimStart());
  }
  return items.map(({ number, lines: own }) => ({ number, text: withoutBlankEnds(own.join('\n')) }));
}
