import { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { plainTask, readTask } from '#features/documents/rules/screen-yaml.ts';
import { readYaml } from '#features/documents/rules/yaml-file.ts';
import { kindOf } from '#features/questions/contract/kinds/kinds.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { derivedUuid } from '#platform/content/derived-uuid.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { toYaml } from '#platform/content/yaml/print.ts';
import { lastBox, normalText, withoutBlankEnds } from './box-formats.ts';
import { listing } from './cells.ts';
import { box, divLine } from './directives.ts';
import { fencesIn } from './split-markdown.ts';

/** The line between a question and its options, by how many can be chosen. */
const ASKS = { single: '*Choose one:*', multiple: '*Choose all that apply:*' } as const;
const ANSWER_TITLE = 'Answer';

/**
 * A question as Markdown: its text, what is answered, and a folded answer with the feedback. Of a question with a task, the fields of the
 * task are in a listing behind the answer, where the import reads them.
 */
export function questionText({ question, select_type, options, task }: QuestionContent, number: number): string {
  if (task) {
    const { asks, shown, answer } = kindOf(task).inDocuments(task, String(number));
    const fields = listing(TASK_LANGUAGE, toYaml(plainTask(task)));
    return joined([
      `### Question ${number}`,
      normalText(question),
      `*${asks}*`,
      normalText(shown),
      box(divLine('solution', ANSWER_TITLE), joined([normalText(answer), fields])),
    ]);
  }
  const right = options.flatMap(({ valid }, index) => (valid ? [index + 1] : []));
  const feedback = options.flatMap(({ feedback_message }, index) => {
    const text = normalText(feedback_message);
    return text === '' ? [] : [listItem(`- **${index + 1}:** `, text, 2)];
  });
  const answer = [`Right: ${right.length === 0 ? 'none' : right.join(', ')}`, ...(feedback.length > 0 ? [feedback.join('\n')] : [])];
  return joined([
    `### Question ${number}`,
    normalText(question),
    ASKS[select_type],
    options.map(({ label }, index) => listItem(`${index + 1}. `, normalText(label))).join('\n'),
    box(divLine('solution', ANSWER_TITLE), answer.join('\n\n')),
  ]);
}

const TASK_LANGUAGE = 'yaml';

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Reads what {@link questionText} wrote; null: it is no question any more. */
export function readQuestion(text: string, uuid: string): QuestionContent | null {
  const solution = lastBox(text, 'solution');
  const lines = withoutBlankEnds((solution?.before ?? text).replace(/^### Question \d+[ \t]*(?:\n|$)/, '')).split('\n');
  const task = solution ? readTaskIn(solution.inner) : null;
  if (task) {
    const asks = `*${kindOf(task).inDocuments(task, '').asks}*`;
    const end = lines.lastIndexOf(asks);
    const question = withoutBlankEnds((end < 0 ? lines : lines.slice(0, end)).join('\n'));
    return QuestionContent.parse({ uuid: derivedUuid('imported question', uuid, text), question, task });
  }
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

/** The task in the last listing of an answer; null: there is none. What it can't have is at its default. */
function readTaskIn(answer: string): QuestionTask | null {
  const source = fencesIn(answer).findLast(({ info }) => info === TASK_LANGUAGE)?.code;
  if (source === undefined) return null;
  const files = new Map([[TASK_LANGUAGE, encodeUtf8(source)]]);
  return readTask(readYaml(files, TASK_LANGUAGE, () => undefined)) ?? null;
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
