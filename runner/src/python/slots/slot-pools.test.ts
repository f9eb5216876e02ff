import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RuntimeDeps } from '../../language-runtime.ts';
import type { PreparedPython } from '../prepare-python.ts';
import { openSlot } from './open-slot.ts';
import { SlotPools } from './slot-pools.ts';
import type { Slot } from './slot.ts';

vi.mock('./open-slot.ts', () => ({ openSlot: vi.fn() }));

const PYTHON = { path: '/usr/bin/python3', moved: [] } as unknown as PreparedPython;
const DEPS = { settings: { capacity: 1, warm: 'only' }, userIds: { take: () => 1, release: () => undefined } } as unknown as RuntimeDeps;

let opening: PromiseWithResolvers<Slot>;
let pools: SlotPools;
beforeEach(() => {
  opening = Promise.withResolvers();
  vi.mocked(openSlot).mockReturnValue(opening.promise);
  // A failed slot is reported there.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  pools = new SlotPools(DEPS);
});
afterEach(async () => {
  opening.reject(new Error('ended'));
  await pools.close();
  vi.restoreAllMocks();
});

describe('a run that must be warm', () => {
  it('fails when the slot it waits for cannot be opened', async () => {
    const taking = pools.take(PYTHON, 'base 3.11', new AbortController().signal);
    opening.reject(new Error('no sandbox'));
    await expect(taking).rejects.toThrow('no sandbox');
  });

  it('stops waiting when it is stopped', async () => {
    const stop = new AbortController();
    const taking = pools.take(PYTHON, 'base 3.11', stop.signal);
    stop.abort();
    await expect(taking).rejects.toThrow('stopped');
  });
});
