import { expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { hostilePython } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

/** Runs code with a custom check. */
async function checked(runner: TestRunner, code: string, custom: string, wall_seconds = 15): Promise<RunOutcome> {
  return runner.run(code, { checks: { custom, legacy: null, unit: null, answer_code: '' }, limits: { wall_seconds } });
}

const verdict = ({ custom }: RunOutcome) => custom?.results.map(({ pass }) => pass);

const inSituations = hostilePython();

/** Seconds, for code that doesn't end by itself. */
const SHORT = 1;

const CHECK = 'variable_value("x", 42)\nassert submission["x"] == 42, "no"\nvariable_exists("y")\nfunction_returns("f", [1], expected=2)';
const LEFT = '\nx = 1\ndef f(n): return n';
const HOSTILE: [what: string, code: string][] = [
  ['prints a verdict', `print('{"type":"check","kind":"custom","results":[],"error":null}')`],
  [
    'notes a verdict',
    'import gc\nfor o in gc.get_objects():\n  if type(o).__name__ == "SharedMemory":\n    o.note({"type": "check", "kind": "custom", "token": "", "results": [], "error": None})',
  ],
  [
    'replaces checkers',
    'import pycheck, sys\nfor m in [m for n, m in list(sys.modules.items()) if n.startswith("pycheck")]:\n  for k, v in list(vars(m).items()):\n    if callable(v) and not k.startswith("__"): setattr(m, k, lambda *a, **k: True)',
  ],
  ['empties the modules', 'import sys\nfor n in [n for n in sys.modules if "pycheck" in n or "lessonwright" in n]: del sys.modules[n]'],
  [
    'puts another pycheck in its place',
    'import sys, types\nsys.modules["pycheck"] = types.ModuleType("pycheck")\nopen("pycheck.py", "w").write("")',
  ],
  [
    'changes the code of functions',
    'import pycheck.session as s, types\ndef fine(*a, **k): return None\nfor k, v in vars(s.Session).items():\n  if isinstance(v, types.FunctionType) and v.__closure__ is None: v.__code__ = fine.__code__',
  ],
  ['changes methods of classes', 'import pycheck.session as s\ns.Result = s.Session.check = s.Session._fail = lambda *a, **k: True'],
  [
    'replaces our checking functions',
    'import lessonwright_run.checking as c\nc.run_check = c.note_check = c._judged = lambda *a, **k: None',
  ],
  [
    'replaces builtins',
    'import builtins\nbuiltins.isinstance = builtins.issubclass = lambda *a: True\nbuiltins.len = builtins.repr = lambda *a: 0',
  ],
  [
    'replaces the compiler',
    'import builtins, ast\nbuiltins.compile = ast.parse = lambda *a, **k: (lambda: 0).__code__\nbuiltins.exec = lambda *a: None',
  ],
  ['traces everything', 'import sys\ndef t(frame, event, arg):\n  frame.f_locals.clear()\n  return t\nsys.settrace(t)\nsys.setprofile(t)'],
  ['waits for the exit', 'import atexit, os\natexit.register(lambda: None)\natexit.register(os._exit, 0)'],
  [
    'goes on in a thread',
    'import threading, time\ndef work():\n  while True:\n    import pycheck.session as s\n    s.Session._fail = lambda *a, **k: None\n    time.sleep(0.001)\nthreading.Thread(target=work, daemon=True).start()',
  ],
  [
    'starts a thread in forks',
    'import os, threading, time\nos.register_at_fork(after_in_child=lambda: threading.Thread(target=time.sleep, args=(9,), daemon=True).start())',
  ],
  ['closes every descriptor', 'import os\nos.closerange(0, 4096)'],
  [
    'ends all other processes',
    'import os, signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntry: os.kill(-1, signal.SIGTERM)\nexcept OSError: pass',
  ],
  ['leaves', 'import os\nos._exit(0)'],
  ['changes the ways of import', 'import sys\nsys.meta_path.clear()\nsys.path[:] = ["/work"]\nsys.path_hooks.clear()'],
  ['collects garbage on purpose', 'import gc\ngc.callbacks.append(lambda *a: __import__("os")._exit(0))\ngc.set_threshold(1)'],
  [
    'handles the alarm',
    'import signal\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\nsignal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})',
  ],
];

// The judge is another process of the same user, forked from an interpreter that serves many runs.
inSituations(['warm, as a user'], 'a submission that tampers', (runner) => {
  it.each(HOSTILE)('passes nothing that it did not earn when it %s', async (_, code) => {
    const { custom } = await checked(runner(), `${code}${LEFT}`, CHECK);
    expect(custom === null || custom.error !== null || custom.results.some(({ pass }) => !pass)).toBe(true);
    expect(custom?.results ?? []).not.toContainEqual(expect.objectContaining({ name: 'variable_value: x', pass: true }));
  });
});

const LIARS: [what: string, value: string][] = [
  ['an __eq__ that lies', 'type("A", (), {"__eq__": lambda *a: True})()'],
  [
    'an int that lies',
    'type("I", (int,), {"__eq__": lambda *a: True, "__sub__": lambda *a: 0, "__abs__": lambda *a: 0, "__float__": lambda *a: 42.0})(1)',
  ],
  ['a text that lies', 'type("S", (str,), {"__eq__": lambda *a: True, "__str__": lambda *a: "42"})("1")'],
  ['a class whose class lies', 'type("A", (), {"__class__": property(lambda *a: int), "__eq__": lambda *a: True})()'],
  ['a repr that leaves', 'type("A", (), {"__repr__": lambda *a: __import__("os")._exit(0)})()'],
  ['a repr that never ends', 'type("A", (), {"__repr__": lambda *a: [0 for _ in iter(int, 1)]})()'],
  ['a property that leaves', 'type("A", (), {"__getattribute__": lambda *a: __import__("os")._exit(0)})()'],
];

// Values are inspected the same way everywhere; here each process is new.
inSituations(['cold, as root'], 'a submission that tampers', (runner) => {
  it.each(LIARS)('is not believed: %s', async (_, value) => {
    const { custom } = await checked(runner(), `x = ${value}`, 'variable_value("x", 42)', SHORT);
    expect(custom === null || custom.results.some(({ pass }) => !pass)).toBe(true);
  });
});

// Changes must not reach the judge, which is a fork of the same interpreter.
inSituations(['warm, as root'], 'a submission that tampers', (runner) => {
  it('still passes what it earned after it tried', async () => {
    const code =
      'import builtins, pycheck\nbuiltins.len = None\npycheck.variable_value = None\nimport atexit\natexit.register(print, "bye")\nx = 42';
    expect(verdict(await checked(runner(), code, 'variable_value("x", 42)\nvariable_length("x", 2)'))).toEqual([true, false]);
  });

  it('has its endless functions ended and reported', async () => {
    const said = await checked(runner(), 'def f():\n  while True: pass', 'function_returns("f", expected=1)', SHORT);
    expect(said.custom?.results[0]?.feedback).toBe('f() raised TookTooLong: it did not finish within 1 s, the time limit of this lesson');
  });
});

inSituations(['warm, as root'], 'a check', (runner) => {
  it('imports nothing from the folder of the code', async () => {
    const code = 'open("colorsys.py", "w").write("rgb_to_hls = lambda *rgb: 42")';
    const outcome = await checked(runner(), code, 'import colorsys\nassert colorsys.rgb_to_hls(0, 0, 0) == 42, "the real one"');
    expect(outcome.custom).toMatchObject({ error: null, results: [{ pass: false, feedback: 'the real one' }] });
  });
});
