import { readFile, readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { LIBC, descendantsOf, processesWith } from '../../testing/hostile.ts';
import { hostilePython } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

const MIB = 1024 * 1024;
/** The processes of a slot: bubblewrap, the warm interpreter, and the process of its next run. */
const WAITING_AT_MOST = 3;
/** The kernel takes a moment to end what a run left. */
const SOON = { timeout: 300_000, interval: 20 };

const inSituations = hostilePython();

// The interpreter of a slot stays, and inherits orphans.
inSituations(['warm, as root'], 'nothing stays', (runner, situation) => {
  it('leaves nothing of a run for the next one', async () => {
    await runner().run('for folder in ("/work", "/tmp", "/dev/shm"): open(folder + "/left", "w").write("x")');
    const { output } = await runner().run(
      'import os\nprint([f for d in ("/work", "/tmp", "/dev/shm") for f in os.listdir(d) if f == "left"])',
    );
    expect(output).toBe('[]\n');
  });

  it('leaves no process that a run left behind', async () => {
    const mark = markOf('left-behind', situation);
    const code = `import os, subprocess, sys\nsubprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "${mark}"], start_new_session=True)\nprint("done")`;
    expect((await runner().run(code)).output).toBe('done\n');
    await expect.poll(() => processesWith(mark), SOON).toEqual([]);
  });
});

// Only the process namespace ends them: there is no control group, and the user is the runner's own.
inSituations(['cold, as a user'], 'nothing stays', (runner, situation) => {
  it('leaves nothing of a run that was ended', async () => {
    const mark = markOf('ended', situation);
    const code = `import subprocess, sys\nfor _ in range(5): subprocess.Popen([sys.executable, "-c", "while True: pass", "${mark}"], start_new_session=True)\nwhile True: print("x" * 1000)`;
    expect((await runner().run(code)).limit).toBe('output');
    await expect.poll(() => processesWith(mark), SOON).toEqual([]);
  });
});

// The first process of a run inherits orphans and must reap them.
inSituations(['warm, as a user'], 'nothing stays', (runner) => {
  it('leaves no zombie process behind', async () => {
    const orphans = 'import os, time\nfor _ in range(20):\n  if os.fork() == 0:\n    os.fork()\n    os._exit(0)\n';
    const others = '[p for p in os.listdir("/proc") if p.isdigit() and int(p) > 2]';
    const count = `end = time.monotonic() + 10\nwhile ${others} and time.monotonic() < end: time.sleep(0.01)\nprint(${others})`;
    // A run reaps its own children; orphans are reaped by process 1.
    const { output } = await runner().run(`${orphans}for _ in range(20): os.wait()\n${count}`);
    expect(output).toBe('[]\n');
    await expect.poll(() => countPythons(runner()), SOON).toBeLessThanOrEqual(WAITING_AT_MOST);
  });
});

// Both are forks of one interpreter.
inSituations(['warm, as root'], 'a run finds nothing changed by the one before', (runner) => {
  it.each([
    [
      'modules',
      'import json, random\njson.dumps = random.random = None',
      'import json, random\nprint(json.dumps(1), random.random() < 1)',
      '1 True',
    ],
    ['what is built in', 'import builtins\nbuiltins.len = builtins.open = None', 'print(len(open("/etc/passwd").read()) > 0)', 'True'],
    ['pandas', 'import pandas\npandas.DataFrame = None', 'import pandas\nprint(len(pandas.DataFrame({"a": [1]})))', '1'],
    [
      'options',
      'import pandas\npandas.set_option("display.max_rows", 3)',
      'import pandas\nprint(pandas.get_option("display.max_rows"))',
      '60',
    ],
    [
      'settings of plots',
      'import matplotlib\nmatplotlib.rcParams["font.size"] = 99',
      'import matplotlib\nprint(matplotlib.rcParams["font.size"])',
      '10.0',
    ],
    [
      'open figures',
      'import matplotlib.pyplot as p\np.show = None\np.figure()',
      'import matplotlib.pyplot as p\nprint(p.get_fignums())',
      '[]',
    ],
    ['environment', 'import os\nos.environ["PATH"] = os.environ["LEFT"] = "x"', 'import os\nprint(os.environ.get("LEFT"))', 'None'],
    [
      'where modules come from',
      'import sys\nsys.path.insert(0, "/tmp")\nsys.modules["left"] = sys',
      'import sys\nprint("left" in sys.modules, sys.path[0])',
      'False /work',
    ],
    [
      'hooks',
      'import sys\nsys.settrace(print)\nsys.excepthook = sys.displayhook = None',
      'import sys\nprint(sys.gettrace(), callable(sys.excepthook))',
      'None True',
    ],
    [
      'threads',
      'import threading, time\nthreading.Thread(target=time.sleep, args=(60,), daemon=True).start()',
      'import threading\nprint(threading.active_count())',
      '1',
    ],
    [
      'signals',
      'import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nsignal.alarm(1)',
      'import signal, time\ntime.sleep(1.1)\nprint(signal.getsignal(signal.SIGTERM) == signal.SIG_DFL)',
      'True',
    ],
    ['its mask and folder', 'import os\nos.umask(0)\nos.chdir("/")', 'import os\nprint(oct(os.umask(0)), os.getcwd())', '0o22 /work'],
    ['its rank', 'import os\nos.nice(7)', 'import os\nprint(os.nice(0))', '0'],
    [
      'limits',
      'import resource as r\nr.setrlimit(r.RLIMIT_NOFILE, (20, 20))',
      'import resource as r\nprint(r.getrlimit(r.RLIMIT_NOFILE)[0])',
      '256',
    ],
    ['the recursion limit', 'import sys\nsys.setrecursionlimit(50)', 'import sys\nprint(sys.getrecursionlimit())', '1000'],
    [
      'the ways of numbers',
      'import decimal, locale\ndecimal.getcontext().prec = 3',
      'import decimal\nprint(decimal.getcontext().prec)',
      '28',
    ],
    ['what warns', 'import warnings\nwarnings.simplefilter("ignore")', 'import warnings, sys\nwarnings.warn("seen")\nprint(1)', '1'],
    [
      'the ways of the output',
      'import fcntl, os\nfor fd in (1, 2): fcntl.fcntl(fd, fcntl.F_SETFL, os.O_NONBLOCK)',
      'print("x" * 300_000 == "", end="")\nimport os\nprint(os.get_blocking(1))',
      'FalseTrue',
    ],
    ['what was collected', 'import gc\ngc.disable()', 'import gc\nprint(gc.isenabled())', 'True'],
  ])('%s', async (__, first, second, expected) => {
    await runner().run(first);
    const { output, error } = await runner().run(second);
    expect([output, error]).toEqual([`${expected}\n`, null]);
  });

  it.each([
    ['shared memory', 'call("shmget", 4711, 4096, 0o1777)', 'call("shmget", 4711, 4096, 0o777)'],
    ['semaphores', 'call("semget", 4712, 1, 0o1777)', 'call("semget", 4712, 1, 0o777)'],
    ['messages', 'call("msgget", 4713, 0o1777)', 'call("msgget", 4713, 0o777)'],
  ])('%s of the kernel', async (kind, first, second) => {
    const said = [(await runner().run(LIBC + first)).output, (await runner().run(LIBC + second)).output].join('');
    // Without a control group to count such memory, the calls that allocate it don't exist, except for semaphores.
    const isMissing = kind !== 'semaphores' && said.includes('Function not implemented');
    const missing = /^(\w+ -1 Function not implemented\n){2}$/;
    expect(said).toMatch(isMissing ? missing : /^\w+ \d+ Success\n\w+ -1 No such file or directory\n$/);
  });

  it('memory: neither its code, nor its data, nor its output', async () => {
    const files = [{ name: 'data.txt', sha256: await runner().send(`mark-of-a-file-${'7'.repeat(9)}`.repeat(2000)) }];
    await runner().run(
      `secret = "mark-of-code-123456789" * 3000\nprint(secret)\nimport sys\nprint(open("data.txt").read(), file=sys.stderr)`,
      { files },
    );
    const search = [
      'import re',
      'found = set()',
      'memory = open("/proc/self/mem", "rb", 0)',
      'for line in open("/proc/self/maps"):',
      '  start, end = (int(x, 16) for x in line.split()[0].split("-"))',
      '  if "r" not in line.split()[1] or "[v" in line: continue',
      '  try:',
      '    memory.seek(start)',
      '    found.update(re.findall(rb"mark-of-[a-z-]+-[0-9]{9}", memory.read(end - start)))',
      '  except (OSError, OverflowError): pass',
      'print(sorted(found))',
    ].join('\n');
    expect((await runner().run(search)).output).toBe('[]\n');
  });

  it('but random numbers differ, and the order of sets is the same', async () => {
    const code =
      'import random, numpy, uuid\nprint(random.random(), numpy.random.rand(), numpy.random.default_rng().random(), uuid.uuid4())';
    const [one, other] = [await runner().run(code), await runner().run(code)];
    const numbers = [...one.output.trim().split(' '), ...other.output.trim().split(' ')];
    expect(new Set(numbers).size).toBe(8);
    const order = 'print(list({"a", "b", "c", "d", "e"}), hash("a"))';
    expect((await runner().run(order)).output).toBe((await runner().run(order)).output);
  });
});

// Its next run has the same pipe and the same user.
inSituations(['warm, as a user'], 'a daemon', (runner) => {
  it('ends with its run, and writes into no other', async () => {
    const code = [
      'import os, time',
      'if os.fork() == 0:',
      '  os.setsid()',
      '  if os.fork() == 0:',
      '    while True:',
      '      try: os.write(1, b"from the daemon\\n")',
      '      except OSError: pass',
      '      time.sleep(0.01)',
      '  os._exit(0)',
      'os.wait()',
      'print("done")',
    ].join('\n');
    expect((await runner().run(code)).output).toContain('done\n');
    expect((await runner().run('import time\ntime.sleep(0.1)\nprint("mine")')).output).toBe('mine\n');
  });

  it('that fills its pipe blocks no other run', async () => {
    const code = 'import os\nos.write(1, b"begun\\n")\nif os.fork() == 0:\n  while True: os.write(2, b"x" * 4096)\n';
    const outcome = await runner().run(code, { limits: { wall_seconds: 2 } });
    expect(outcome.output).toBe('begun\n');
    expect(outcome.stderr.length).toBeLessThanOrEqual(MIB);
    expect((await runner().run('print(1)')).output).toBe('1\n');
  });
});

// Only root mounts on this machine, and it does so for every run.
inSituations(['cold, as root'], 'this machine', (runner, situation) => {
  it('has the same mounts, and no more processes', async () => {
    await runner().run('print(1)');
    const mounts = await mountsHere();
    for (let run = 0; run < 10; run += 1)
      await runner().run('import os\nfor _ in range(5): os.fork()\nopen("/tmp/x", "wb").write(b"x" * 1_000_000)');
    expect(await mountsHere()).toEqual(mounts);
    await expect.poll(() => countPythons(runner()), SOON).toBeLessThanOrEqual(situation.startsWith('cold') ? 0 : WAITING_AT_MOST);
  });
});

// The interpreter stays.
inSituations(['warm, as root'], 'this machine', (runner) => {
  it('gets its memory back', async () => {
    const fill =
      'x = bytearray(150_000_000)\nopen("/dev/shm/x", "wb").write(b"x" * 40_000_000)\nimport mmap\nm = mmap.mmap(-1, 40_000_000)\nm.write(b"x" * 40_000_000)';
    for (let run = 0; run < 8; run += 1) expect((await runner().run(fill)).error).toBeNull();
    const held = async () => {
      const each = await Promise.all((await descendantsOf(runner().process.pid ?? 0)).map(heldBytes));
      return each.reduce((sum, bytes) => sum + bytes, 0);
    };
    await expect.poll(held, SOON).toBeLessThan(400 * MIB);
  });

  it('has no folder of a run left', async () => {
    await runner().run('open("/tmp/x", "w").close()');
    const names = await readdir(runner().folder, { recursive: true });
    expect(names.filter((name) => name.startsWith('stage/') || name.endsWith('/x'))).toEqual([]);
  });
});

/** Distinguishes the processes of tests that run at the same time. */
function markOf(name: string, situation: string): string {
  return `${name}-${process.pid}-${situation.replaceAll(/\W+/g, '-')}`;
}

/** Counts Python processes below a runner, including zombies. */
async function countPythons(runner: TestRunner): Promise<number> {
  const each = (await descendantsOf(runner.process.pid ?? 0)).map(async (pid) => {
    const [command, stat] = await Promise.all(['cmdline', 'stat'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')));
    return command?.includes('/opt/lessonwright/python/') || stat?.includes(') Z ');
  });
  return (await Promise.all(each)).filter(Boolean).length;
}

async function mountsHere(): Promise<string[]> {
  return (await readFile('/proc/self/mounts', 'utf8')).split('\n').filter((line) => line.includes('lessonwright'));
}

/** Memory of a process: private pages plus its share of shared ones. */
async function heldBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1024;
}
