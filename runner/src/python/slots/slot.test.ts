import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_RUN_LIMITS } from '#platform/contract/runner-protocol.ts';
import type { SandboxProcess } from '../../sandbox/sandbox-process.ts';
import { FrameReader, Slot } from './slot.ts';

const MIB = 1024 * 1024;
const RUN = { input: { open: { code: 'x' }, sealed: null }, files: [{ name: 'a.csv', entry: 'ab' }], limits: DEFAULT_RUN_LIMITS };

function frame(kind: string, data: string | object): Buffer {
  const bytes = Buffer.from(typeof data === 'string' ? data : JSON.stringify(data));
  const header = Buffer.from([kind.charCodeAt(0), 0, 0]);
  header.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([header, bytes]);
}

/** A slot's process as the runner sees it, controlled by the test. */
function buildProcess() {
  const { promise: ended, resolve } = Promise.withResolvers<{ exitCode: number | null; isOutOfMemory: boolean }>();
  const streams = { stdout: new PassThrough(), stderr: new PassThrough(), report: new PassThrough(), input: new PassThrough() };
  const kill = vi.fn(() => {
    streams.report.destroy();
    resolve({ exitCode: null, isOutOfMemory: false });
  });
  const bound = vi.fn(async () => async () => false);
  const process: SandboxProcess = { ...streams, ended, kill, bound };
  return { ...streams, kill, bound, process, sendFrame: (kind: string, data: string | object) => streams.report.write(frame(kind, data)) };
}

async function buildSlot() {
  const given = buildProcess();
  const warming = Slot.warm(given.process, 5_000);
  given.sendFrame('w', { held_bytes: 80 * MIB });
  return { ...given, slot: await warming };
}

describe('a slot', () => {
  it('passes a run on, and separates its streams', async () => {
    const { slot, input, bound, sendFrame } = await buildSlot();
    const run = await slot.start(RUN);
    const sent: Buffer = input.read();
    expect(sent.subarray(0, 1).toString()).toBe('r');
    const length = Number.parseInt(sent.subarray(1, 9).toString(), 16);
    expect(JSON.parse(sent.subarray(17, 17 + length).toString())).toEqual({ code: 'x', files: [['a.csv', 'ab']] });
    expect(sent.subarray(17 + length).toString()).toBe('null');
    expect(bound).toHaveBeenCalledWith(DEFAULT_RUN_LIMITS.memory_bytes + DEFAULT_RUN_LIMITS.disk_bytes + 256 * MIB, expect.any(Function));
    sendFrame('o', 'out');
    sendFrame('e', 'err');
    sendFrame('r', 'report');
    sendFrame('x', { held_bytes: 80 * MIB, status: 0 });
    expect(await Promise.all([text(run.stdout), text(run.stderr), text(run.report), run.ended])).toEqual([
      'out',
      'err',
      'report',
      { exitCode: 0, isOutOfMemory: false },
    ]);
    expect(slot.isFit).toBe(true);
  });

  it('accepts one run at a time', async () => {
    const { slot } = await buildSlot();
    await slot.start(RUN);
    await expect(slot.start(RUN)).rejects.toThrow('cannot start a run');
  });

  it('is not reused when a run left something in its memory', async () => {
    const { slot, sendFrame } = await buildSlot();
    const run = await slot.start(RUN);
    sendFrame('x', { held_bytes: 120 * MIB, status: 0 });
    await run.ended;
    expect(slot.isFit).toBe(false);
    await expect(slot.start(RUN)).rejects.toThrow('cannot start a run');
  });

  it.each([
    ['no frames', (given: ReturnType<typeof buildProcess>) => given.report.write('Traceback (most recent call last)')],
    ['frames of a run when there is none', (given: ReturnType<typeof buildProcess>) => given.sendFrame('o', 'out')],
  ])('that writes %s is ended', async (_, write) => {
    const given = await buildSlot();
    write(given);
    await given.slot.ended;
    expect(given.kill).toHaveBeenCalled();
    expect(given.slot.isFit).toBe(false);
  });

  it('ends its run when it ends itself', async () => {
    const { slot, report } = await buildSlot();
    const run = await slot.start(RUN);
    report.destroy();
    expect(await run.ended).toEqual({ exitCode: null, isOutOfMemory: false });
    expect(await text(run.report)).toBe('');
  });

  it('starts no run when it ends while the limit of the run is set', async () => {
    const { slot, bound, report } = await buildSlot();
    const limited = Promise.withResolvers<() => Promise<boolean>>();
    bound.mockReturnValueOnce(limited.promise);
    const starting = slot.start(RUN);
    report.destroy();
    await once(report, 'close');
    const release = vi.fn(async () => false);
    limited.resolve(release);
    await expect(starting).rejects.toThrow('ended before the run started');
    expect(release).toHaveBeenCalled();
  });

  it('requests the end of a run, but not after it is over', async () => {
    const { slot, input, sendFrame } = await buildSlot();
    const run = await slot.start(RUN);
    input.read();
    run.kill();
    expect(String(input.read())).toBe('k');
    sendFrame('x', { held_bytes: 80 * MIB, status: 9 });
    await run.ended;
    run.kill();
    expect(input.read()).toBeNull();
    expect(slot.isFit).toBe(true);
  });

  it('that exits before it is warm reports why', async () => {
    const given = buildProcess();
    const warming = Slot.warm(given.process, 5_000);
    given.stderr.write('No module named json');
    setImmediate(() => given.kill());
    await expect(warming).rejects.toThrow('No module named json');
  });
});

function readFrames(...chunks: Buffer[]): string[] {
  const found: string[] = [];
  const reader = new FrameReader((kind, data) => found.push(`${kind} ${data.toString('utf8')}`));
  for (const chunk of chunks) reader.read(chunk);
  return found;
}

describe('frames', () => {
  const bytes = Buffer.concat([frame('o', 'one'), frame('e', ''), frame('r', 'a report'), frame('x', '{}')]);
  const expected = ['stdout one', 'stderr ', 'report a report', 'ended {}'];

  it('are found when they arrive at once', () => {
    expect(readFrames(bytes)).toEqual(expected);
  });

  it.each([1, 2, 3, 7])('are found when they arrive %i bytes at a time', (size) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
    expect(readFrames(...chunks)).toEqual(expected);
  });

  it('that are invalid are rejected', () => {
    expect(() => readFrames(Buffer.from('Traceback'))).toThrow('invalid frame');
  });
});
