import { text } from 'node:stream/consumers';
import { DEFAULT_RUN_LIMITS } from '#platform/contract/runner-protocol.ts';
import type { RunnerFolders } from '../../runner-folders.ts';
import { missingIn } from '../../sandbox/probe.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { PreparedPython } from '../prepare-python.ts';
import { PROGRAM_FOLDER, programInput, pythonBinds, pythonEnvironment } from '../python-program.ts';
import { Slot } from './slot.ts';

/** Keep in sync with lessonwright_run/warm.py. Below /tmp, which each run covers with its own. */
const BLOBS_INSIDE = '/tmp/blobs';
/** One heap fits into huge pages, so a fork copies far less than with Python's own allocator (kernel.py). */
const ONE_HEAP = { PYTHONMALLOC: 'malloc' };
const WARM_MS = 60_000;
const PROBE_MS = 10_000;
/** For the slot itself, which writes nothing; each run gets its own folders. */
const OWN_DISK = { disk_bytes: 4 * 1024 * 1024, files: 1_024 };
const MOST_PROCESSES = 1_024;

const PROBE_CODE = [
  'for path in ("/proc/self/status", "/proc/net/dev"):',
  '  with open(path) as file: print(file.read())',
  'import os',
  'print(os.listdir("/work"), [name for name in os.listdir("/tmp") if not name.startswith(".")], os.getppid())',
].join('\n');
const NOTHING_FOUND = '[] [] 1';

/**
 * Starts a slot, waits until it is warm, and checks its isolation from inside with a harmless run.
 * @throws Error saying why it failed
 */
export async function openSlot(
  sandbox: Sandbox,
  folders: RunnerFolders,
  userId: number,
  python: PreparedPython,
  signal: AbortSignal,
): Promise<Slot> {
  const binds = pythonBinds(python, folders);
  const kept = binds.map(({ target }) => target).filter((target) => target.startsWith('/tmp/'));
  const process = await sandbox.start(userId, {
    command: [python.path, `${PROGRAM_FOLDER}/slot.py`, JSON.stringify(kept)],
    environment: { ...pythonEnvironment(python), ...ONE_HEAP },
    binds: [...binds, { source: folders.blobs, target: BLOBS_INSIDE }],
    reads: python.folders,
    limits: { ...DEFAULT_RUN_LIMITS, ...OWN_DISK, processes: MOST_PROCESSES },
    input: '',
    keepsInput: true,
    isFirstProcess: true,
    isSlot: true,
  });
  const stop = () => process.kill();
  signal.addEventListener('abort', stop, { once: true });
  void process.ended.then(() => signal.removeEventListener('abort', stop));
  if (signal.aborted) process.kill();
  const slot = await Slot.warm(process, WARM_MS);
  try {
    const problem = await probeSlot(slot);
    if (problem !== null) throw new Error(problem);
    return slot;
  } catch (error) {
    await slot.close();
    throw error;
  }
}

async function probeSlot(slot: Slot): Promise<string | null> {
  const limits = DEFAULT_RUN_LIMITS;
  const input = programInput({
    language: 'python',
    earlier: [],
    setup: [],
    preamble: [],
    code: PROBE_CODE,
    input: '',
    values: [],
    compared: [],
    limits,
    sql: null,
    checks: null,
    wants_files: false,
    shows_last_value: false,
    circumstances: null,
  });
  const run = await slot.start({ input, files: [], limits });
  const timer = setTimeout(() => run.kill(), PROBE_MS);
  const [seen, , written] = await Promise.all([text(run.stdout), text(run.stderr), text(run.report), run.ended]);
  clearTimeout(timer);
  if (written === '') return slot.errorOutput.trim() || 'A run in the warm slot did not start.';
  return missingIn(seen) ?? (seen.includes(NOTHING_FOUND) ? null : 'A run in the warm slot found folders that were not empty.');
}
