import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { RunResult } from '../contract/runs.ts';
import type { AnswerControls } from './answer-controls.ts';
import { OutputTab } from './output-tab.tsx';
import { NO_RUN } from './run-state.ts';

const SENTENCE = 'Stopped: the code ran longer than 5 seconds, the time limit of this lesson.';
const answer: AnswerControls = {
  checkOutput: false,
  storedOutput: null,
  selected: [],
  isDisabled: false,
  onOutput: () => undefined,
  onVariables: () => undefined,
};
const settings = { language: 'python', lessonId: 1, screenIds: [], maxRows: 10, isExperimental: false, showsFiles: false } as const;

function page(change: Partial<RunResult>): HTMLElement {
  const whole = { output: '', stderr: '', error: null, error_line: null, images: [], vars: [], cut: [], limit: null, limit_at: null };
  const run = { ...NO_RUN, phase: 'done', source: 'initial', result: { ...whole, ...change } as unknown as RunResult } as const;
  const html = renderToStaticMarkup(
    <MantineProvider>
      <OutputTab run={run} answer={answer} settings={settings} />
    </MantineProvider>,
  );
  return new DOMParser().parseFromString(html, 'text/html').body;
}

const shown = (change: Partial<RunResult>) => page(change).textContent ?? '';
const notice = (change: Partial<RunResult>) => page(change).querySelector('[role="status"]')?.textContent;

it('reports a limit in one sentence, beside where the code was', () => {
  const text = shown({ limit: 'time', limit_at: 5, error: 'Traceback:\n  in wait', error_line: 3 });
  expect(text.split('Stopped:')).toHaveLength(2);
  expect(text).toContain(SENTENCE);
  expect(text).toContain('Error in line 3Traceback:\n  in wait');
});

it('shows the sentence once if there is no other detail', () => {
  const text = shown({ limit: 'time', limit_at: 5, error: SENTENCE });
  expect(text.split('Stopped:')).toHaveLength(2);
  expect(text).not.toContain('Error');
});

it.each([
  ['nothing if none failed', [], ''],
  ['nothing of a server that reports none', undefined, ''],
  [
    'one in a sentence',
    [{ name: 'screen 3', message: 'NameError: x' }],
    'The code of screen 3 failed before this code ran: NameError: x. What it would have defined or changed may be missing.',
  ],
  [
    'several in a list',
    [
      { name: 'screen 3', message: 'NameError: x' },
      { name: 'other', message: 'Error: <b>' },
    ],
    'Code of earlier screens failed before this code ran. What it would have defined or changed may be missing.Screen 3: NameError: xOther: Error: <b>',
  ],
])('reports %s of code of earlier screens that failed', (_, earlier_errors, expected) => {
  expect(notice({ earlier_errors })).toBe(expected);
});
