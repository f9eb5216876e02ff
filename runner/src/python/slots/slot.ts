/** One warm slot: sends it runs, and separates their streams. */

import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { z } from 'zod';
import type { RunLimits } from '#platform/contract/runner-protocol.ts';
import type { LessonFiles } from '../../lesson-files.ts';
import { SandboxFailure } from '../../sandbox/explain-failure.ts';
import type { RunProcess, SandboxProcess } from '../../sandbox/sandbox-process.ts';
import { heldBytes } from '../../sandbox/sandbox.ts';
import { programBytes, type ProgramInput } from '../python-program.ts';

/** A file or folder of the blob folder, with its name in the work folder. */
export interface SlotFile {
  readonly name: string;
  /** Its name in the blob folder. */
  readonly entry: string;
}

/** Describes the files of a lesson for a slot. */
export function slotFiles({ files, folders }: LessonFiles): SlotFile[] {
  return [...files.map(({ name, sha256 }) => ({ name, entry: sha256 })), ...folders.map(({ name, entry }) => ({ name, entry }))];
}

/** What a slot needs to know of a run; the rest of the request is for the program inside. */
export interface SlotRun {
  readonly input: ProgramInput;
  readonly files: readonly SlotFile[];
  readonly limits: RunLimits;
}

/** What a slot reports when it is warm and after each run. */
const SlotReport = z.object({ held_bytes: z.number().int(), status: z.number().int().optional() });

interface CurrentRun {
  readonly streams: Readonly<Record<'stdout' | 'stderr' | 'report', PassThrough>>;
  readonly end: (isDead: boolean) => void;
}

/** Keep in sync with runner/languages/python/lessonwright_run/frames.py. */
type FrameKind = 'stdout' | 'stderr' | 'report' | 'warm' | 'ended';

const FRAME_KINDS: Readonly<Record<string, FrameKind>> = { o: 'stdout', e: 'stderr', r: 'report', w: 'warm', x: 'ended' };
const FRAME_HEADER_BYTES = 3;

const RUN = Buffer.from('r');
const KILL = Buffer.from('k');
/** Time for the kernel to end a run's processes before the whole slot is killed. */
const KILL_GRACE_MS = 2_000;
const MAX_RUNS = 20_000;
/** Growth above its warm size that means that runs leave something behind. */
const MAX_GROWTH_BYTES = 24 * 1024 * 1024;
const MAX_ERROR_OUTPUT = 4_000;

/**
 * A warm interpreter in its sandbox that creates a separate sandbox for each request, one run at a time. See
 * runner/languages/python/lessonwright_run/warm.py.
 */
export class Slot {
  readonly #process: SandboxProcess;
  #run: CurrentRun | null = null;
  #onWarm: () => void = () => undefined;
  #runs = 0;
  #warmBytes = 0;
  #heldBytes = 0;
  #isDead = false;
  #isDoubtful = false;
  #errorOutput = '';

