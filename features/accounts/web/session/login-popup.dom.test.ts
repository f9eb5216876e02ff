import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLoginPopup } from './login-popup.ts';

class FakeChannel extends EventTarget {
  static last: FakeChannel;
  isClosed = false;
  constructor() {
    super();
    FakeChannel.last = this;
  }
  close(): void {
    this.isClosed = true;
  }
}

function setUp(isSignedIn = false) {
  const popup = { closed: false, location: { pathname: '/api/login' }, close: vi.fn() };
  const open = vi.spyOn(window, 'open').mockReturnValue(popup as unknown as Window);
  const onSuccess = vi.fn();
  const onFailure = vi.fn();
  const stop = openLoginPopup({ onSuccess, onFailure }, () => Promise.resolve(isSignedIn));
  return { popup, open, onSuccess, onFailure, stop };
}

describe('the sign-in popup', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('BroadcastChannel', FakeChannel);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('is 500 by 500 and succeeds on the success page', async () => {
    const { popup, open, onSuccess } = setUp();
    expect(open.mock.calls[0]![0]).toBe('/api/login');
    expect(open.mock.calls[0]![2]).toContain('width=500,height=500');
    await vi.advanceTimersByTimeAsync(500);
    expect(onSuccess).not.toHaveBeenCalled();
    popup.location.pathname = '/api/login/success';
    await vi.advanceTimersByTimeAsync(100);
    expect(onSuccess).toHaveBeenCalledTimes(1);
    expect(popup.close).toHaveBeenCalled();
    expect([vi.getTimerCount(), FakeChannel.last.isClosed]).toEqual([0, true]);
  });

  it('succeeds by message from the success page, even after it seemed closed', async () => {
    const { popup, onSuccess, onFailure } = setUp();
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(100);
    expect(onFailure.mock.calls).toEqual([['Authorization Failed']]);
    FakeChannel.last.dispatchEvent(new MessageEvent('message', { data: { type: 'success' } }));
    expect(onSuccess).toHaveBeenCalledTimes(1);
  });

  it('fails by message from the failure page, stays open, and can still succeed', async () => {
    const { popup, onSuccess, onFailure } = setUp();
    FakeChannel.last.dispatchEvent(new MessageEvent('message', { data: { type: 'failure' } }));
    expect(onFailure.mock.calls).toEqual([['Authorization Failed']]);
    expect(popup.close).not.toHaveBeenCalled();
    popup.location.pathname = '/api/login/success';
    await vi.advanceTimersByTimeAsync(100);
    expect(onSuccess).toHaveBeenCalledTimes(1);
  });

  it('succeeds when it was closed by a signed-in user', async () => {
    const { popup, onSuccess, onFailure } = setUp(true);
    popup.closed = true;
    await vi.advanceTimersByTimeAsync(300);
    expect([onSuccess.mock.calls.length, onFailure.mock.calls.length]).toEqual([1, 0]);
  });

  it('waits while it is on a cross-origin page', async () => {
    const { popup, onSuccess, onFailure } = setUp();
    Object.defineProperty(popup, 'location', {
      get: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect([onSuccess.mock.calls.length, onFailure.mock.calls.length]).toEqual([0, 0]);
  });

  it('reports that it was blocked', () => {
    vi.spyOn(window, 'open').mockReturnValue(null);
    const onFailure = vi.fn();
    openLoginPopup({ onSuccess: vi.fn(), onFailure }, () => Promise.resolve(false));
    expect(onFailure.mock.calls).toEqual([['Provider Popup Blocked']]);
  });

  it('closes with the page that opened it', () => {
    const { popup, stop } = setUp();
    stop();
    expect(popup.close).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
  });
});
