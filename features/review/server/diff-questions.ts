import type { OptionContent, QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { readQuestions } from '#features/documents/rules/screen-yaml.ts';
import { readYaml } from '#features/documents/rules/yaml-file.ts';
import { kindLabel } from '#features/questions/contract/kinds/kinds.ts';
import { taskTexts } from '#features/questions/contract/kinds/task-texts.ts';
import { mergeRegions } from '#platform/content/merge-regions.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import type { QuestionDiff } from '../contract/pull-diffs.ts';
import { changeOf, diffSettings, diffTaskTexts, type Render } from '../rules/diff-task.ts';

/** More texts than a screen has are shown as lines. */
const TEXTS_MAX = 400;

/**
 * The questions of two versions of a `questions.yaml`, those of the newer one in order, each removed one after the one that it followed.
 * Null: there are too many to render.
 */
export async function diffQuestions(before: string | null, after: string | null, render: Render): Promise<QuestionDiff[] | null> {
  const old = parseQuestions(before);
  const current = parseQuestions(after);
  if ([...old, ...current].reduce((sum, each) => sum + 1 + each.options.length * 2 + taskTexts(each.task).length, 0) > TEXTS_MAX)
    return null;
  const shown: { old: QuestionContent | undefined; current: QuestionContent | undefined }[] = current.map((question) => ({
    old: old.find(({ uuid }) => uuid === question.uuid),
    current: question,
  }));
  old.forEach((question, index) => {
    if (current.some(({ uuid }) => uuid === question.uuid)) return;
    const follows = old[index - 1]?.uuid;
    const at = shown.findIndex(({ old: each }) => each !== undefined && each.uuid === follows) + 1;
    shown.splice(at, 0, { old: question, current: undefined });
  });
  const diffs: QuestionDiff[] = [];
  for (const pair of shown) {
    const text = await render(pair.old?.question ?? null, pair.current?.question ?? null);
    const options = await diffOptions(pair.old?.options ?? [], pair.current?.options ?? [], render);
    const shown = pair.current ?? pair.old;
    const select_type = shown?.select_type ?? 'single';
    const parts = await diffTaskTexts(pair.old?.task ?? null, pair.current?.task ?? null, render);
    const settings = diffSettings(pair.old?.task, pair.current?.task);
    if (text === null || options === null || parts === null) return null;
    const isSame =
      text.every(({ kind }) => kind === 'same') &&
      [...options, ...parts].every(({ change }) => change === 'same') &&
      settings.length === 0 &&
      pair.old?.select_type === select_type;
    const kind = shown?.task ? kindLabel(shown.task) : null;
    diffs.push({ change: changeOf(pair.old, pair.current, isSame), kind, select_type, text, options, parts, settings });
  }
  return diffs;
}

function parseQuestions(text: string | null): QuestionContent[] {
  if (text === null) return [];
  const files = new Map([['questions.yaml', encodeUtf8(text)]]);
  return readQuestions(
    readYaml(files, 'questions.yaml', () => undefined),
    '',
    [],
  );
}

/** Options have no ids: those with the same label belong together, then those at the same place between them. */
async function diffOptions(
  old: readonly OptionContent[],
  current: readonly OptionContent[],
  render: Render,
): Promise<QuestionDiff['options'] | null> {
  const labels = (options: readonly OptionContent[]) => options.map(({ label }) => label);
  const at = { old: 0, current: 0 };
  const diffs: QuestionDiff['options'] = [];
  for (const { base, mine } of mergeRegions(labels(old), labels(current), labels(old))) {
    const removed = old.slice(at.old, (at.old += base.length));
    const added = current.slice(at.current, (at.current += mine.length));
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [before, after] = [removed[index], added[index]];
      const label = await render(before?.label ?? null, after?.label ?? null);
      const feedback = await render(before?.feedback_message ?? null, after?.feedback_message ?? null);
      if (label === null || feedback === null) return null;
      const valid = (after ?? before)?.valid ?? false;
      const was_valid = before?.valid ?? valid;
      const isSame = was_valid === valid && [...label, ...feedback].every(({ kind }) => kind === 'same');
      diffs.push({ change: changeOf(before, after, isSame), label, feedback, valid, was_valid });
    }
  }
  return diffs;
}
