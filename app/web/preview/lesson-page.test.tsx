import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHOICE_VERDICT } from '#features/learner-view/contract/learner-question.ts';
import type { PreviewGrade, PreviewLesson, PreviewScreen } from '#features/publishing/contract/previews.ts';
import { NO_HTML } from '#platform/content/safe-html.ts';
import { safeHtml } from '#testing/content/safe-html.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import { LessonPage } from './lesson-page.tsx';

const TEXT: PreviewScreen = {
  title: 'A text',
  type: 'text',
  body_html: safeHtml('<p>Words</p>'),
  instructions_html: NO_HTML,
  hint_html: NO_HTML,
  initial_code: '',
  starts_from: null,
  display_code: '',
  inputs: '',
  file: null,
  is_checked: false,
  solution_after: null,
  application: null,
  can_run: false,
  questions: [],
};
const QUESTION: PreviewScreen = {
  ...TEXT,
  title: 'A question',
  questions: [
    {
      question_html: safeHtml('<p>Which?</p>'),
      select_type: 'single',
      options: [{ label_html: safeHtml('This') }, { label_html: safeHtml('That') }],
      ask: null,
    },
  ],
};
const LESSON: PreviewLesson = {
  title: 'Adding up',
  overview: '',
  objectives: [],
  is_assessment: false,
  tries: null,
  language: null,
  text_language: null,
  sql_max_rows: 10,
  build_number: 1,
  built_at: '2026-11-23T10:00:00Z',
  expires_at: '2026-12-23T10:00:00Z',
  next: { lesson: null, assessment: null },
  packages: [],
  files: [],
  screens: [TEXT, QUESTION, TEXT],
};

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  sessionStorage.clear();
  location.hash = '';
  Element.prototype.scrollTo = () => undefined;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  act(() => root.render(<LessonPage lesson={LESSON} />));
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name));
const isFirst = (name: string) => button(name)?.hasAttribute('data-first');
async function press(name: string) {
  await act(async () => {
    button(name)?.click();
    // The address changes in a separate task.
    await new Promise((resolve) => globalThis.addEventListener('hashchange', resolve, { once: true }));
  });
}
const heading = () => place.querySelector('main h1')?.textContent;

it('counts a text as done once its learner went on, not when it was opened', async () => {
  expect(place.textContent).toContain('0 of 3 done');
  expect(isFirst('Next')).toBe(true);
  await press('Next');
  expect(place.textContent).toContain('1 of 3 done');
});

it('counts a text as done once it was read to its end', () => {
  const scroller = place.querySelector('main > div')!;
  Object.defineProperties(scroller, {
    scrollHeight: { value: 2_000 },
    clientHeight: { value: 500 },
    scrollTop: { value: 700, writable: true },
  });
  act(() => void scroller.dispatchEvent(new Event('scroll')));
  expect(place.textContent).toContain('0 of 3 done');
  scroller.scrollTop = 1_490;
  act(() => void scroller.dispatchEvent(new Event('scroll')));
  expect(place.textContent).toContain('1 of 3 done');
});

it('puts Submit first until the answer is right, then Next', async () => {
  await press('Next');
  expect([isFirst('Submit answer'), isFirst('Next')]).toEqual([true, false]);
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ is_correct: true, picked: [{ index: 0, valid: true, feedback_html: NO_HTML }] })),
  );
  act(() => place.querySelector<HTMLInputElement>('input')?.click());
  act(() => button('Submit answer')?.click());
  await untilRendered(() => expect(place.textContent).toContain('Correct.'));
  expect([isFirst('Submit answer'), isFirst('Next')]).toEqual([false, true]);
});

it('ends with the screens that are left', async () => {
  await press('Next');
  await press('Next');
  await press('Finish');
  expect(heading()).toBe('2 of 3 done');
  expect(place.textContent).toContain('One screen is left:');
  const link = [...place.querySelectorAll('a')].find(({ textContent }) => textContent === '2. A question');
  await act(async () => {
    link?.click();
    await new Promise((resolve) => globalThis.addEventListener('hashchange', resolve, { once: true }));
  });
  expect(heading()).toBe('A question');
});

