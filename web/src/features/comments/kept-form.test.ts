import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptForm } from './kept-form.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
vi.mock('#web/platform/drafts.ts', () => ({
  loadDraft: (key: string) => Promise.resolve(stored.get(key) ?? null),
  saveDraft: (key: string, draft: unknown) => void stored.set(key, draft),
  clearDraft: (key: string) => Promise.resolve(stored.delete(key)),
}));

const EMPTY = { message: '', tags: [] as string[] };
const open = () => new KeptForm('3/reply/12', EMPTY);

describe('a kept form', () => {
  beforeEach(() => stored.clear());
  // A restored draft is noted with the page that it was put into.
  beforeAll(() => vi.stubGlobal('location', { pathname: '/lesson/3' }));
  afterAll(() => vi.unstubAllGlobals());

  it('has again what was typed before a reload', async () => {
    open().change({ message: 'Half a sen' });
    const again = open();
    expect(again.state()).toBe(EMPTY);
    const listener = vi.fn<() => void>();
    again.subscribe(listener);
    await again.load();
    expect(again.state()).toEqual({ message: 'Half a sen', tags: [] });
    expect(listener).toHaveBeenCalledOnce();
  });

  it('keeps what is typed while the earlier text is still being read', async () => {
    open().change({ message: 'Old' });
    const again = open();
    const loading = again.load();
    again.change({ message: 'New' });
    await loading;
    expect(again.state().message).toBe('New');
  });

  it('forgets what was sent', async () => {
    const form = open();
    form.change({ message: 'Sent' });
    form.clear();
    expect(form.state()).toBe(EMPTY);
    const again = open();
    await again.load();
    expect(again.state()).toBe(EMPTY);
  });
});
