import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import type { Language } from '#platform/contract/languages.ts';
import { CHECKER_MESSAGES } from './messages.ts';
import ValueCheckFields from './value-check-fields.tsx';

vi.mock('#platform/web/ui/guide-link.tsx', () => ({ GuideLink: () => null }));

it.each<[Language, boolean]>([
  ['r', true],
  ['python', false],
])('says why a lesson in %s has no custom checks: %s', (language, isSaid) => {
  const html = renderToStaticMarkup(
    <MantineProvider>
      <ValueCheckFields
        value={null}
        scope={null}
        language={language}
        isReadOnly={false}
        onValue={() => undefined}
        onScope={() => undefined}
        texts={null}
        readAnswer={() => ''}
      />
    </MantineProvider>,
  );
  expect(html.includes(CHECKER_MESSAGES.noCustomChecks('R'))).toBe(isSaid);
});
