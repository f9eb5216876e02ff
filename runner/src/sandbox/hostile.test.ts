import { readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunLimits } from '#contract/runner-protocol.ts';
import type { RunOutcome } from '#contract/runs.ts';
import { startTestRunner, type TestRunner } from '../../testing/test-runner.ts';

const MIB = 1024 * 1024;
const LIBC =
  'import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\ndef call(name, *args):\n  ctypes.set_errno(0)\n  answer = getattr(libc, name)(*args)\n  print(name, answer, os.strerror(ctypes.get_errno()))\n';
const DENIED = 'Operation not permitted';

/** Everything again as somebody without rights, who comes into the sandbox another way than root. */
describe.each([
  ['as whoever runs the tests', false],
  ['as an ordinary user', true],
])('%s', (_, isOrdinaryUser) => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await startTestRunner({ isOrdinaryUser });
    await writeFile(join(dirname(runner.folder), 'secret'), 'the-secret-of-the-data-folder');
  });
  afterAll(async () => {
    await runner.close();
  });

  describe('a limit ends what goes beyond it, and is named', () => {
    it.each<[what: string, code: string, limit: RunOutcome['limit'], error: string, limits?: Partial<RunLimits>]>([
      ['an endless loop', 'while True: pass', 'time', 'TimeLimit', { wall_seconds: 1 }],
      ['an endless wait', 'import time\ntime.sleep(1000)', 'time', 'TimeLimit', { wall_seconds: 1 }],
      [
        'a loop that catches every exception',
        'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
        'time',
        'TimeLimit',
        { wall_seconds: 1 },
      ],
      [
        'a loop that ignores signals',
        'import signal\nfor s in (signal.SIGALRM, signal.SIGXCPU, signal.SIGTERM): signal.signal(s, signal.SIG_IGN)\nwhile True: pass',
        'time',
        'TimeLimit',
        { wall_seconds: 1 },
      ],
      ['one endless call', '10 ** 10 ** 9', 'time', 'TimeLimit', { wall_seconds: 1 }],
      ['a loop that computes', 'while True: pass', 'cpu', 'ProcessorLimit', { cpu_seconds: 1 }],
      [
        'a child that computes',
        'import os\nif os.fork() == 0:\n  while True: pass\nos.wait()\nprint("ended")',
        null,
        '',
        { cpu_seconds: 1 },
      ],
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
      [
        'one file that grows',
        'with open("x", "wb") as f:\n  while True: f.write(b"x" * 1_000_000)',
        'disk',
        'OSError',
        { disk_bytes: 8 * MIB },
      ],
      [
        'many files that grow',
        'for i in range(100): open(str(i), "wb").write(b"x" * 1_000_000)',
        'disk',
        'OSError',
        { disk_bytes: 8 * MIB },
      ],
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
      ['files without number', 'for i in range(10_000): open(str(i), "w").close()', 'disk', 'OSError', { files: 500 }],
      ['folders without number', 'import os\nfor i in range(10_000): os.mkdir(str(i))', 'disk', 'OSError', { files: 500 }],
      ['output without end', 'while True: print("x" * 1000)', 'output', 'OutputLimit'],
      ['error output without end', 'import sys\nwhile True: print("x" * 1000, file=sys.stderr)', 'output', 'OutputLimit'],
    ])('%s', async (__, code, limit, error, limits = {}) => {
      const outcome = await runner.run(code, { limits: { wall_seconds: 20, ...limits } });
      expect([outcome.limit, outcome.error?.name ?? '']).toEqual([limit, error]);
      expect(outcome.output.length).toBeLessThanOrEqual(MIB);
      expect(outcome.stderr.length).toBeLessThanOrEqual(MIB);
    });

    it('of time tells the line, and what was there until then', async () => {
      const { error, output, vars } = await runner.run('x = 5\nprint("before", end="")\nwhile True:\n    x += 1', {
        limits: { wall_seconds: 1 },
      });
      expect(error?.line).toBeGreaterThanOrEqual(3);
      expect(output).toBe('before');
      expect(vars.map(({ name }) => name)).toEqual(['x']);
    });

    it('of output keeps the first part', async () => {
      const { output, cut } = await runner.run('print("first")\nwhile True: print("x" * 100)', { limits: { stream_bytes: 1000 } });
      expect(output).toMatch(/^first\nx+\n/);
      expect(output).toHaveLength(1000);
      expect(cut).toContain('stdout');
    });

    it('of time is kept by the runner when nobody inside keeps it', async () => {
      const outcome = await runner.run('import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)\nwhile True: pass', {
        limits: { wall_seconds: 1 },
      });
      expect(outcome).toMatchObject({ limit: 'time', error: { name: 'TimeLimit' } });
    });
  });

  describe('what is not there', () => {
    it.each([
      ['a connection', 'import socket\nsocket.create_connection(("1.1.1.1", 53), 2)'],
      ['a connection to the runner', 'import urllib.request\nurllib.request.urlopen("PLACE", timeout=2)'],
      ['a server', 'import socketserver\nsocketserver.TCPServer(("127.0.0.1", 0), None)'],
      ['a socket in the file system', 'import socket\nsocket.socket(socket.AF_UNIX).bind("x")'],
      ['raw packets', 'import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW)'],
    ])('%s', async (__, code) => {
      const outcome = await runner.run(code.replace('PLACE', runner.url));
      expect(outcome.error?.traceback).toContain(DENIED);
    });

    it('any file but the system, the work folder and what the run was given', async () => {
      const code = [
        'import os',
        'print(sorted(os.listdir("/")), sorted(os.listdir("/opt")), os.listdir("/work"))',
        'found = []',
        'for path in ("/root", "/home", "/var", "/srv", "/mnt", "/run", "/boot", "/sys", "/etc/shadow", "/etc/hostname", "/etc/ssh", "FOLDER"):',
        '  if os.path.exists(path): found.append(path)',
        'print(found, [line.split(":")[0] for line in open("/etc/passwd")])',
      ].join('\n');
      const { output } = await runner.run(code.replace('FOLDER', runner.folder));
      const [top, rest] = output.split('\n');
      expect(top).toMatch(/^\['bin', 'dev', 'etc', ('lib\w*', )*'opt', 'proc', 'sbin', 'tmp', 'usr', 'work'\] \['lessonwright'\] \[\]$/);
      expect(rest).toBe("[] ['learner', 'nobody']");
    });

    it('a secret of the runner', async () => {
      const code = [
        'import os',
        'seen = dict(os.environ)',
        'for pid in filter(str.isdigit, os.listdir("/proc")):',
        '  for name in ("environ", "cmdline", "mountinfo"):',
        '    try: seen[pid + name] = open(f"/proc/{pid}/{name}", errors="replace").read()',
        '    except OSError: pass',
        'print(seen)',
      ].join('\n');
      const { output } = await runner.run(code);
      expect(output).toContain("'HOME': '/work'");
      expect(output).not.toContain(runner.token);
      expect(output).not.toContain('LESSONWRIGHT');
      expect(output).not.toContain(process.execPath);
    });

    it('another process than its own', async () => {
      const { output } = await runner.run('import os\nprint(len([p for p in os.listdir("/proc") if p.isdigit()]))');
      expect(Number(output)).toBeLessThanOrEqual(3);
    });

    it('a descriptor that it was not given', async () => {
      const { output } = await runner.run('import os\nprint(sorted(os.listdir("/proc/self/fd"), key=int))');
      // The fourth is the listing's own.
      expect(output).toBe("['0', '1', '2', '3']\n");
    });

    it('the report of its supervisor', async () => {
      const code = [
        'import os',
        'pid = os.getppid()',
        'for what in (lambda: os.listdir(f"/proc/{pid}/fd"), lambda: open(f"/proc/{pid}/fd/4", "wb"), lambda: open(f"/proc/{pid}/mem", "r+b")):',
        '  try: print("open", what())',
        '  except OSError as error: print(type(error).__name__)',
      ].join('\n');
      expect((await runner.run(code)).output).toBe('PermissionError\nPermissionError\nPermissionError\n');
    });

    it.each([
      ['new name spaces', 'call("unshare", 0x10000000)\ncall("unshare", 0x00020000)'],
      ['name spaces of others', 'call("setns", 0, 0)'],
      ['processes in new name spaces', 'call("syscall", 56 if os.uname().machine == "x86_64" else 220, 0x10000000 | 17, 0, 0, 0, 0)'],
      ['mounts', 'call("mount", b"none", b"/tmp", b"tmpfs", 0, None)\ncall("umount2", b"/proc", 2)'],
      ['another root', 'call("chroot", b"/tmp")'],
      ['a look into others', 'call("ptrace", 16, os.getppid(), 0, 0)'],
      ['keys of the kernel', 'call("syscall", 250 if os.uname().machine == "x86_64" else 219, 0, 0, 0, 0, 0)'],
      ['programs in the kernel', 'call("syscall", 321 if os.uname().machine == "x86_64" else 280, 0, 0, 0)'],
      ['rings in the kernel', 'call("syscall", 425, 1, 0)'],
      ['another user', 'call("setuid", 0)\ncall("setgid", 0)'],
    ])('%s', async (__, code) => {
      const { output, error } = await runner.run(LIBC + code);
      expect(error).toBeNull();
      for (const line of output.trim().split('\n')) expect(line).toMatch(/^\w+ -1 (Operation not permitted|Invalid argument)$/);
    });

    it('a way to write where others read', async () => {
      const code = [
        'for folder in ("/", "/dev", "/etc", "/usr", "/usr/lib", "/opt", "/opt/lessonwright/python", "/proc/sys/kernel"):',
        '  try:',
        '    open(folder + "/x", "w")',
        '    print("wrote", folder)',
        '  except OSError: pass',
      ].join('\n');
      expect((await runner.run(code)).output).toBe('');
    });

    it('rights', async () => {
      const { output } = await runner.run('print(open("/proc/self/status").read())');
      expect(output).toMatch(/^CapEff:\s+0+$/m);
      expect(output).toMatch(/^CapBnd:\s+0+$/m);
      expect(output).toMatch(/^NoNewPrivs:\s+1$/m);
      expect(output).toMatch(/^Seccomp:\s+2$/m);
    });
  });

  describe('nothing stays', () => {
    it('of a run for the next one', async () => {
      await runner.run('for folder in ("/work", "/tmp", "/dev/shm"): open(folder + "/left", "w").write("x")');
      const { output } = await runner.run(
        'import os\nprint([f for d in ("/work", "/tmp", "/dev/shm") for f in os.listdir(d) if f == "left"])',
      );
      expect(output).toBe('[]\n');
    });

    it('of processes that were left behind', async () => {
      const mark = `left-behind-${process.pid}-${isOrdinaryUser}`;
      const code = `import os, subprocess, sys\nsubprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", "${mark}"], start_new_session=True)\nprint("done")`;
      expect((await runner.run(code)).output).toBe('done\n');
      expect(await processesWith(mark)).toEqual([]);
    });

    it('of a run that was ended', async () => {
      const mark = `ended-${process.pid}-${isOrdinaryUser}`;
      const code = `import subprocess, sys\nfor _ in range(5): subprocess.Popen([sys.executable, "-c", "while True: pass", "${mark}"], start_new_session=True)\nwhile True: print("x" * 1000)`;
      expect((await runner.run(code)).limit).toBe('output');
      expect(await processesWith(mark)).toEqual([]);
    });

    it('as a zombie', async () => {
      await runner.run('import os\nfor _ in range(20):\n  if os.fork() == 0: os._exit(0)');
      const children = await readFile(`/proc/${runner.process.pid}/task/${runner.process.pid}/children`, 'utf8');
      expect(children).toBe('');
    });
  });

  describe('a verdict cannot be forged', () => {
    it.each([
      [
        'by writing to every descriptor',
        'import os\nfor fd in range(3, 300):\n  try: os.write(fd, b\'{"type":"variable","name":"forged"}\\n\')\n  except OSError: pass',
      ],
      ['by printing one', 'print(\'{"type":"error","name":"forged","message":"","line":1,"column":1,"traceback":""}\')'],
      ['by leaving with one', 'import os\nos.write(1, b\'{"phase":3,"exit_code":0}\\n\')\nos._exit(0)'],
    ])('%s', async (__, code) => {
      const { vars, error } = await runner.run(code);
      expect(vars.map(({ name }) => name)).not.toContain('forged');
      expect(error?.name).not.toBe('forged');
    });

    it('and changing our modules harms only oneself', async () => {
      const outcome = await runner.run('import lessonwright_run.script as s\ns.variable_record = None\ns._note_variables = None\nx = 1');
      expect(outcome.cut).toEqual(['vars']);
      expect((await runner.run('x = 1')).vars).toHaveLength(1);
    });
  });
});

async function processesWith(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    const text = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (text.includes(mark)) found.push(text);
  }
  return found;
}
