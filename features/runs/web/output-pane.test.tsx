import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { DONE_RUN } from '#testing/done-run.ts';
import { ALL_PASSED } from '../contract/runs.ts';
import { OutputPane, type OutputTabId } from './output-pane.tsx';
import { NO_RUN, type RunView } from './run-state.ts';

const done: RunView = { ...NO_RUN, phase: 'done', source: 'answer', isJudged: true, result: { ...DONE_RUN, check_summary: ALL_PASSED } };
const running: RunView = { ...NO_RUN, phase: 'running', source: 'answer' };

it.each<[string, OutputTabId, RunView, boolean]>([
  ['is shown above its output', 'output', done, true],
  ['is not shown above a terminal, which has its own checks', 'terminal', done, false],
  ['is shown above a terminal while it runs, so that it can be stopped', 'terminal', running, true],
])('the state of a run %s', (_, tab, run, isShown) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <OutputPane
        run={run}
        onStop={() => undefined}
        answer={{
          checkOutput: false,
          storedOutput: null,
          selected: [],
          isDisabled: false,
          onOutput: () => undefined,
          onVariables: () => undefined,
        }}
        settings={{ language: 'cli', lessonId: 1, screenIds: [], maxRows: 10, isExperimental: false, showsFiles: false }}
        first={{ id: 'terminal', label: 'Terminal', content: null }}
        last={null}
        customActions={null}
        tab={tab}
        onTab={() => undefined}
      />
    </MantineProvider>,
  );
  const state = new DOMParser().parseFromString(html, 'text/html').querySelector('[role="status"]');
  expect(state?.textContent?.startsWith('Answer code') ?? false).toBe(isShown);
});
