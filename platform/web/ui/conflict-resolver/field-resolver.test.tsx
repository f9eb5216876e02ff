import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { FieldResolver } from './field-resolver.tsx';
import { regionsOf, UNDECIDED } from './resolution.ts';

const names = { mine: { title: 'Mine', use: 'Use mine' }, theirs: { title: 'Theirs', use: 'Use theirs' } };

it.each<[string, string, string, string, string[]]>([
  ['changed on both sides', 'The old cat sleeps.', 'The grey cat sleeps.', 'The old cat sits and sleeps.', ['grey', 'sits and ']],
  ['deleted on one side', 'One two three.', '', 'One two four.', ['four']],
  ['new on both sides', '', 'Mine.', 'Theirs.', []],
])('words of a line that was %s are marked', (_, base, mine, theirs, marked) => {
  const versions = { base, mine, theirs };
  const page = document.createElement('div');
  const root = createRoot(page);
  act(() =>
    root.render(
      <MantineProvider env="test">
        <FieldResolver
          label="Learn"
          versions={versions}
          regions={regionsOf(versions)}
          names={names}
          resolution={UNDECIDED}
          onChange={() => undefined}
        />
      </MantineProvider>,
    ),
  );
  expect([...page.querySelectorAll('ins')].map(({ textContent }) => textContent)).toEqual(marked);
  expect([...page.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual(
    [base, mine, theirs].map((text) => text || '(empty)'),
  );
  act(() => root.unmount());
});
