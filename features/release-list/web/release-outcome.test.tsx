import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MESSAGES } from './messages.ts';
import { ReleaseOutcome } from './release-outcome.tsx';

function textOf(props: Pick<Parameters<typeof ReleaseOutcome>[0], 'done' | 'invalid'>): string {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      <ReleaseOutcome {...props} refused={[]} onClose={() => undefined} />
    </MantineProvider>,
  );
  for (const style of page.querySelectorAll('style')) style.remove();
  return page.textContent;
}

it('names lessons by number or folder, and courses and paths apart', () => {
  const text = textOf({
    done: MESSAGES.imported(3, 'Spring'),
    invalid: { '12-intro': 'no number', '7': 'taken', 'course 5': 'two folders' },
  });
  expect(text).toContain('3 lessons imported into “Spring”.');
  expect(text).toContain('Lesson(s) 7, 12-intro could not be imported.');
  expect(text).toContain('7: taken12-intro: no number');
  expect(text).toContain('1 course or path could not be imported.course 5: two folders');
});

it('reports no success when nothing succeeded', () => {
  expect(textOf({ done: null, invalid: { '7': 'taken' } })).toBe('Lesson(s) 7 could not be imported.7: takenClose');
});
