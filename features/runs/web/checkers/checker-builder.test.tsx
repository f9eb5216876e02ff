import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NO_OUTCOME } from '#platform/contract/run-outcome.ts';
import type { Variable } from '#platform/contract/variables.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import type { Checker, CheckerArgument } from '../../contract/checkers.ts';
import type { RunResult } from '../../contract/runs.ts';
import CheckerBuilder from './checker-builder.tsx';

const argument = (name: string, change: Partial<CheckerArgument> = {}): CheckerArgument => ({
  name,
  type: 'str',
  description: '',
  default: null,
  is_required: false,
  choices: [],
  entries: null,
  ...change,
});
const CHECKERS: Checker[] = [
  {
    name: 'variable_value',
    group: 'Variables',
    description: 'The variable has this value.',
    arguments: [
      argument('name', { is_required: true }),
      argument('expected', { type: 'any' }),
      argument('tolerance', { type: 'float', default: 4 }),
      argument('labels', { type: 'list', entries: 'str' }),
      argument('feedback'),
    ],
    language: ['python'],
    example: 'variable_value("x")',
  },
  { name: 'rows_of', group: 'Tables', description: 'The result has rows.', arguments: [], language: ['sql'], example: '' },
];

describe('the checker builder', () => {
  let root: Root;
  let place: HTMLElement;
  const inserted: string[] = [];
  const runs: string[] = [];
  /** By path. */
  let answer: (path: string, body: { code: string; draft: { custom_check_code: string } } | null) => Response;

  beforeEach(() => {
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      const body = typeof init?.body === 'string' && init.body !== '' ? JSON.parse(init.body) : null;
      return answer(new URL(url, 'http://localhost').pathname, body);
    });
    inserted.length = 0;
    runs.length = 0;
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });

  async function open(language: 'python' | 'sql' | 'cli', variables: Variable[] | null = null) {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const insert = (text: string) => inserted.push(text);
    const read = () => ({ initial_code: 'mean = 0', answer_code: 'mean = 4.5', draft: {} });
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={client}>
            <CheckerBuilder
              language={language}
              isReadOnly={false}
              screen={{ lessonId: 1, screenId: 2, isPython: language === 'python', read }}
              answerRun={{ variables, isRunning: false, onRun: () => runs.push('answer') }}
              readCode={() => inserted.join('\n')}
              onInsert={insert}
            />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
    await untilRendered(() => expect(place.querySelector('[aria-label="Loading the checkers"]')).toBeNull());
  }
  const all = <E extends HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)];
  const named = (name: string) =>
    all('input, textarea, button').find(
      (each) => (each.getAttribute('aria-label') ?? labelOf(each) ?? each.textContent) === name,
    ) as HTMLInputElement;
  const click = (element: HTMLElement) => act(async () => element.click());
  async function type(field: HTMLInputElement, text: string) {
    await act(async () => {
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  }
  async function choose(name: string) {
    await click(named('Checker'));
    await untilRendered(() => expect(all('[role="option"]').some((each) => each.textContent?.startsWith(name))).toBe(true));
    await click(all('[role="option"]').find((each) => each.textContent?.startsWith(name)) ?? place);
  }
  const preview = () => place.querySelector('[aria-label="The call in Python"]')?.textContent;

  it('offers the checkers of the language', async () => {
    answer = () => Response.json(CHECKERS);
    await open('sql');
    await click(named('Checker'));
    await untilRendered(() =>
      expect(all('[role="option"]').map((each) => each.textContent)).toContain('Rows of rows_ofThe result has rows.'),
    );
    expect(all('[role="option"]').some((each) => each.textContent?.includes('variable_value'))).toBe(false);
  });

  it('builds the call while arguments are entered, and inserts it', async () => {
    answer = () => Response.json(CHECKERS);
    await open('python');
    await choose('Variable value');
    expect(preview()).toBe('variable_value(...)');
    await type(named('Variable name'), 'it"s');
    expect(named('Add an entry to Labels')).toBeUndefined();
    await click(named('More options'));
    await click(named('Add an entry to Labels'));
    await type(named('Entry 1 of Labels'), 'a');
    await click(named('Add an entry to Labels'));
    await type(named('Entry 2 of Labels'), 'b');
    await click(named('Move entry 2 of Labels up'));
    await click(named('Empty string for Feedback'));
    expect(preview()).toBe(String.raw`variable_value("it\"s", labels=["b", "a"], feedback="")`);
    await click(named('Remove entry 1 of Labels'));
    await click(named('Insert'));
    expect(inserted).toEqual([String.raw`variable_value("it\"s", labels=["a"], feedback="")`]);
    expect(place.textContent).toContain('Inserted in line 1.');
  });

  it('keeps the entered values when a checker is chosen again, or another one in between', async () => {
    answer = () => Response.json([...CHECKERS, { ...CHECKERS[0]!, name: 'variable_exists' }]);
    await open('python');
    await choose('Variable value');
    await type(named('Variable name'), 'mean');
    await choose('Variable value');
    expect(preview()).toBe('variable_value("mean")');
    await click(named('Insert'));
    expect(preview()).toBe('variable_value("mean")');
    await choose('Variable exists');
    expect(preview()).toBe('variable_exists(...)');
    await choose('Variable value');
    expect(preview()).toBe('variable_value("mean")');
  });

  it('does not insert an incomplete call, and focuses the missing argument', async () => {
    answer = () => Response.json(CHECKERS);
    await open('python');
    await choose('Variable value');
    await click(named('Insert'));
    expect([inserted, place.textContent?.includes('This argument is required.')]).toEqual([[], true]);
    expect(document.activeElement).toBe(named('Variable name'));
  });

  it('says in words and in code what the position of the slider means', async () => {
    answer = () => Response.json(CHECKERS);
    await open('python');
    await choose('Variable value');
    await click(named('More options'));
    expect(place.textContent).toContain('tolerance=4: 4 decimal places must match, numbers may differ by 1e-4.');
  });

  it('offers to run the answer, and adds a check of a variable with one click', async () => {
    answer = () => Response.json(CHECKERS);
    await open('python');
    await click(named('Run answer to list its variables'));
    expect(runs).toEqual(['answer']);
    const mean = { name: 'mean', type_name: 'float', string_form: '4.5', value: { kind: 'float', value: 4.5 } } as Variable;
    await open('python', [mean]);
    await click(named('Add a check of mean'));
    expect(inserted).toEqual(['variable_value("mean", 4.5)']);
    expect(place.textContent).toContain('Added in line 1.');
  });

  it('proposes no variables in a language without them', async () => {
    answer = () => Response.json(CHECKERS);
    await open('sql');
    expect(place.textContent).not.toContain('Run answer to list its variables');
  });

  it('shows what learners read, from runs of submissions that should fail', async () => {
    const sent: string[] = [];
    answer = (path, body) => {
      if (path !== '/api/run-code' || body === null) return Response.json(CHECKERS);
      sent.push(body.draft.custom_check_code);
      const feedback =
        body.code === '' ? 'There is no variable mean.' : `mean isn’t right yet: it is ${body.code.startsWith('mean = 0') ? 0 : 5.5}.`;
      return Response.json(checked(feedback));
    };
    await open('python');
    await choose('Variable value');
    await type(named('Variable name'), 'mean');
    await click(named('Show what learners read'));
    await untilRendered(() => expect([...place.querySelectorAll('dd')].map((each) => each.textContent)).toHaveLength(3));
    expect([...place.querySelectorAll('dl > div')].map((each) => each.textContent)).toEqual([
      'Starter codemean isn’t right yet: it is 0.',
      'Wrong valuemean isn’t right yet: it is 5.5.',
      'Nothing writtenThere is no variable mean.',
    ]);
    expect(new Set(sent)).toEqual(new Set(['variable_value("mean")']));
    await click(named('More options'));
    await type(named('Feedback feedback'), 'Use sum and len.');
    expect(place.textContent).toContain('If it fails, learners read: Use sum and len.');
  });

  it('says when a language has no checkers', async () => {
    answer = () => Response.json(CHECKERS);
    await open('cli');
    expect(place.textContent).toContain('There are no checkers for this language.');
  });

  it('reports when the checkers could not be loaded, and retries', async () => {
    answer = () => Response.json({ error: 'Broken', code: 'internal' }, { status: 500 });
    await open('python');
    expect(place.textContent).toContain('Couldn’t load the checkers.');
    answer = () => Response.json(CHECKERS);
    await click(named('Try again'));
    await untilRendered(() => expect(named('Checker')).toBeDefined());
  });
});

/** The reply to a run whose custom check failed. */
function checked(feedback: string): RunResult {
  const result = { name: 'variable_value: mean', pass: false, expected: null, actual: null, feedback, hints: [] };
  const none = { enabled: false, pass: false, results: [] };
  const checks = {
    output: none,
    variables: none,
    value: none,
    unit: none,
    legacy: none,
    custom: { enabled: true, pass: false, results: [result] },
  };
  return {
    ...NO_OUTCOME,
    status: 'done',
    code_run_id: '1',
    session_id: '1',
    runner_name: 'local',
    error: null,
    error_line: null,
    error_column: null,
    checks,
    check_summary: 'Wrong answer: 1 check(s) failed.',
    grader: null,
    check_error: null,
    external_ip: null,
  };
}

function labelOf(element: HTMLElement): string | null {
  const label = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
  return label?.textContent?.replace(/\s*\*$/, '') ?? null;
}
