import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { safeHtml } from '#testing/content/safe-html.ts';
import type { PreviewReply, PreviewRequest } from './render-preview.worker.ts';

/** A worker controlled by the test. */
class ToldWorker extends EventTarget {
  static all: ToldWorker[] = [];
  readonly sources: string[] = [];
  readonly hosts: (readonly string[])[] = [];
  isEnded = false;

  constructor() {
    super();
    ToldWorker.all.push(this);
  }
  postMessage({ source, videoHosts }: PreviewRequest) {
    this.sources.push(source);
    this.hosts.push(videoHosts);
  }
  say(data: PreviewReply | 'ready') {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate() {
    this.isEnded = true;
  }
}

const AS_SOURCE = /This is its source.*<pre><code>&lt;b&gt;slow/s;
const started = () => ToldWorker.all;
const newest = () => ToldWorker.all.at(-1)!;

/** Reloads the module, which keeps its worker, with its settings loaded. */
async function open(listVideoHosts: () => Promise<{ hosts: string[] }> = () => Promise.resolve({ hosts: ['vimeo.com'] })) {
  vi.resetModules();
  vi.doMock('../../api.ts', () => ({ api: { listVideoHosts } }));
  const { renderPreview, warmPreview } = await import('./preview-renderer.ts');
  warmPreview();
  await vi.advanceTimersByTimeAsync(0);
  return (source: string, signal = new AbortController().signal) => {
    const shown: { html: string | null } = { html: null };
    void renderPreview(source, null, signal).then((html) => (shown.html = html));
    return shown;
  };
}

describe('the preview', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('Worker', ToldWorker);
    ToldWorker.all = [];
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.doUnmock('../../api.ts');
  });

  it('renders texts one after another in the same worker', async () => {
    const render = await open();
    const [one, two] = [render('one'), render('two')];
    newest().say('ready');
    expect(newest().sources).toEqual(['one']);
    newest().say({ html: safeHtml('ONE') });
    newest().say({ html: safeHtml('TWO') });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([one.html, two.html, newest().sources, started().length]).toEqual(['ONE', 'TWO', ['one', 'two'], 1]);
  });

  it('waits for the hosts whose videos play, and does without them where they are not known', async () => {
    const { promise, resolve } = Promise.withResolvers<{ hosts: string[] }>();
    const early = (await open(() => promise))('one');
    newest().say('ready');
    expect(newest().sources).toEqual([]);
    resolve({ hosts: ['tube.example.org'] });
    await vi.advanceTimersByTimeAsync(0);
    newest().say({ html: safeHtml('ONE') });
    await vi.advanceTimersByTimeAsync(0);
    expect([early.html, newest().hosts]).toEqual(['ONE', [['tube.example.org']]]);
    const render = await open(() => Promise.reject(new Error('down')));
    render('two');
    newest().say('ready');
    expect([newest().sources, newest().hosts]).toEqual([['two'], [[]]]);
  });

  it('shows the source of a text that never finishes, and renders the next one in a new worker', async () => {
    const render = await open();
    const slow = render('<b>slow');
    // The start of the worker does not count.
    await vi.advanceTimersByTimeAsync(10_000);
    newest().say('ready');
    const next = render('next');
    await vi.advanceTimersByTimeAsync(1_999);
    expect([slow.html, newest().isEnded]).toEqual([null, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([slow.html, started().map(({ isEnded }) => isEnded)]).toEqual([expect.stringMatching(AS_SOURCE), [true, false]]);
    newest().say('ready');
    started()[0]?.say({ html: safeHtml('late') });
    newest().say({ html: safeHtml('NEXT') });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([next.html, newest().sources, started().length]).toEqual(['NEXT', ['next'], 2]);
  });

  it('skips outdated texts, and soon terminates a slow one', async () => {
    const render = await open();
    const [first, second] = [new AbortController(), new AbortController()];
    render('<b>slow', first.signal);
    newest().say('ready');
    first.abort();
    render('outdated', second.signal);
    second.abort();
    const latest = render('latest');
    await vi.advanceTimersByTimeAsync(500);
    newest().say('ready');
    newest().say({ html: safeHtml('LATEST') });
    await vi.advanceTimersByTimeAsync(0);
    expect([latest.html, started().map(({ sources }) => sources)]).toEqual(['LATEST', [['<b>slow'], ['latest']]]);
  });

  it('shows the source of a text that breaks the worker, and retries a worker that failed to load', async () => {
    const render = await open();
    const fail = () => newest().dispatchEvent(new Event('error'));
    const unanswered = render('one');
    fail();
    const broken = render('<b>slow');
    newest().say('ready');
    fail();
    const next = render('next');
    newest().say('ready');
    newest().say({ html: safeHtml('NEXT') });
    await vi.advanceTimersByTimeAsync(0);
    expect([unanswered.html, broken.html, next.html, started().length]).toEqual([null, expect.stringMatching(AS_SOURCE), 'NEXT', 3]);
  });
});
