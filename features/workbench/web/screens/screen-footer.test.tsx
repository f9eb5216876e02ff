import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screenNamesQuery } from '#features/lessons/web/queries.ts';
import { emptyScreenFields, type Screen, type ScreenFields } from '#features/screens/contract/screens.ts';
import { LONG_FIELDS, SCREEN_FIELDS, type ScreenSession, type ShortFields } from '#features/screens/web/screen-fields.ts';
import { setSignedOut } from '#platform/web/signed-out.ts';
import { EditSession } from '#platform/web/ui/editing/edit-session.ts';
import { ScreenFooter } from './screen-footer.tsx';
import { ScreenTitle } from './screen-title.tsx';
import type { ScreenEditing } from './use-screen-editing.ts';

const SCREEN = { ...emptyScreenFields('code'), title: 'Rows', revision: 4 } as Screen;

function start(stored: Screen): ScreenSession {
  return new EditSession<ScreenFields, ShortFields>({
    stored,
    names: SCREEN_FIELDS,
    long: LONG_FIELDS,
    send: () => Promise.resolve(stored),
  });
}

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
client.setQueryData(screenNamesQuery(1).queryKey, []);

describe('the title and the footer of a screen', () => {
  let root: Root;
  let place: HTMLElement;
  let session: ScreenSession;
  const onDone = vi.fn();

  const show = (isSaving: boolean) => {
    const editing = {
      ...session.state(),
      session,
      edit: session.edit,
      toggleRemoteRun: (_isOn: boolean, standard: string) => session.put({ remote_run_code: standard }),
      hasRemoteRun: false,
      isReadOnly: false,
      isSaving,
      fieldErrors: {},
      foreignSave: null,
      answer: { checkOutput: false },
    } as unknown as ScreenEditing;
    return act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <MantineProvider env="test">
            <ScreenTitle editing={editing} onDone={onDone} />
            <ScreenFooter editing={editing} lessonId={1} language="python" onOutput={vi.fn()} isRoomy status={null} />
          </MantineProvider>
        </QueryClientProvider>,
      ),
    );
  };
  const title = () => place.querySelector<HTMLInputElement>('input[aria-label=Title]');
  const press = (name: string) =>
    act(async () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  const boxes = () => [...place.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];

  beforeEach(() => {
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    session = start(SCREEN);
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
  });

  it('says that the session has ended, not that the server can’t be reached', async () => {
    await show(false);
    act(() => setSignedOut(true));
    expect(place.textContent).toContain('You’re signed out. Your changes are kept in this browser.');
    act(() => setSignedOut(false));
    expect(place.textContent).not.toContain('signed out');
  });

  it('takes the title as it is typed', async () => {
    await show(false);
    // By the property of the class: React watches that of the element.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(title(), 'Rows and columns');
    act(() => void title()?.dispatchEvent(new Event('input', { bubbles: true })));
    expect(session.changes()).toEqual({ title: 'Rows and columns' });
  });

  it('goes on to the text on Enter', async () => {
    await show(false);
    act(() => void title()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })));
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('has the cursor in the title of a screen without content, and nowhere on others', async () => {
    await show(false);
    expect(document.activeElement).not.toBe(title());
    act(() => root.unmount());
    root = createRoot(place);
    session = start({ ...SCREEN, title: '' });
    await show(false);
    expect(document.activeElement).toBe(title());
  });

  it('takes every flag that is ticked', async () => {
    await show(false);
    await press('Options');
    for (const box of boxes()) act(() => box.click());
    expect(Object.keys(session.changes()).toSorted()).toEqual([
      'dynamic_answer',
      'error_okay',
      'initially_passing',
      'is_experimental',
      'remote_run_code',
      'should_run_display_code',
    ]);
  });

  it('takes nothing while it is being saved', async () => {
    await show(true);
    await press('Options');
    for (const box of boxes()) act(() => box.click());
    expect([boxes().length, title()?.readOnly, session.changes()]).toEqual([6, true, {}]);
  });

  it('opens the options at the one whose chip is pressed', async () => {
    session = start({ ...SCREEN, dynamic_answer: true });
    await show(false);
    await press('Dynamic Answer');
    expect(place.querySelector('[data-autofocus]')?.closest('label, div')?.parentElement?.textContent).toContain('Dynamic Answer');
  });
});
