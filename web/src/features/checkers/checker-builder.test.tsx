import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Checker, CheckerArgument } from '#contract/checkers.ts';
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
    name: 'value_of',
    group: 'Variables',
    description: 'The variable has this value.',
    arguments: [
      argument('name', { is_required: true }),
      argument('tolerance', { type: 'float', default: 4 }),
      argument('labels', { type: 'list', entries: 'str' }),
      argument('feedback'),
    ],
    language: ['python'],
    example: 'value_of("x")',
  },
  { name: 'rows_of', group: 'Tables', description: 'The result has rows.', arguments: [], language: ['sql'], example: '' },
];

describe('the checker builder', () => {
  let root: Root;
  let place: HTMLElement;
  const inserted: string[] = [];
  let answer: () => Response;

  beforeEach(() => {
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe() {}
        unobserve() {}
        disconnect() {}
      },
    );
    vi.stubGlobal('fetch', async () => answer());
    Element.prototype.scrollIntoView = () => {};
    Object.assign(document, { fonts: new EventTarget() });
    inserted.length = 0;
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });

  async function open(language: 'python' | 'sql' | 'cli') {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    const insert = (text: string) => inserted.push(text);
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={client}>
            <CheckerBuilder language={language} isReadOnly={false} onInsert={insert} />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
    await wait(() => expect(place.querySelector('[aria-label="Loading the checkers"]')).toBeNull());
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
    await wait(() => expect(all('[role="option"]').some((each) => each.textContent?.startsWith(name))).toBe(true));
    await click(all('[role="option"]').find((each) => each.textContent?.startsWith(name)) ?? place);
  }
  const preview = () => place.querySelector('[aria-label="The call in Python"]')?.textContent;

  it('offers the checkers of the language', async () => {
    answer = () => Response.json(CHECKERS);
    await open('sql');
    await click(named('Checker'));
    await wait(() => expect(all('[role="option"]').map((each) => each.textContent)).toContain('rows_ofThe result has rows.'));
    expect(all('[role="option"]').some((each) => each.textContent?.includes('value_of'))).toBe(false);
  });

  it('builds the call while arguments are entered, and inserts it', async () => {
    answer = () => Response.json(CHECKERS);
    await open('python');
    await choose('value_of');
    expect(preview()).toBe('value_of(...)');
    await type(named('name'), 'it"s');
    await click(named('Add an entry to labels'));
    await type(named('Entry 1 of labels'), 'a');
    await click(named('Add an entry to labels'));
    await type(named('Entry 2 of labels'), 'b');
    await click(named('Move entry 2 of labels up'));
    await click(named('Empty string for feedback'));
    expect(preview()).toBe(String.raw`value_of("it\"s", labels=["b", "a"], feedback="")`);
    await click(named('Remove entry 1 of labels'));
    await click(named('Insert'));
    expect(inserted).toEqual([String.raw`value_of("it\"s", labels=["a"], feedback="")`]);
    expect(place.querySelector('[role="status"]')?.textContent).toBe('Inserted in line 1.');
  });

  it('does not insert an incomplete call, and focuses the missing argument', async () => {
    answer = () => Response.json(CHECKERS);
    await open('python');
    await choose('value_of');
    await click(named('Insert'));
    expect([inserted, place.textContent?.includes('This argument is required.')]).toEqual([[], true]);
    expect(document.activeElement).toBe(named('name'));
  });

  it('says when a language has no checkers', async () => {
    answer = () => Response.json(CHECKERS);
    await open('cli');
    expect(place.textContent).toContain('There are no checkers for this language.');
  });

  it('reports when the checkers could not be loaded, and retries', async () => {
    answer = () => Response.json({ error: 'Broken', code: 'internal' }, { status: 500 });
    await open('python');
    expect(place.textContent).toContain('The checkers could not be loaded.');
    answer = () => Response.json(CHECKERS);
    await click(named('Try again'));
    await wait(() => expect(named('Checker')).toBeDefined());
  });
});

/** Lets React render while the test waits. */
async function wait(look: () => void) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await vi.waitFor(look, { timeout: 30_000 });
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
}

function labelOf(element: HTMLElement): string | null {
  const label = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`);
  return label?.textContent?.replace(/\s*\*$/, '') ?? null;
}
