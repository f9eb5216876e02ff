import { plainTask } from '#features/documents/rules/screen-yaml.ts';
import { listing } from '#features/questions/contract/kinds/as-markdown.ts';
import type { TaskText } from '#features/questions/contract/kinds/kind.ts';
import { kindLabel, kindOf } from '#features/questions/contract/kinds/kinds.ts';
import { taskTexts } from '#features/questions/contract/kinds/task-texts.ts';
import type { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { diffLines, linesOf } from '#platform/content/line-diff.ts';
import { mergeRegions } from '#platform/content/merge-regions.ts';
import type { DiffBlock, DiffHunk, QuestionDiff } from '../contract/pull-diffs.ts';

/** Renders the difference of two texts; null: too expensive. */
export type Render = (before: string | null, after: string | null) => Promise<DiffBlock[] | null>;

type Task = QuestionTask | null;

/**
 * The texts of a task on both sides, those of the newer one in order, each removed one before the one that took its place. Lines, answers
 * and pairs have no ids: those with the same text belong together, then those at the same place between them. Null: too expensive.
 */
export async function diffTaskTexts(old: Task, current: Task, render: Render): Promise<QuestionDiff['parts'] | null> {
  const texts = { old: taskTexts(old).filter(isWritten), current: taskTexts(current).filter(isWritten) };
  const keys = (all: readonly TaskText[]) => all.map(({ path, text }) => `${listOf(path)} ${text}`);
  const at = { old: 0, current: 0 };
  const parts: QuestionDiff['parts'] = [];
  for (const { base, mine } of mergeRegions(keys(texts.old), keys(texts.current), keys(texts.old))) {
    const removed = texts.old.slice(at.old, (at.old += base.length));
    const added = texts.current.slice(at.current, (at.current += mine.length));
    for (const [before, after] of pairs(removed, added)) {
      const shown = after ?? before;
      const hunks = hunksOf(before, after);
      const blocks = hunks ? [] : await render(before ? markdownOf(before) : null, after ? markdownOf(after) : null);
      if (blocks === null || shown === undefined) return null;
      const change = changeOf(before, after, before?.text === after?.text);
      parts.push({ change, label: capital(shown.label), text: blocks, hunks });
    }
  }
  return parts;
}

function isWritten({ text }: TaskText): boolean {
  return text !== '';
}

/** `feedback/0/message` and `feedback/1/message` are of one list. */
function listOf(path: string): string {
  return path.replaceAll(/\d+/g, '#');
}

function pairs(removed: readonly TaskText[], added: readonly TaskText[]): [TaskText | undefined, TaskText | undefined][] {
  const left = [...removed];
  const found = added.map((after): [TaskText | undefined, TaskText] => {
    const at = left.findIndex((before) => listOf(before.path) === listOf(after.path));
    return [at < 0 ? undefined : left.splice(at, 1)[0], after];
  });
  return [...left.map((before): [TaskText, undefined] => [before, undefined]), ...found];
}

/** The changed lines of code or a plain text; null: nothing changed, or it is a text that is rendered. */
function hunksOf(before: TaskText | undefined, after: TaskText | undefined): DiffHunk[] | null {
  if (!before || !after || before.text === after.text || before.format === 'markdown' || after.format === 'markdown') return null;
  return diffLines(linesOf(before.text), linesOf(after.text));
}

function markdownOf({ format, text }: TaskText): string {
  return format === 'markdown' ? text : listing(text);
}

export function changeOf(before: unknown, after: unknown, isSame: boolean): QuestionDiff['change'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return isSame ? 'same' : 'changed';
}

/** What differs between two tasks beside their texts. What only one side has counts if it isn't at its default. */
export function diffSettings(old: Task | undefined, current: Task | undefined): QuestionDiff['settings'] {
  const isSwitched = old !== undefined && current !== undefined && kindLabel(old) !== kindLabel(current);
  const kind = isSwitched ? [{ label: 'Kind', before: kindLabel(old), after: kindLabel(current) }] : [];
  const [before, after] = [settingsOf(old ?? null), settingsOf(current ?? null)];
  const differing = [...new Set([...before.keys(), ...after.keys()])].flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    if (was?.text === is?.text || ((was?.isDefault ?? true) && (is?.isDefault ?? true))) return [];
    return [{ label: settingLabel(path), before: was?.text ?? null, after: is?.text ?? null }];
  });
  return [...kind, ...differing];
}

interface Setting {
  readonly text: string;
  readonly isDefault: boolean;
}

/** The values of a task that are no texts, by path. */
function settingsOf(task: Task): Map<string, Setting> {
  if (task === null) return new Map();
  const texts = new Set([...taskTexts(task).map(({ path }) => path), 'kind', kindOf(task).recorded?.field]);
  const written = new Set(leavesOf(plainTask(task), '').map(([path]) => path));
  const leaves = leavesOf(task, '').filter(([path]) => !texts.has(path));
  return new Map(leaves.map(([path, value]) => [path, { text: settingText(value), isDefault: !written.has(path) }]));
}

type Leaf = string | number | boolean | null;

function leavesOf(value: unknown, path: string): [string, Leaf][] {
  if (typeof value !== 'object' || value === null) return [[path, value as Leaf]];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}/${key}`));
}

function settingText(value: Leaf): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === '') return 'none';
  // Names such as `ignore-case`.
  return typeof value === 'string' && /^[a-z]+-[a-z]+$/.test(value) ? value.replace('-', ' ') : String(value);
}

/** `lines/0/group` → `Group of line 1`; `tolerance_type` → `Tolerance type`. */
function settingLabel(path: string): string {
  const [list = '', position, field] = path.split('/');
  const words = (name: string) => name.replaceAll('_', ' ');
  if (position === undefined || field === undefined) return capital(words(list));
  return capital(`${words(field)} of ${words(list).replace(/s$/, '')} ${Number(position) + 1}`);
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
