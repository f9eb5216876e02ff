import { expect, it, vi } from 'vitest';
import { ApiError } from '#platform/contract/client.ts';
import { FILE_TOO_LARGE, LIMITS } from '#platform/contract/limits.ts';
import { MESSAGES } from './messages.ts';
import { UploadQueue, type SendFile } from './upload-queue.ts';

interface Sending {
  name: string;
  overwrite: boolean;
  onProgress: (sent: number, total: number) => void;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** A queue whose sending ends when the test says so; Stop ends it as the browser does. */
function makeQueue() {
  const sending: Sending[] = [];
  const uploaded: string[] = [];
  const send: SendFile = (file, { overwrite, signal, onProgress }) =>
    new Promise<void>((resolve, reject) => {
      sending.push({ name: file.name, overwrite, onProgress, resolve, reject });
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    });
  const queue = new UploadQueue(send, (name) => uploaded.push(name));
  const add = (files: readonly File[]) => queue.add(files.map((each) => ({ file: each, folder: '' })));
  const states = () => queue.state().map(({ name, state }) => `${name} ${state}`);
  return { queue, add, sending, uploaded, states };
}

/** Waits for a state, for as long as a busy machine needs. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 300_000, interval: 5 });
const file = (name: string) => new File(['1,2'], name);
const large = () => Object.defineProperty(file('large.db'), 'size', { value: LIMITS.dataFileBytes + 1 });

it('sends two at a time, tells how far each is, and goes on with the next', async () => {
  const { queue, add, sending, uploaded, states } = makeQueue();
  add([file('a'), file('b'), file('c')]);
  expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
  sending[0]?.onProgress(1, 4);
  expect(queue.state()[0]?.progress).toBe(0.25);
  sending[0]?.onProgress(4, 4);
  expect(states()[0]).toBe('a storing');
  sending[0]?.resolve();
  await until(() => expect(states()).toEqual(['b sending', 'c sending']));
  expect(uploaded).toEqual(['a']);
});

it('sends nothing of a file over 50 MB', () => {
  const { queue, add, sending } = makeQueue();
  add([large()]);
  expect(sending).toEqual([]);
  expect(queue.state()[0]).toMatchObject({ state: 'failed', error: FILE_TOO_LARGE });
  queue.retry(queue.state()[0]?.id ?? 0);
  expect(sending).toEqual([]);
});

it('asks where the name is taken, and sends again to overwrite', async () => {
  const { queue, add, sending, uploaded, states } = makeQueue();
  add([file('a')]);
  sending[0]?.reject(new ApiError(409, { error: 'There is one.', code: 'already_exists' }));
  await until(() => expect(states()).toEqual(['a exists']));
  queue.overwrite(queue.state()[0]?.id ?? 0);
  expect(sending[1]).toMatchObject({ name: 'a', overwrite: true });
  sending[1]?.resolve();
  await until(() => expect(uploaded).toEqual(['a']));
  expect(states()).toEqual([]);
});

it('says why a file did not arrive, and sends it again when asked to', async () => {
  const { queue, add, sending, uploaded } = makeQueue();
  add([file('a')]);
  sending[0]?.reject(new ApiError(500, { error: 'Something went wrong.', code: 'internal' }));
  await until(() => expect(queue.state()[0]?.error).toBe(MESSAGES.uploadFailed));
  queue.retry(queue.state()[0]?.id ?? 0);
  sending[1]?.resolve();
  await until(() => expect(uploaded).toEqual(['a']));
});

it('stops one file, and the others go on', async () => {
  const { queue, add, sending, uploaded, states } = makeQueue();
  add([file('a'), file('b'), file('c')]);
  queue.remove(queue.state()[0]?.id ?? 0);
  expect(states()).toEqual(['b sending', 'c sending']);
  sending[2]?.resolve();
  await until(() => expect(uploaded).toEqual(['c']));
  queue.removeAll();
  expect(states()).toEqual([]);
});
