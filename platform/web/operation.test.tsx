import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import type { LiveListener } from './live.ts';
import { isAbort, useOperation } from './operation.ts';

const topics = vi.hoisted(() => new Map<string, LiveListener['onEvent']>());
vi.mock('./live.ts', () => ({
  subscribe: (topic: string, listener: LiveListener['onEvent']) => {
    topics.set(topic, listener);
    return () => topics.delete(topic);
  },
}));

describe('an operation', () => {
  let root: Root;
  let operation: ReturnType<typeof useOperation>;
  let stops: string[];
  let stopAnswers: number[];

  function Host() {
    const current = useOperation();
    useEffect(() => {
      operation = current;
    });
    return null;
  }

  beforeEach(async () => {
    stops = [];
    stopAnswers = [];
    vi.stubGlobal('fetch', async (url: string) => {
      stops.push(url);
      return Response.json({}, { status: stopAnswers.shift() ?? 200 });
    });
    root = createRoot(document.createElement('div'));
    await act(async () => root.render(<Host />));
  });
  afterEach(() => {
    act(() => root.unmount());
    vi.unstubAllGlobals();
    topics.clear();
  });

  it('reports progress of its own topic only while it runs', async () => {
    const end = Promise.withResolvers<string>();
    let id = '';
    let reply: Promise<string> | undefined;
    await act(async () => {
      reply = operation.run(({ operationId }) => {
        id = operationId;
        return end.promise;
      });
    });
    expect(operation).toMatchObject({ isRunning: true, progress: { doing: '', done: 0, total: null } });
    await act(async () => topics.get(`operation:${id}`)?.({ type: 'progress', doing: 'Reading lessons', done: 3, total: 9 }));
    expect(operation.progress).toEqual({ doing: 'Reading lessons', done: 3, total: 9 });
    await act(async () => end.resolve('done'));
    await expect(reply).resolves.toBe('done');
    expect(operation.isRunning).toBe(false);
    expect(topics.size).toBe(0);
  });

  it('throws what its call throws, and ends', async () => {
    let reply: Promise<unknown> | undefined;
    await act(async () => {
      reply = operation.run(() => Promise.reject(new Error('refused')));
      await reply.catch(() => undefined);
    });
    await expect(reply).rejects.toThrow('refused');
    expect(operation.isRunning).toBe(false);
  });

  it('asks the server to stop until it knows of the operation', async () => {
    const end = Promise.withResolvers<void>();
    stopAnswers = [404, 200];
    let id = '';
    await act(async () => {
      void operation.run(({ operationId }) => {
        id = operationId;
        return end.promise;
      });
    });
    await act(async () => operation.stop());
    expect(operation.isStopping).toBe(true);
    await untilRendered(() => expect(stops).toEqual(Array(2).fill(`/api/operation/${id}/stop`)));
    await act(async () => end.resolve());
    expect(operation).toMatchObject({ isRunning: false, isStopping: false });
  });

  it('aborts work that only the page is doing', async () => {
    let reply: Promise<unknown> | undefined;
    await act(async () => {
      reply = operation.run(({ signal, reportProgress: tellHere }) => {
        tellHere({ doing: 'Sending the file', done: 1, total: 5 });
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
      });
      reply.catch(() => undefined);
    });
    expect(operation.progress).toMatchObject({ done: 1, total: 5 });
    await act(async () => operation.stop());
    expect(isAbort(await reply?.catch((error: unknown) => error))).toBe(true);
    expect(stops).toEqual([]);
  });
});
