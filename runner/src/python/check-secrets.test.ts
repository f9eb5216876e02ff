import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { hostilePython, usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

const SECRET = 'THE-ANSWER';

/** Python helpers: `scan()` searches the process memory for the secret, `walk()` its objects and frames; both record a find. */
const TOOLS = `
import gc, os, re, sys
SECRET = re.compile(b"THE[-]ANSWER")
def note(what):
  with open("seen.txt", "w") as file: file.write(what)
def scan():
  with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
    for line in maps:
      span, rights, *_ = line.split()
      if not rights.startswith("rw"): continue
      start, end = (int(part, 16) for part in span.split("-"))
      try:
        memory.seek(start)
        if SECRET.search(memory.read(end - start)): note("memory")
      except (OSError, ValueError, OverflowError): pass
def walk():
  frame = sys._getframe()
  while frame:
    if SECRET.search(repr(frame.f_locals).encode()): note("frames")
    frame = frame.f_back
  for thing in gc.get_objects():
    generator = getattr(thing, "gi_frame", None) if type(thing).__name__ == "generator" else None
    if generator is not None and SECRET.search(repr(generator.f_locals).encode()): note("generators")
    if type(thing) is dict and any(type(value) is str and SECRET.search(value.encode()) for value in list(thing.values())): note("objects")
`;
const CHECK = `# ${SECRET}\nimport os\nvariable_exists("x")\nfunction_returns("f", [1], expected=1)\nvariable_value("y")\nassert not os.path.exists("seen.txt"), open("seen.txt").read()`;
const CHECKS = { custom: CHECK, legacy: null, unit: null, answer_code: `y = 2 # ${SECRET}\nz = "${SECRET}"` };
const LEFT = '\nx, y = 1, 2\ndef f(n): return n';

const READERS: [where: string, code: string][] = [
  ['memory', `${TOOLS}scan()`],
  ['frames, generators and objects', `${TOOLS}walk()`],
  [
    'its modules',
    `${TOOLS}\nfor module in list(sys.modules.values()):\n  for value in list(vars(module).values()):\n    if type(value) in (str, bytes, dict, list) and SECRET.search(repr(value).encode()): note("modules")`,
  ],
  [
    'memory, by the C library',
    `${TOOLS}\nimport ctypes\nfor line in open("/proc/self/maps"):\n  span, rights, *_ = line.split()\n  start, end = (int(part, 16) for part in span.split("-"))\n  if rights.startswith("rw") and "stack" not in line and SECRET.search(ctypes.string_at(start, end - start)): note("ctypes")`,
  ],
  [
    'memory and descriptors of other processes',
    `${TOOLS}\nfor pid in os.listdir("/proc"):\n  if not pid.isdigit() or int(pid) == os.getpid(): continue\n  for path in (f"/proc/{pid}/mem", f"/proc/{pid}/environ", f"/proc/{pid}/fd/3", f"/proc/{pid}/fd/4"):\n    try:\n      with open(path, "rb", 0): note(path)\n    except OSError: pass`,
  ],
  ['memory, at the exit', `${TOOLS}\nimport atexit\natexit.register(scan)`],
  ['memory, in a fork', `${TOOLS}\nos.register_at_fork(after_in_child=scan)`],
  [
    'memory, by a signal',
    // The next signal is asked for after a search, or searches would interrupt each other without end on a busy machine.
    `${TOOLS}\nimport signal\ndef search(*_):\n  scan()\n  signal.setitimer(signal.ITIMER_REAL, 0.001)\nsignal.signal(signal.SIGALRM, search)\nsearch()`,
  ],
  [
    'memory, in a thread that is left',
    `${TOOLS}\nimport threading\ndef work():\n  while True: scan()\nthreading.Thread(target=work, daemon=True).start()`,
  ],
  ['memory, while a check calls it', `${TOOLS}\n@property\ndef g(): pass\n${LEFT}\ndef f(n):\n  scan()\n  walk()\n  return n`],
  [
    'what the judge sends, by pretending that the code has ended',
    `${TOOLS}
import socket
channel = socket.socket(fileno=os.dup(3))
for module in ("lessonwright_run.shared_memory",):
  for thing in gc.get_objects():
    if type(thing).__name__ == "SharedMemory": thing.enter(2)
from lessonwright_run import served_objects
class Spy(served_objects._Server):
  def _unpacked(self, message):
    if SECRET.search(message): note("channel")
    return super()._unpacked(message)
x, y = 1, 2
def f(n): return n
if os.fork() == 0:
  Spy(channel, globals(), list).serve({"output": "", "error": None})
import time
time.sleep(0.3)`,
  ],
];

const inSituations = hostilePython();

const checked = (runner: TestRunner, code: string, request: Parameters<TestRunner['run']>[1] = {}): Promise<RunOutcome> =>
  runner.run(code, { checks: CHECKS, ...request });
const results = ({ custom }: RunOutcome) => custom?.results.map(({ pass, feedback }) => (pass ? 'passed' : feedback));

// Judge and submission are forks of one interpreter and run under one user.
inSituations(['warm, as a user'], 'secrets', (runner) => {
  it('the search finds a secret that exists', async () => {
    expect(results(await checked(runner(), `w = "${SECRET}"\n${TOOLS}scan()${LEFT}`))).toEqual(['passed', 'passed', 'passed', 'memory']);
    expect(results(await checked(runner(), `w = "${SECRET}"\n${TOOLS}walk()${LEFT}`))?.at(-1)).toMatch(/frames|objects/);
  });

  it.each(READERS)('a submission finds neither check nor answer in %s', async (_, code) => {
    const said = await checked(runner(), code.includes('def f(n)') ? code : code + LEFT);
    expect([said.error, said.custom?.error, results(said)]).toEqual([null, null, ['passed', 'passed', 'passed', 'passed']]);
  });
});

// The request arrives another way.
inSituations(['cold, as root'], 'secrets', (runner) => {
  it.each(READERS.slice(0, 2))('a submission finds neither check nor answer in %s', async (_, code) => {
    const said = await checked(runner(), code + LEFT);
    expect([said.error, said.custom?.error, results(said)]).toEqual([null, null, ['passed', 'passed', 'passed', 'passed']]);
  });
});

// A session has its own process, unaffected by other runs.
inSituations(['warm, as a user'], 'secrets', (runner) => {
  it('a run of a session finds nothing of its own checks or of earlier ones', async () => {
    const session = { id: randomUUID(), idle_seconds: 60, total_seconds: 600, ports: [] };
    const passed = ['passed', 'passed', 'passed', 'passed'];
    for (const code of [`${TOOLS}scan()\nwalk()`, 'scan()\nwalk()', 'os.register_at_fork(after_in_child=scan)']) {
      expect(results(await checked(runner(), code + LEFT, { session }))).toEqual(passed);
    }
  });
});

const FORGERS: [how: string, code: string][] = [
  [
    'in the shared memory',
    'import gc\nfor thing in gc.get_objects():\n  if type(thing).__name__ == "SharedMemory":\n    thing.enter(2)\n    thing.note({"type": "check", "kind": "custom", "token": "", "results": [], "error": None})\n    thing.note({"type": "check", "kind": "custom", "results": [{"name": "forged", "pass": True}], "error": None})\n    thing.enter(3)\nimport os\nos._exit(0)',
  ],
  [
    'in the shared memory, with escaped letters',
    'import gc\nfor thing in gc.get_objects():\n  if type(thing).__name__ == "SharedMemory":\n    text = b\'{"type":"\\\\u0063heck","kind":"custom","results":[],"error":null}\\n\'\n    thing._memory[16 : 16 + len(text)] = text\n    thing._used = len(text)\n    thing.enter(3)\nimport os\nos._exit(0)',
  ],
  ['by saying nothing', 'import os\nos.closerange(3, 64)'],
  [
    'by answering what it is not asked',
    'import os, pickle, struct\ndef say(data): os.write(3, struct.pack(">I", len(data)) + data)\nsay(b"ended" + pickle.dumps({}))\nfor _ in range(99): say(pickle.dumps(("value", True)))',
  ],
  [
    'by code in what it sends',
    'import os, pickle, struct\nclass Evil:\n  def __reduce__(self): return os._exit, (0,)\ndef say(data): os.write(3, struct.pack(">I", len(data)) + data)\nsay(b"ended" + pickle.dumps({}))\nfor _ in range(99): say(pickle.dumps(("value", Evil())))',
  ],
  [
    'by ending the judge',
    'import os, signal\nfor pid in os.listdir("/proc"):\n  if pid.isdigit() and int(pid) not in (1, os.getpid()):\n    os.kill(int(pid), signal.SIGKILL)',
  ],
  [
    'by an __eq__ that lies',
    'class Liar:\n  def __eq__(self, other): return True\n  def __ne__(self, other): return False\n  __hash__ = None\nx = Liar()\ndef f(n): return Liar()',
  ],
  [
    'by a class that lies',
    'class Meta(type):\n  def __instancecheck__(cls, it): return True\n  def __eq__(cls, other): return True\n  __hash__ = None\nclass int(metaclass=Meta): pass\nx = int()\ndef f(n): return x',
  ],
  [
    'by modules in the work folder',
    'for name in ("pycheck", "json", "math", "numpy", "statistics", "colorsys"):\n  with open(f"{name}.py", "w") as file: file.write("import os\\nos._exit(0)")\nx = 1',
  ],
];
const FORGED =
  'import colorsys, statistics\nassert submission["x"] == 42\nvariable_value("x", 42)\nassert submission["f"](1) == 3\nfunction_returns("f", [1], expected=3)';

// The judge is reachable: it has the same user and was forked from the same interpreter.
inSituations(['warm, as a user'], 'secrets', (runner) => {
  it.each(FORGERS)('a verdict cannot be forged %s', async (_, code) => {
    const { custom } = await checked(runner(), code, { checks: { custom: FORGED, legacy: null, unit: null, answer_code: '' } });
    expect(custom === null || (custom.error === null && custom.results.length > 0) || custom.error !== null).toBe(true);
    expect(custom?.results.filter(({ pass }) => pass) ?? []).toEqual([]);
  });
});

/** What R, shell and SQL could read from inside. */
describe('in other languages', () => {
  let runner: TestRunner;
  beforeAll(async () => {
    runner = await usualRunner();
  });

  it('R finds no check in its memory and its frames while its code runs', async () => {
    const code = `
seen <- character()
con <- file("/proc/self/mem", "rb", raw = TRUE)
for (line in readLines("/proc/self/maps")) {
  if (!grepl("^[0-9a-f]+-[0-9a-f]+ rw", line) || grepl("vvar", line)) next
  span <- strsplit(sub(" .*", "", line), "-")[[1]]
  number <- function(text) sum(strtoi(strsplit(text, "")[[1]], 16) * 16^((nchar(text) - 1):0))
  start <- number(span[[1]])
  size <- number(span[[2]]) - start
  for (at in seq(0, max(0, size - 1), by = 4194304)) {
    seek(con, start + at)
    bytes <- try(readBin(con, "raw", min(4194304, size - at)), silent = TRUE)
    if (is.raw(bytes) && length(grepRaw("THE[-]ANSWER", bytes)) > 0) seen <- c(seen, line)
  }
}
for (frame in sys.frames()) for (name in ls(frame, all.names = TRUE)) if (any(grepl("THE[-]ANSWER", try(deparse(frame[[name]]), silent = TRUE)))) seen <- c(seen, name)
seen <- length(seen)`;
    const checks = { custom: null, legacy: `stopifnot(seen == 0) # ${SECRET}`, unit: null, answer_code: `# ${SECRET}` };
    const { error, legacy } = await runner.run(code, { language: 'r', checks });
    expect([error, legacy?.error, legacy?.results.map(({ feedback }) => feedback)]).toEqual([null, null, [null]]);
  });

  it('a shell script finds neither check nor answer in any process', async () => {
    const code = `python3 - <<'END'\n${TOOLS}\nfor pid in os.listdir("/proc"):
  if not pid.isdigit() or int(pid) == os.getpid(): continue
  for part in ("environ", "cmdline"):
    try:
      if SECRET.search(open(f"/proc/{pid}/{part}", "rb").read()): note(part)
    except OSError: pass
  for path in ("mem", "fd/3"):
    try:
      with open(f"/proc/{pid}/{path}", "rb", 0): seen = path
    except OSError: continue
    if pid != str(os.getppid()): note(f"{path} of {pid}")
scan()\nEND\ntrue`;
    const custom = `# ${SECRET}\nfile_exists("script")\nassert not __import__("os").path.exists("seen.txt"), open("seen.txt").read()`;
    const said = await runner.run(`touch script\n${code}`, {
      language: 'cli',
      checks: { custom, legacy: null, unit: null, answer_code: SECRET },
    });
    expect([said.error, said.custom?.error, said.custom?.results.map(({ feedback }) => feedback)]).toEqual([null, null, [null, null]]);
  });

  it('SQL reads no files, and its checks are judged elsewhere', async () => {
    const checks = { custom: 'result_rows(1)\nresult_equals_answer()', legacy: null, unit: null, answer_code: 'SELECT 1 AS n' };
    const sql = { engine: 'sqlite', max_rows: 10 } as const;
    for (const code of ["SELECT readfile('/proc/self/mem')", "ATTACH '/proc/self/mem' AS m", "SELECT load_extension('x')"]) {
      expect((await runner.run(code, { language: 'sql', sql, checks })).error).not.toBeNull();
    }
    const { custom } = await runner.run('SELECT 2 AS n', { language: 'sql', sql, checks });
    expect(custom?.results.map(({ pass }) => pass)).toEqual([true, false]);
  });
});
