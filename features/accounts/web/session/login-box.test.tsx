import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import type { LoginState } from '../../contract/login.ts';
import { LoginBox } from './login-box.tsx';
import type { openLoginPopup } from './login-popup.ts';
import { MESSAGES } from './messages.ts';

type Listener = Parameters<typeof openLoginPopup>[0];

const popups = vi.hoisted((): Listener[] => []);
vi.mock('./login-popup.ts', () => ({
  openLoginPopup: (listener: Listener) => {
    popups.push(listener);
    return () => undefined;
  },
}));

const USER = { id: 1, name: 'Ada', email: 'ada@lessons.example', external: false, role: 'owner' };
const PASSWORDS: LoginState = { setup_needed: false, password: true, passkeys: false, providers: [] };

describe('the login box', () => {
  let root: Root;
  let place: HTMLElement;
  const onDone = vi.fn();

  beforeEach(async () => {
    vi.stubGlobal('fetch', async (url: string) => Response.json(url.endsWith('/api/login/state') ? PASSWORDS : USER));
    popups.length = 0;
    onDone.mockClear();
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    await act(async () =>
      root.render(
        <MantineProvider env="test">
          <QueryClientProvider client={new QueryClient()}>
            <LoginBox onDone={onDone} />
          </QueryClientProvider>
        </MantineProvider>,
      ),
    );
    await untilRendered(() => {
      if (!place.querySelector('button')) throw new Error('The ways to log in have not come yet.');
    });
  });
  afterEach(() => {
    act(() => root.unmount());
    place.remove();
    vi.unstubAllGlobals();
  });

  const alert = () => place.querySelector('[role="alert"]')?.textContent;
  const button = () => place.querySelector('button');
  const logIn = () => act(async () => button()?.click());

  it.each([MESSAGES.failed, MESSAGES.blocked])('shows “%s” when the popup fails, and the next attempt works', async (text) => {
    await logIn();
    expect(button()?.disabled).toBe(true);
    await act(async () => popups[0]?.onFailure(text));
    expect(alert()).toContain(text);
    expect(place.textContent?.includes(MESSAGES.allowPopups)).toBe(text === MESSAGES.blocked);
    expect(button()?.disabled).toBe(false);

    await logIn();
    expect(alert()).toBeUndefined();
    await act(async () => popups[1]?.onSuccess());
    await untilRendered(() => expect(onDone).toHaveBeenCalledOnce());
  });
});
