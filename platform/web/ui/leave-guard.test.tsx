import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { LeaveGuard } from './leave-guard.tsx';

interface Guard {
  shouldBlockFn: (move: { current: { pathname: string }; next: { pathname: string } }) => Promise<boolean>;
  enableBeforeUnload: () => boolean;
}

const { useBlocker } = vi.hoisted(() => ({ useBlocker: vi.fn<(guard: Guard) => { status: string }>(() => ({ status: 'idle' })) }));
vi.mock('@tanstack/react-router', () => ({ useBlocker }));

/** The cases: closing the tab, going to another page, and changing search parameters. */
async function asked(isDirty: boolean, flush?: () => Promise<boolean>) {
  const root = createRoot(document.createElement('div'));
  act(() =>
    root.render(
      <MantineProvider env="test">
        <LeaveGuard isDirty={isDirty} what="lesson 12" {...(flush && { flush })} />
      </MantineProvider>,
    ),
  );
  const guard = useBlocker.mock.lastCall?.[0];
  const goTo = (pathname: string) => guard?.shouldBlockFn({ current: { pathname: '/lessons/12' }, next: { pathname } });
  const answers = [guard?.enableBeforeUnload(), await goTo('/courses'), await goTo('/lessons/12')];
  act(() => root.unmount());
  return answers;
}

it.each([
  ['nothing is unsaved', false, undefined, [false, false, false]],
  ['something is unsaved', true, undefined, [true, true, false]],
  ['it could be sent', true, () => Promise.resolve(true), [true, false, false]],
  ['it could not be sent', true, () => Promise.resolve(false), [true, true, false]],
])('asks before unsaved changes are left: %s', async (_when, isDirty, flush, expected) => {
  expect(await asked(isDirty, flush)).toEqual(expected);
});
