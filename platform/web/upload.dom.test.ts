import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseRoutes } from '#features/releases/contract/releases.ts';
import { upload } from './upload.ts';
import { followWrittenCalls } from './written-calls.ts';

/** The part of XMLHttpRequest that an upload uses, controlled by the test. */
class FakeRequest extends EventTarget {
  static last: FakeRequest;
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  opened: string[] = [];
  body: FormData | null = null;

  constructor() {
    super();
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.opened = [method, url];
  }
  setRequestHeader() {}
  send(body: FormData) {
    this.body = body;
  }
  abort() {
    this.end('abort');
  }
  answer(status: number, body: unknown) {
    this.status = status;
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body);
    this.end('load');
  }
  end(type: string) {
    this.dispatchEvent(new Event(type));
    this.dispatchEvent(new Event('loadend'));
  }
}

const file = new File(['zip'], 'lessons.zip');
const start = (more: Partial<Parameters<typeof upload>[1]> = {}) =>
  upload(releaseRoutes.createReleaseFromZip, {
    fields: { file, releaseName: 'Spring', branchName: 'spring', operation_id: null },
    ...more,
  });

describe('an upload', () => {
  beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));
  afterEach(() => vi.unstubAllGlobals());

  it('sends text fields before files, and omits null', async () => {
    const reply = start();
    expect(FakeRequest.last.opened).toEqual(['POST', '/api/releases/zip']);
    expect([...(FakeRequest.last.body?.keys() ?? [])]).toEqual(['releaseName', 'branchName', 'file']);
    FakeRequest.last.answer(200, { id: 7 });
    await expect(reply).resolves.toEqual({ id: 7 });
  });

  it('reports progress', async () => {
    const seen: [number, number][] = [];
    const reply = start({ onProgress: (sent, total) => seen.push([sent, total]) });
    const progress = (loaded: number) => new ProgressEvent('progress', { lengthComputable: true, loaded, total: 10 });
    FakeRequest.last.upload.dispatchEvent(progress(4));
    FakeRequest.last.upload.dispatchEvent(progress(10));
    FakeRequest.last.answer(200, {});
    await reply;
    expect(seen).toEqual([
      [4, 10],
      [10, 10],
    ]);
  });

  it.each([
    [
      422,
      { error: 'No lesson is in it.', code: 'refused', request_id: 'r' },
      { status: 422, code: 'refused', message: 'No lesson is in it.' },
    ],
    [502, '<html>', { status: 502, code: 'internal', message: 'The server answered 502.' }],
  ])('throws what the server refused (%i)', async (status, body, error) => {
    const reply = start();
    FakeRequest.last.answer(status, body);
    await expect(reply).rejects.toMatchObject({ name: 'ApiError', ...error });
  });

  it('throws when the connection is lost', async () => {
    const reply = start();
    FakeRequest.last.end('error');
    await expect(reply).rejects.toMatchObject({ name: 'ApiError', status: 0, code: 'unreachable' });
  });

  it.each([
    [false, true],
    [true, false],
  ])('makes stale what it changed; as a dry run (%s) nothing', async (dry_run, isStale) => {
    const client = new QueryClient();
    const stop = followWrittenCalls(client);
    client.setQueryData(['releases'], []);
    const reply = start({ fields: { file, dry_run } });
    FakeRequest.last.answer(200, {});
    await reply;
    expect(client.getQueryState(['releases'])?.isInvalidated).toBe(isStale);
    stop();
  });

  it('ends when aborted', async () => {
    const stopping = new AbortController();
    const reply = start({ signal: stopping.signal });
    stopping.abort();
    await expect(reply).rejects.toMatchObject({ name: 'AbortError' });
    await expect(start({ signal: stopping.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
