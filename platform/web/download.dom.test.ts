import { afterEach, expect, it, vi } from 'vitest';
import { downloadByLink } from './download.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('has the browser save what an address sends, and throws the reason of a failure instead of saving it', async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.pathname);
  });
  let stopped = 0;
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    signal.addEventListener('abort', () => stopped++);
    return Promise.resolve(new Response('zip'));
  });
  await downloadByLink('/api/dataset/1/version/2/zip');
  expect([followed, stopped]).toEqual([['/api/dataset/1/version/2/zip'], 1]);
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error: 'Invalid dataset id.', code: 'not_found' }, { status: 404 })));
  await expect(downloadByLink('/api/dataset/9/version/9/zip')).rejects.toThrow('Invalid dataset id.');
  expect(followed).toHaveLength(1);
});
