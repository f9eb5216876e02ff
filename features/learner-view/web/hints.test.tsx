import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { Hints } from './hints.tsx';
import { useProgress, type ProgressKeeper } from './progress.ts';

it('does not count hints that are read after handing in', () => {
  const root = createRoot(document.createElement('div'));
  const given: { progress?: ProgressKeeper } = {};
  function Screen({ onProgress }: { onProgress: (progress: ProgressKeeper) => void }) {
    onProgress(useProgress());
    return null;
  }
  act(() => root.render(<Screen onProgress={(progress) => (given.progress = progress)} />));
  act(() => given.progress?.revealHints(3, 1));
  act(() => given.progress?.handIn({ right: 0, total: 1, skills: [], screens: [], review: null }));
  act(() => given.progress?.revealHints(3, 2));
  expect(given.progress?.now).toMatchObject({ hints: { 3: 2 }, hintsUsed: { 3: 1 } });
});

/** Shows the hints of a screen with the progress of a learner. */
function show(markdown: string) {
  const element = document.createElement('div');
  const root = createRoot(element);
  function Screen() {
    const progress = useProgress();
    return (
      <Hints html={renderMarkdown(markdown)} revealed={progress.now.hints[3] ?? 0} onReveal={(count) => progress.revealHints(3, count)} />
    );
  }
  act(() => root.render(<Screen />));
  return { element, next: () => act(() => element.querySelector('button')?.click()), text: () => element.textContent };
}

it('reveals hints one after the other', () => {
  const { next, text } = show('Look at `x`.\n\n---\n\nAdd one.\n\n---\n\nCall `sum`.');
  expect(text()).toBe('HintsHint 1 of 3Look at x.Next hint');
  next();
  expect(text()).toBe('HintsHint 1 of 3Look at x.Hint 2 of 3Add one.Next hint');
  next();
  expect(text()).toBe('HintsHint 1 of 3Look at x.Hint 2 of 3Add one.Hint 3 of 3Call sum.');
});

it('is one hint without rules, and nothing without a text', () => {
  expect(show('Look at `x`.').text()).toBe('HintLook at x.');
  expect(show('').element.innerHTML).toBe('');
});
