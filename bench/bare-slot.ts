import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { DEFAULT_RUN_LIMITS } from '#platform/contract/runner-protocol.ts';
import { findInterpreters } from '#runner/python/interpreters.ts';
import { preparePython } from '#runner/python/prepare-python.ts';
import { programInput } from '#runner/python/python-program.ts';
import { openSlot } from '#runner/python/slots/open-slot.ts';
import type { Slot } from '#runner/python/slots/slot.ts';
import { prepareFolders } from '#runner/runner-folders.ts';
import { openSandbox } from '#runner/sandbox/open-sandbox.ts';

/** Above the runner's own range, so that its users aren't ours. */
const FIRST_USER_ID = 65_400;

/** Warm slots of the best Python of this machine, without a runner around them. */
export interface BareSlots {
  readonly slots: readonly Slot[];
  /** The interpreter that they keep warm. */
  readonly python: string;
  close(): Promise<void>;
}

export async function openBareSlots(count: number): Promise<BareSlots> {
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-bench-'));
  const folders = await prepareFolders(folder);
  await mkdir(folders.blobs, { mode: 0o711 });
  const state = await openSandbox({ bubblewrap: 'bwrap', folder, hidden: [], firstUserId: FIRST_USER_ID });
  if (!state.ok) throw new Error(state.reason);
  const python = (await findInterpreters([])).find(({ hasPandas }) => hasPandas);
  if (!python) throw new Error('No Python with pandas is installed: apt install python3-pandas python3-matplotlib');
  const prepared = await preparePython(python, { modules: folders.pythonModules, caches: folders.caches });
  const { signal } = new AbortController();
  const slots = await Promise.all(
    Array.from({ length: count }, (_, index) => openSlot(state.sandbox, folders, FIRST_USER_ID + 1 + index, prepared, signal)),
  );
  return {
    slots,
    python: python.path,
    close: async () => {
      await Promise.all(slots.map((slot) => slot.close()));
      await state.sandbox.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs code in a slot, to the last byte of its report. @throws Error if it doesn't finish */
export async function runInSlot(slot: Slot, code: string): Promise<void> {
  const limits = DEFAULT_RUN_LIMITS;
  const input = programInput({
    language: 'python',
    earlier: [],
    setup: [],
    preamble: [],
    code,
    input: '',
    values: 'all',
    compared: [],
    limits,
    sql: null,
    checks: null,
    wants_files: false,
    shows_last_value: false,
    circumstances: null,
  });
  const run = await slot.start({ input, files: [], limits });
  const [, errors, report] = await Promise.all([text(run.stdout), text(run.stderr), text(run.report), run.ended]);
  if (!report.includes('"phase": 3')) throw new Error(`The run did not finish: ${errors} ${report.slice(0, 500)}`);
}