describe('an assessment', () => {
  const two = { ...QUESTION, title: 'Two questions', questions: [...QUESTION.questions, ...QUESTION.questions] };
  const wrong = {
    is_correct: false,
    ...CHOICE_VERDICT,
    picked: [{ index: 1, valid: false, feedback_html: safeHtml('<p>That is a list.</p>') }],
  };
  const grade: PreviewGrade = {
    right: 1,
    total: 2,
    skills: [],
    screens: [
      { screen: 1, is_correct: false, questions: [wrong, wrong] },
      { screen: 2, is_correct: true, questions: [{ is_correct: true, picked: [], ...CHOICE_VERDICT }] },
    ],
    review: { sequence: 101, title: 'Exploring a Table' },
  };
  const open = (key: string, tries = 2) =>
    act(() => root.render(<LessonPage key={key} lesson={{ ...LESSON, is_assessment: true, tries, screens: [two, QUESTION] }} />));
  const pick = (at: number) => act(() => place.querySelectorAll<HTMLInputElement>('input')[at]?.click());
  const signedRight = () => place.querySelectorAll('nav [data-right="true"]').length;
  const steps = () => [...place.querySelectorAll('nav button')].map((step) => step.getAttribute('aria-label'));

  beforeEach(() => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json(grade)));
    sessionStorage.clear();
    localStorage.clear();
    open('first');
  });

  it('has answered a screen once all its questions are', () => {
    pick(0);
    expect(steps()[0]).toBe('Two questions');
    pick(2);
    expect(steps()[0]).toBe('Two questions, done');
    expect(signedRight()).toBe(0);
  });

  it('can’t be tried again once its tries are used up, also after a reload', async () => {
    open('only once', 1);
    await press('Next');
    await press('Finish');
    act(() => button('Hand in')?.click());
    await untilRendered(() => expect(place.textContent).toContain('You have no tries left.'));
    open('after a reload', 1);
    expect(place.textContent).toContain('You have no tries left.');
    expect(button('Try again')).toBeUndefined();
  });

  it('marks screens by the result after handing in, shows the feedback, and keeps both over a reload', async () => {
    pick(1);
    await press('Next');
    await press('Finish');
    expect(place.textContent).toContain('You have 2 tries left.');
    act(() => button('Hand in with 2 unanswered')?.click());
    await untilRendered(() => expect(place.textContent).toContain('1 of 2 screens are correct'));
    expect(place.textContent).toContain('Go back to lesson 101, “Exploring a Table”');
    open('after a reload');
    expect(place.textContent).toContain('1 of 2 screens are correct');
    expect(place.textContent).toContain('You have 1 try left.');
    expect(steps().slice(0, 2)).toEqual(['Two questions, not correct', 'A question, correct']);
    expect(signedRight()).toBe(1);
    await act(async () => {
      place.querySelector<HTMLElement>('nav button')?.click();
      await new Promise((resolve) => globalThis.addEventListener('hashchange', resolve, { once: true }));
    });
    expect(place.textContent).toContain('That is a list.');
    expect([...place.querySelectorAll('input')].every(({ disabled }) => disabled)).toBe(true);
    expect(place.textContent).not.toContain('Answer saved.');
    expect(place.textContent).toContain('Not correct.');
  });

  it('hands in what was given beside what was picked, also if it was kept by an earlier version', async () => {
    const sent = vi.fn<(path: string, init: { body: string }) => Promise<Response>>(() => Promise.resolve(Response.json(grade)));
    vi.stubGlobal('fetch', sent);
    pick(1);
    const [name = ''] = Object.keys(sessionStorage);
    const { given: _given, ...earlier } = JSON.parse(sessionStorage.getItem(name) ?? '{}') as Record<string, unknown>;
    sessionStorage.setItem(name, JSON.stringify(earlier));
    const typed = { ...QUESTION.questions[0]!, options: [], ask: { kind: 'text' as const } };
    const screen = { ...QUESTION, questions: [...QUESTION.questions, typed] };
    act(() => root.render(<LessonPage key="typed" lesson={{ ...LESSON, is_assessment: true, tries: null, screens: [screen] }} />));
    await untilRendered(() => expect(place.querySelectorAll('fieldset input')).toHaveLength(3));
    const field = place.querySelectorAll<HTMLInputElement>('fieldset input')[2]!;
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'len');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(steps()[0]).toBe('A question, done');
    await press('Finish');
    act(() => button('Hand in')?.click());
    await untilRendered(() => expect(place.textContent).toContain('screens are correct'));
    expect(JSON.parse(sent.mock.calls[0]?.[1].body ?? '{}')).toMatchObject({
      answers: [
        { screen: 1, question: 0, picked: [1], given: [] },
        { screen: 1, question: 1, picked: [], given: ['len'] },
      ],
    });
  });

  it('begins at its first screen when it is tried again', async () => {
    await press('Next');
    await press('Finish');
    act(() => button('Hand in')?.click());
    await untilRendered(() => expect(button('Try again')).toBeDefined());
    await press('Try again from the start');
    expect(heading()).toBe('Two questions');
    expect(steps().slice(0, 2)).toEqual(['Two questions', 'A question']);
    expect([...place.querySelectorAll('input')].some(({ checked, disabled }) => checked || disabled)).toBe(false);
  });

  it('counts tries for all tabs of the browser', async () => {
    await press('Next');
    await press('Finish');
    act(() => button('Hand in with 2 unanswered')?.click());
    await untilRendered(() => expect(place.textContent).toContain('You have 1 try left.'));
    // A new tab has no answers yet, but the same tries.
    sessionStorage.clear();
    open('another tab');
    expect(place.textContent).toContain('You have 1 try left.');
    const [name = ''] = Object.keys(localStorage);
    localStorage.setItem(name, '2');
    act(() => void globalThis.dispatchEvent(new StorageEvent('storage', { key: name })));
    expect(place.textContent).toContain('You have no tries left: this assessment was handed in before, in this browser.');
    expect(place.textContent).not.toContain('Hand in');
    await press('← Previous');
    expect(place.textContent).toContain('what you answer here can’t be handed in');
  });
});