  private constructor(process: SandboxProcess) {
    this.#process = process;
    const frames = new FrameReader((kind, data) => this.#onFrame(kind, data));
    process.report.on('data', (chunk: Buffer) => {
      try {
        frames.read(chunk);
      } catch {
        this.#doubt();
      }
    });
    process.stdout.resume();
    process.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-MAX_ERROR_OUTPUT);
    });
  }

  /**
   * Waits until a process that was started as a slot is warm.
   * @throws Error with its output if it exits first or isn't warm within `milliseconds`
   */
  static async warm(process: SandboxProcess, milliseconds: number): Promise<Slot> {
    const slot = new Slot(process);
    const { promise: isWarm, resolve } = Promise.withResolvers<boolean>();
    slot.#onWarm = () => resolve(true);
    const timer = setTimeout(() => {
      slot.#errorOutput += `\nIt was not warm after ${milliseconds / 1000} seconds.`;
      resolve(false);
    }, milliseconds);
    const hasClosed = once(process.report, 'close');
    void hasClosed.then(() => {
      slot.#isDead = true;
      slot.#run?.end(true);
      resolve(false);
    });
    const hasBecomeWarm = await isWarm;
    clearTimeout(timer);
    if (hasBecomeWarm) return slot;
    await slot.close();
    throw new Error(slot.#errorOutput.trim() || 'It was ended before it was warm.');
  }

  /** False: it has ended or must not be used for another run. */
  get isFit(): boolean {
    return !this.#isDead && !this.#isDoubtful && this.#runs < MAX_RUNS && this.#heldBytes - this.#warmBytes < MAX_GROWTH_BYTES;
  }

  /** Memory of the warm interpreter itself, as last reported. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** The end of its error output outside of runs. */
  get errorOutput(): string {
    return this.#errorOutput;
  }

  /** Settles once it is completely gone. */
  get ended(): Promise<unknown> {
    return this.#process.ended;
  }

  /**
   * Starts a run. Only while no other is going on.
   * @throws SandboxFailure if that fails; nothing of the run has happened then
   */
  async start({ input, files, limits }: SlotRun): Promise<RunProcess> {
    if (!this.isFit || this.#run) throw new SandboxFailure('This warm slot cannot start a run.');
    this.#runs += 1;
    const { promise: ended, resolve } = Promise.withResolvers<{ exitCode: number | null; isOutOfMemory: boolean }>();
    const streams = { stdout: new PassThrough(), stderr: new PassThrough(), report: new PassThrough() };
    let killTimer: NodeJS.Timeout | null = null;
    const kill = () => {
      if (this.#run !== run) return;
      this.#process.input.write(KILL);
      killTimer ??= setTimeout(() => this.#doubt(), KILL_GRACE_MS);
    };
    const release = await this.#process.bound(heldBytes(limits), kill).catch((error: unknown) => {
      this.#doubt();
      throw new SandboxFailure(error instanceof Error ? error.message : String(error));
    });
    // It may have ended while its limit was set; nothing would end the run then.
    if (this.#isDead) {
      await release();
      throw new SandboxFailure('The warm slot ended before the run started.');
    }
    const run: CurrentRun = {
      streams,
      end: (isDead) => {
        this.#run = null;
        if (killTimer) clearTimeout(killTimer);
        for (const stream of Object.values(streams)) stream.end();
        void release().then((isOutOfMemory) => resolve({ exitCode: isDead ? null : 0, isOutOfMemory }));
      },
    };
    this.#run = run;
    const request = programBytes({ ...input, open: { ...input.open, files: files.map(({ name, entry }) => [name, entry]) } });
    this.#process.input.write(Buffer.concat([RUN, request]));
    return { ...streams, ended, kill };
  }

  /** Ends it with everything that runs in it. Settles once it is completely gone. */
  async close(): Promise<void> {
    this.#isDoubtful = true;
    this.#process.kill();
    await this.#process.ended;
  }

  /** Kills a slot whose output can't be parsed. */
  #doubt(): void {
    this.#isDoubtful = true;
    this.#process.kill();
  }

  #onFrame(kind: FrameKind, data: Buffer): void {
    if (kind === 'warm' || kind === 'ended') this.#onSlotReport(kind, data);
    else if (!this.#run) this.#doubt();
    else this.#run.streams[kind].write(data);
  }

  #onSlotReport(kind: 'warm' | 'ended', data: Buffer): void {
    const report = SlotReport.parse(JSON.parse(data.toString('utf8')));
    this.#heldBytes = report.held_bytes;
    if (kind === 'warm') {
      this.#warmBytes = report.held_bytes;
      this.#onWarm();
    } else {
      this.#run?.end(false);
    }
  }
}

/** Splits a slot's output into frames, however it is chunked. */
export class FrameReader {
  readonly #onFrame: (kind: FrameKind, data: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onFrame: (kind: FrameKind, data: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  /** @throws Error for an invalid frame; nothing after it can be parsed */
  read(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    let at = 0;
    while (bytes.length - at >= FRAME_HEADER_BYTES) {
      const kind = FRAME_KINDS[String.fromCharCode(bytes.readUInt8(at))];
      if (!kind) throw new Error('A slot wrote an invalid frame.');
      const end = at + FRAME_HEADER_BYTES + bytes.readUInt16BE(at + 1);
      if (bytes.length < end) break;
      this.#onFrame(kind, bytes.subarray(at + FRAME_HEADER_BYTES, end));
      at = end;
    }
    this.#rest = bytes.subarray(at);
  }
}
