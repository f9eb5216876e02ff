import { describe, expect, it } from 'vitest';
import { QUESTION_KINDS } from './kinds.ts';
import { taskTexts, withTaskText } from './task-texts.ts';
import { QuestionTask } from './tasks.ts';

const TASKS = [
  { kind: 'number', value: '3', feedback: [{ answer: '4', message: 'No.' }] },
  { kind: 'text', answers: [{ text: 'Paris' }, { text: 'paris' }] },
  { kind: 'blanks', text: 'for [[i]] in' },
  { kind: 'order', lines: [{ text: 'a' }, { text: 'b', group: 1 }], distractors: ['c'] },
  { kind: 'match', pairs: [{ left: 'a', right: 'b' }], spares: ['c'] },
  { kind: 'predict', code: 'print(1)', output: '1\n' },
].map((task) => QuestionTask.parse(task));

describe('the texts of a task', () => {
  it.each(TASKS)('can each be written: $kind', (task) => {
    for (const { path } of taskTexts(task)) {
      const changed = withTaskText(task, path, 'other');
      expect(QuestionTask.parse(changed)).toEqual(changed);
      const expected = taskTexts(task).map((each) => (each.path === path ? { ...each, text: 'other' } : each));
      const isRecorded = task.kind === 'predict' && path === 'code';
      expect(taskTexts(changed)).toEqual(isRecorded ? expected.slice(0, 1) : expected);
    }
  });

  it('are named, each by its own path', () => {
    for (const task of TASKS) {
      const paths = taskTexts(task).map(({ path }) => path);
      expect(paths).not.toEqual([]);
      expect(new Set(paths).size).toBe(paths.length);
    }
    expect(TASKS.map(({ kind }) => kind)).toEqual(Object.keys(QUESTION_KINDS));
  });

  it('lose what a run recorded of them once they change', () => {
    const task = QuestionTask.parse({ kind: 'predict', code: 'print(1)', output: '1\n' });
    expect(withTaskText(task, 'code', 'print(2)')).toMatchObject({ code: 'print(2)', output: null });
    expect(withTaskText(task, 'code', 'print(1)')).toEqual(task);
    expect(withTaskText(task, 'output', '2\n')).toMatchObject({ code: 'print(1)', output: '2\n' });
  });

  it('have no others', () => {
    expect(() => withTaskText(TASKS[1]!, 'answers/2/text', 'x')).toThrow(RangeError);
    expect(() => withTaskText(TASKS[1]!, 'answers', 'x')).toThrow(RangeError);
    expect(() => withTaskText(TASKS[1]!, '__proto__/x', 'x')).toThrow(RangeError);
  });
});

it('has a default for every field of a kind but its name, and none that a build accepts', () => {
  for (const { kind, isAnswerable } of Object.values(QUESTION_KINDS)) {
    const task = QuestionTask.parse({ kind });
    expect((isAnswerable as (given: QuestionTask) => boolean)(task)).toBe(false);
  }
});
