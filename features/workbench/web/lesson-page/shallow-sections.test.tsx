import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { shallowPanels } from './shallow-sections.tsx';

function buttonsOf(language: 'cli' | 'python', external: boolean): Record<'on' | 'off', string[]> {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      {Object.entries(shallowPanels({ language }, { external })).map(([tab, panel]) => (
        <div key={tab}>{panel}</div>
      ))}
    </MantineProvider>,
  );
  const names = (selector: string) => [...page.querySelectorAll(selector)].map(({ textContent }) => textContent);
  return { on: names('button:enabled'), off: names('button:disabled') };
}

it('disables every control until the lesson is imported', () => {
  const off = [
    'View Comments',
    'Test lesson',
    'Build',
    'Upload files',
    'Add datasets',
    'Ready for Review',
    'Deploy',
    'Export',
    'Delete lesson',
  ];
  expect(buttonsOf('python', false)).toEqual({ on: [], off: ['Add screen at the end', ...off] });
  expect(buttonsOf('cli', true).off).not.toContain('Delete lesson');
});
