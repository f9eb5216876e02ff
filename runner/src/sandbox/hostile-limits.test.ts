import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { DEFAULT_RUN_LIMITS, type RunLimits } from '#platform/contract/runner-protocol.ts';
import { attemptsOf, descendantsOf, raisedBy } from '../../testing/hostile.ts';
import { hostilePython } from '../../testing/matrix.ts';
import { buildRequest, type TestRunner, untilReported } from '../../testing/test-runner.ts';

const MIB = 1024 * 1024;
/** For a run that doesn't end by itself. */
const SHORT = 0.3;

const inSituations = hostilePython();

// Root can create control groups, others mostly can't; what is reported must be true for both.
inSituations(['warm, as root', 'cold, as a user'], 'a total limit', (runner) => {
  it('applies to the runner and everything it starts, or the runner reports that it does not', async () => {
    const { not_enforced } = (await runner().health()).sandbox;
    await runner().run('print(1)');
    const pids = [runner().process.pid ?? 0, ...(await descendantsOf(runner().process.pid ?? 0))];
    const groups = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cgroup`, 'utf8').catch(() => '')));
    const alive = groups.filter((text) => text !== '');
    const areIn = alive.every((text) => /^\d+:(\S*memory\S*)?:\S*\/lessonwright-\d+\//m.test(text));
    expect(areIn).toBe(!not_enforced.some((text) => text.startsWith('total memory of all runs')));
  });
});

// Only a control group counts it, so an ordinary user must not be able to allocate it at all.
inSituations(['warm, as root', 'cold, as a user'], 'unmapped memory cannot exceed the limit', (runner) => {
  it.each([
    ['in files of memory alone', 'import os\nfor _ in range(60): os.write(os.memfd_create("x"), b"x" * 20_000_000)'],
    [
      'in segments that were let go',
      'import ctypes\nc = ctypes.CDLL(None)\nc.shmat.restype = ctypes.c_void_p\nc.shmdt.argtypes = [ctypes.c_void_p]\n' +
        'for _ in range(60):\n  a = c.shmat(c.shmget(0, 20_000_000, 0o1600), None, 0)\n  if a in (None, 2**64 - 1): raise OSError("none to be had")\n  ctypes.memset(a, 1, 20_000_000)\n  c.shmdt(a)',
    ],
  ])('%s', async (_, code) => {
    const outcome = await runner().run(`${code}\nprint("held")`, { limits: { memory_bytes: 128 * MIB, wall_seconds: 10 } });
    expect(outcome.output).not.toContain('held');
    expect(['MemoryLimit', 'OSError']).toContain(outcome.error?.name);
    expect((await runner().run('print(1)')).output).toBe('1\n');
  });
});

type Program = [what: string, code: string, limit: RunOutcome['limit'], error: string, limits?: Partial<RunLimits>];

/** One test per program: the limit it exceeds ends it and is named. */
function meetLimits(runner: () => TestRunner, programs: Program[]): void {
  it.each(programs)('%s', async (_, code, limit, error, limits = {}) => {
    const outcome = await runner().run(code, { limits: { wall_seconds: 60, ...limits } });
    expect([outcome.limit, outcome.error?.name ?? '']).toEqual([limit, error]);
    expect(outcome.output.length).toBeLessThanOrEqual(MIB);
    expect(outcome.stderr.length).toBeLessThanOrEqual(MIB);
  });
}

// A run that outlives its time would block all later runs of the interpreter.
inSituations(['warm, as root'], 'a limit of time ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    ['an endless loop', 'while True: pass', 'time', 'TimeLimit', { wall_seconds: SHORT }],
    ['an endless wait', 'import time\ntime.sleep(1000)', 'time', 'TimeLimit', { wall_seconds: SHORT }],
    [
      'a loop that ignores signals',
      'import signal\nfor s in (signal.SIGALRM, signal.SIGXCPU, signal.SIGTERM): signal.signal(s, signal.SIG_IGN)\nwhile True: pass',
      'time',
      'TimeLimit',
      { wall_seconds: SHORT },
    ],
    ['one endless call', '10 ** 10 ** 9', 'time', 'TimeLimit', { wall_seconds: SHORT }],
  ]);

  it('of time reports the line and the variables so far', async () => {
    const { error, output, vars } = await runner().run('x = 5\nprint("before", end="")\nwhile True:\n    x += 1', {
      limits: { wall_seconds: SHORT },
    });
    expect(error?.line).toBeGreaterThanOrEqual(3);
    expect(output).toBe('before');
    expect(vars.map(({ name }) => name)).toEqual(['x']);
  });
});

// The supervisor has the same user here, so the runner is the only backstop.
inSituations(['cold, as a user'], 'a limit of time ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    [
      'a loop that catches every exception',
      'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
      'time',
      'TimeLimit',
      { wall_seconds: SHORT },
    ],
  ]);

  it('of time is enforced by the runner when nothing inside enforces it', async () => {
    const outcome = await runner().run('import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)\nwhile True: pass', {
      limits: { wall_seconds: SHORT },
    });
    expect(outcome).toMatchObject({ limit: 'time', error: { name: 'TimeLimit' } });
  });
});

// Enforced by the sandbox alone.
inSituations(['cold, as root'], 'a limit of the processor ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    ['a loop that computes', 'while True: pass', 'cpu', 'ProcessorLimit', { cpu_seconds: 1 }],
    ['a child that computes', 'import os\nif os.fork() == 0:\n  while True: pass\nos.wait()\nprint("ended")', null, '', { cpu_seconds: 1 }],
  ]);
});

// No control group limits memory, and its processes count together with the runner's.
inSituations(['warm, as a user'], 'a limit of memory or processes ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    ['a list that grows', 'x = []\nwhile True: x.append(bytearray(4_000_000))', 'memory', 'MemoryError', { memory_bytes: 128 * MIB }],
    ['one thing that is too large', 'x = b"x" * 3_000_000_000', 'memory', 'MemoryError'],
    [
      'memory that is shared',
      'import mmap\nm = [mmap.mmap(-1, 10_000_000) for _ in range(500)]\nfor x in m: x.write(b"x" * 10_000_000)',
      'memory',
      'OSError',
      { memory_bytes: 128 * MIB },
    ],
    [
      'children that hold too much together',
      'import os, time\nfor _ in range(8):\n  if os.fork() == 0:\n    x = b"x" * 120_000_000\n    time.sleep(60)\nos.wait()\ntime.sleep(60)',
      'memory',
      'MemoryLimit',
      { memory_bytes: 128 * MIB, wall_seconds: 10 },
    ],
    ['a bomb of forks', 'import os\nwhile True: os.fork()', 'processes', 'BlockingIOError', { wall_seconds: 10 }],
    [
      'a bomb of threads',
      'import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()',
      'processes',
      'RuntimeError',
    ],
  ]);
});

// Folders are mounted for every run, by a process that may mount.
inSituations(['warm, as root'], 'a limit of files ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    [
      'one file that grows',
      'with open("x", "wb") as f:\n  while True: f.write(b"x" * 1_000_000)',
      'disk',
      'OSError',
      { disk_bytes: 8 * MIB },
    ],
    ['many files that grow', 'for i in range(100): open(str(i), "wb").write(b"x" * 1_000_000)', 'disk', 'OSError', { disk_bytes: 8 * MIB }],
    [
      'files elsewhere that grow',
      'for i in range(100): open(f"/tmp/{i}", "wb").write(b"x" * 1_000_000)',
      'disk',
      'OSError',
      { disk_bytes: 8 * MIB },
    ],
    [
      'shared memory that grows',
      'for i in range(100): open(f"/dev/shm/{i}", "wb").write(b"x" * 1_000_000)',
      'disk',
      'OSError',
      { disk_bytes: 8 * MIB },
    ],
  ]);
});

// Only bubblewrap mounts them.
inSituations(['cold, as a user'], 'a limit of files ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    ['files without number', 'for i in range(10_000): open(str(i), "w").close()', 'disk', 'OSError', { files: 500 }],
    ['folders without number', 'import os\nfor i in range(10_000): os.mkdir(str(i))', 'disk', 'OSError', { files: 500 }],
  ]);
});

// All runs of a slot write through one pipe.
inSituations(['warm, as a user'], 'a limit of output ends what goes beyond it, and is named', (runner) => {
  meetLimits(runner, [
    ['output without end', 'while True: print("x" * 1000)', 'output', 'OutputLimit'],
    ['error output without end', 'import sys\nwhile True: print("x" * 1000, file=sys.stderr)', 'output', 'OutputLimit'],
  ]);

  it('truncates output at the limit and keeps the beginning', async () => {
    const { output, cut } = await runner().run('print("first")\nwhile True: print("x" * 100)', { limits: { stream_bytes: 1000 } });
    expect(output).toMatch(/^first\nx+\n/);
    expect(output).toHaveLength(1000);
    expect(cut).toContain('stdout');
  });
});

// The next run is forked from the same interpreter.
inSituations(['warm, as root'], 'a limit', (runner) => {
  it('that was met leaves the next run its own', async () => {
    await runner().run('for i in range(10_000): open(str(i), "w").close()', { limits: { files: 500 } });
    await runner().run('with open("/tmp/x", "wb") as f:\n  while True: f.write(b"x" * 1_000_000)', { limits: { disk_bytes: 8 * MIB } });
    await runner().run('x = []\nwhile True: x.append(bytearray(4_000_000))', { limits: { memory_bytes: 128 * MIB } });
    await runner().run('import os\nwhile True: os.fork()');
    const code =
      'import os\nopen("x", "wb").write(b"x" * 30_000_000)\ny = bytearray(300_000_000)\nfor i in range(1000): open(f"/tmp/{i}", "w").close()';
    expect(await runner().run(code)).toMatchObject({ error: null, limit: null });
  });
});

// Only root could raise them.
inSituations(['cold, as root'], 'a limit', (runner) => {
  it('cannot be exceeded by requesting more', async () => {
    const codes = {
      'a hole of a terabyte': 'open("x", "wb").truncate(1 << 40)',
      'room of a terabyte': 'import os\nos.posix_fallocate(os.open("x", os.O_CREAT | os.O_RDWR), 0, 1 << 40)',
      'a higher limit': 'import resource as r\nr.setrlimit(r.RLIMIT_NPROC, (10_000, 10_000))',
      'to be spared when memory is short': 'import os\nos.write(os.open("/proc/self/oom_score_adj", os.O_WRONLY), b"-1000")',
      'to come before others': 'import os\nos.nice(-5)',
      'locked memory': 'import ctypes, os\nif ctypes.CDLL(None, use_errno=True).mlockall(3): raise OSError(ctypes.get_errno(), "no")',
    };
    const raised = raisedBy((await runner().run(attemptsOf(codes))).output);
    const refused = expect.stringMatching(/^(PermissionError|OSError|ValueError)/) as string;
    expect(raised).toEqual(Object.fromEntries(Object.keys(codes).map((what) => [what, refused])));
  });
});

// The runner itself is one of the user's processes.
inSituations(['warm, as a user'], 'a limit', (runner) => {
  it('is enforced while the runner still serves others', async () => {
    const code = 'import os\nprint("begun", flush=True)\nwhile True: os.fork()';
    const request = buildRequest({ code, limits: { ...DEFAULT_RUN_LIMITS, wall_seconds: 1 } });
    const bomb = await runner().call('POST', '/runs', JSON.stringify(request));
    // One after another: the runner has one slot.
    const flood = runner().run('while True: print("x" * 1000)', { limits: { wall_seconds: 1 } });
    await untilReported(bomb.clone(), 'begun');
    const state = { isOver: false, replies: 0 };
    const over = Promise.all([bomb.text(), flood]).finally(() => (state.isOver = true));
    while (!state.isOver) {
      await runner().health();
      if (!state.isOver) state.replies += 1;
    }
    await over;
    expect(state.replies).toBeGreaterThan(0);
  });
});