it('is done with a screen of two questions once both are right', async () => {
  const two = { ...QUESTION, questions: [...QUESTION.questions, ...QUESTION.questions] };
  act(() => root.render(<LessonPage key="two" lesson={{ ...LESSON, screens: [two] }} />));
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ is_correct: true, picked: [] })));
  const answer = (question: number) =>
    act(async () => {
      place.querySelectorAll<HTMLInputElement>('input')[question * 2]?.click();
    });
  const submit = (question: number) =>
    act(() => [...place.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Submit answer')[question]?.click());
  await answer(0);
  submit(0);
  await untilRendered(() => expect(place.querySelectorAll('[data-right="true"]')).toHaveLength(1));
  expect(place.textContent).toContain('0 of 1 done');
  await answer(1);
  submit(1);
  await untilRendered(() => expect(place.textContent).toContain('1 of 1 done'));
});

it('has its texts in their language and direction, and its code from left to right', async () => {
  const arabic = {
    ...QUESTION,
    type: 'code',
    title: 'حلقات',
    body_html: safeHtml('<p>نص</p>'),
    initial_code: 'print(1)',
  } as const;
  act(() => root.unmount());
  root = createRoot(place);
  act(() => root.render(<LessonPage lesson={{ ...LESSON, language: 'python', text_language: 'ar', screens: [arabic] }} />));
  const directionOf = (element: Element | null | undefined) => element?.closest('[dir]')?.getAttribute('dir');
  // Until the editor is loaded, the text is in another element.
  await untilRendered(() => expect(place.querySelector('pre')?.textContent).toBe('print(1)'));
  expect(directionOf(place.querySelector('pre'))).toBe('ltr');
  for (const text of [place.querySelector('main h1'), place.querySelector('main p')?.parentElement]) {
    expect([text?.getAttribute('lang'), text?.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  }
  expect(directionOf(place.querySelector('fieldset'))).toBe('rtl');
  expect(directionOf(button('Next') ?? button('Finish'))).toBe('ltr');
  expect(place.querySelector('nav')?.closest('[lang]')).toBeNull();
});
