import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ONE_OF_EACH } from '#testing/questions/sample-tasks.ts';
import { QUESTION_KINDS } from '../../contract/kinds/kinds.ts';
import type { QuestionTask } from '../../contract/kinds/tasks.ts';
import { TaskForm } from './task-form.tsx';

interface Offer {
  message: string;
  onClick: () => void;
}
const offers: Offer[] = [];
vi.mock('#platform/web/ui/offer-toast.tsx', () => ({ showOffer: (offer: Offer) => offers.push(offer) }));

let root: Root;
let place: HTMLElement;
let task: QuestionTask;

function Page({ isReadOnly }: { isReadOnly: boolean }) {
  const [shown, setShown] = useState(task);
  return (
    <MantineProvider env="test">
      <TaskForm
        task={shown}
        now={() => task}
        number={1}
        version={0}
        isReadOnly={isReadOnly}
        isBusy={false}
        language="python"
        runPlace={{ lessonId: 1, screenId: 2 }}
        isAssessment={false}
        onChange={(next) => {
          task = next;
          setShown(next);
        }}
      />
    </MantineProvider>
  );
}

function open(shown: QuestionTask, isReadOnly = false): void {
  task = shown;
  act(() => root.render(<Page isReadOnly={isReadOnly} />));
}

function field(label: string): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.htmlFor;
  const element = place.querySelector(`[aria-label="${label}"]`) ?? (found && document.getElementById(found));
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement) return element;
  throw new Error(`There is no field “${label}”.`);
}

/** By the property of the class: React watches that of the element. */
function type(label: string, text: string): void {
  const element = field(label);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, text);
  act(() => void element.dispatchEvent(new Event(element instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true })));
}

function press(label: string, key: string, more: KeyboardEventInit = {}): void {
  act(() => void field(label).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })));
}

function paste(label: string, text: string): void {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { getData: () => text } });
  act(() => void field(label).dispatchEvent(event));
}

function click(name: string): void {
  const button = [...place.querySelectorAll('button')].find((each) => (each.getAttribute('aria-label') ?? each.textContent) === name);
  if (!button) throw new Error(`There is no button “${name}”.`);
  act(() => button.click());
}

const focused = () => document.activeElement?.getAttribute('aria-label');

beforeEach(() => {
  offers.length = 0;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

describe('the form of a question', () => {
  it('writes accepted answers like a list', () => {
    open(QUESTION_KINDS.text.empty());
    type('Answer 1', 'Paris');
    type('Comparison of answer 1', 'exact');
    press('Answer 1', 'Enter');
    expect(focused()).toBe('Answer 2');
    expect(task).toMatchObject({ answers: [{ text: 'Paris', match: 'exact' }] });
    type('Answer 2', 'Lutetia');
    press('Answer 2', 'Enter');
    press('Answer 3', 'Backspace');
    expect(focused()).toBe('Answer 2');
    press('Answer 2', 'ArrowUp', { altKey: true });
    expect(task).toMatchObject({
      answers: [
        { text: 'Lutetia', match: 'exact' },
        { text: 'Paris', match: 'exact' },
      ],
    });
    expect(focused()).toBe('Answer 1');
  });

  it('offers to undo the removal of a row', () => {
    open({ ...QUESTION_KINDS.text.empty(), answers: ['a', 'b'].map((text) => ({ text, match: 'exact' as const })) });
    click('Remove answer 1');
    expect(task).toMatchObject({ answers: [{ text: 'b' }] });
    expect(offers[0]?.message).toBe('The answer “a” was removed.');
    act(() => offers[0]?.onClick());
    expect(task).toMatchObject({ answers: [{ text: 'a' }, { text: 'b' }] });
    expect(field('Answer 1').value).toBe('a');
  });

  it('makes a line of each pasted one, and keeps the indentation on Enter', () => {
    open(QUESTION_KINDS.order.empty());
    paste('Line 1', 'for i in x:\r\n    f(i)\r\n\r\n');
    expect(task).toMatchObject({ lines: [{ text: 'for i in x:' }, { text: '    f(i)' }] });
    press('Line 2', 'Enter');
    expect(focused()).toBe('Line 3');
    type('Line 3', '    g(i)');
    type('Group of line 2', '1');
    type('Group of line 3', '1');
    expect(task).toMatchObject({ lines: [{ group: null }, { group: 1 }, { group: 1 }] });
    click('Add a line that doesn’t belong');
    expect(focused()).toBe('Distractor 1');
    type('Distractor 1', 'while x:');
    expect(task).toMatchObject({ distractors: ['while x:'] });
  });

  it('puts pasted lines up to the limit, and says how many are left out', () => {
    const show = vi.spyOn(notifications, 'show').mockReturnValue('');
    const distractors = Array.from({ length: 98 }, (_, index) => `old ${index + 1}`);
    open({ ...QUESTION_KINDS.order.empty(), distractors });
    paste('Distractor 50', 'new 1\nnew 2\nnew 3');
    expect(task).toMatchObject({ distractors: distractors.toSpliced(50, 0, 'new 1', 'new 2') });
    expect(show.mock.calls.map(([{ message }]) => message)).toEqual(['A list can have at most 100 rows. 1 line was left out.']);
    show.mockRestore();
  });

  it('has a number with its tolerance, unit and feedback', () => {
    open(QUESTION_KINDS.number.empty());
    type('Answer', '9.81');
    type('Tolerance', '0.1');
    type('Unit', 'm/s²');
    click('Add feedback on a wrong answer');
    type('Wrong answer 1', '981');
    type('Feedback on wrong answer 1', 'In metres.');
    expect(task).toMatchObject({ value: '9.81', tolerance: '0.1', unit: 'm/s²', feedback: [{ answer: '981', message: 'In metres.' }] });
  });

  it('makes a gap of the selection, and says what was understood', () => {
    open(QUESTION_KINDS.blanks.empty());
    type('Text with gaps of question 1', 'A tuple is immutable.');
    const text = field('Text with gaps of question 1') as HTMLTextAreaElement;
    text.setSelectionRange(11, 20);
    click('Make a gap');
    expect(task).toMatchObject({ text: 'A tuple is [[immutable]].' });
    expect([text.selectionStart, text.selectionEnd]).toEqual([13, 22]);
    expect(place.querySelector('ol')?.textContent).toBe('immutable');
  });

  it('goes from the right side of a pair to the next pair', () => {
    open(QUESTION_KINDS.match.empty());
    type('Left side of pair 1', 'Paris');
    type('Right side of pair 1', 'France');
    press('Right side of pair 1', 'Enter');
    expect(focused()).toBe('Left side of pair 2');
    click('Add spare choice');
    type('Spare choice 1', 'Norway');
    expect(task).toMatchObject({ pairs: [{ left: 'Paris', right: 'France' }], spares: ['Norway'] });
  });

  it.each(ONE_OF_EACH)('can’t be changed where it is read-only: $kind', (shown) => {
    open(shown, true);
    expect(place.querySelector('button, input:not([readonly], :disabled), textarea:not([readonly])')).toBeNull();
  });
});
