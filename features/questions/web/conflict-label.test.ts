import { expect, it } from 'vitest';
import { taskConflictLabel } from './conflict-label.ts';

const NUMBER = { kind: 'number', value: '3', tolerance: '', allows_formula: false };

it.each([
  [{ ...NUMBER, value: '4' }, 'Answer: value'],
  [{ ...NUMBER, tolerance: '1', allows_formula: true }, 'Answer: tolerance, allows formula'],
  [{ kind: 'text', answers: [] }, 'Kind and answer'],
  [null, 'Kind and answer'],
])('names the fields of a task that differ: %j', (theirs, label) => {
  expect(taskConflictLabel(NUMBER, theirs)).toBe(label);
});
