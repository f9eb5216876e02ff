import { describe, expect, it } from 'vitest';
import { inWays } from '../../testing/matrix.ts';

// Output arrives through the pipes of a sandbox, or as frames of a slot.
inWays(['cold, as root', 'warm, as root'], 'Python', (runner) => {
  describe('what code prints', () => {
    it.each([
      ['is its output', 'print("one")\nprint("two")', 'one\ntwo\n', ''],
      ['is apart from its errors', 'import sys\nprint("out")\nprint("err", file=sys.stderr)', 'out\n', 'err\n'],
      ['keeps its order with what programs print', 'import os\nprint(1)\nos.system("echo 2")\nprint(3)', '1\n2\n3\n', ''],
      ['may be any text', 'print("naïve 🐍 日本")', 'naïve 🐍 日本\n', ''],
      ['is kept without a line end', 'print("no end", end="")', 'no end', ''],
      ['is kept before an error', 'print("before")\n1/0', 'before\n', ''],
      [
        'is kept from threads that are not joined',
        'import threading, time\ndef f():\n  time.sleep(0.1)\n  print("late")\nthreading.Thread(target=f).start()',
        'late\n',
        '',
      ],
      ['is kept from exit functions', 'import atexit\natexit.register(print, "bye")', 'bye\n', ''],
      ['is kept of half characters', 'print("\\ud800")', '\\ud800\n', ''],
    ])('%s', async (_, code, output, stderr) => {
      expect(await runner().run(code)).toMatchObject({ output, stderr, limit: null, cut: [] });
    });

    it('is of files in the work folder and its folders, which are read only; code writes others beside them', async () => {
      const sha256 = await runner().send('a,b\n1,2\n');
      const code = [
        'import os, pathlib',
        'print(open("data 1.csv").read(), sorted(os.listdir(".")), sorted(os.listdir("data")), os.listdir("data/raw"))',
        'print((pathlib.Path("data") / "raw" / "ünï.txt").read_text())',
        'pathlib.Path("data/new.csv").write_text("3")',
        'os.mkdir("data/out")',
        'for name in ("data 1.csv", "data/b.csv", "birds/b.csv", "birds/new.csv"):',
        '    try: open(name, "w")',
        '    except OSError as error: print(name, os.path.exists(name))',
        'print(sorted(os.listdir("data")))',
      ].join('\n');
      const outcome = await runner().run(code, {
        files: [
          { name: 'data 1.csv', sha256 },
          { name: 'data/b.csv', sha256, own: true },
          { name: 'data/raw/ünï.txt', sha256, own: true },
          { name: 'birds/b.csv', sha256 },
        ],
      });
      expect(outcome.error).toBeNull();
      expect(outcome.output).toBe(
        [
          "a,b\n1,2\n ['birds', 'data', 'data 1.csv'] ['b.csv', 'raw'] ['ünï.txt']",
          'a,b\n1,2\n',
          'data 1.csv True',
          'data/b.csv True',
          'birds/b.csv True',
          'birds/new.csv False',
          "['b.csv', 'new.csv', 'out', 'raw']",
          '',
        ].join('\n'),
      );
    });

    it('comes line by line, while it runs', async () => {
      const events = await runner().events({ code: 'import time\nprint(1)\ntime.sleep(0.5)\nprint(2)' });
      expect(events.map(({ type }) => type)).toEqual(['started', 'stdout', 'stdout', 'finished']);
    });
  });
});

inWays(['warm, as root'], 'Python', (runner) => {
  describe('an error', () => {
    it.each([
      ['has its line', 'x = 1\ny = 2\nx / 0', 'ZeroDivisionError', 'division by zero', 3],
      ['has the line inside a function', 'def f():\n    raise ValueError("no")\n\nf()', 'ValueError', 'no', 2],
      [
        'of a library has the line that called it',
        'import json\n\njson.loads("{")',
        'JSONDecodeError',
        expect.stringContaining('Expecting'),
        3,
      ],
      ['of syntax has its line', 'x = 1\nprint("a"\ny = 2', 'SyntaxError', expect.stringContaining('never closed'), 2],
      [
        'of installing has the way to Packages',
        'x = 1\n%pip install numpy',
        'SyntaxError',
        expect.stringMatching(/^A run can’t install .* Packages\.$/),
        2,
      ],
      ['of installing with a shell has it too', '!pip install numpy', 'SyntaxError', expect.stringContaining('under Packages'), 1],
      ['of indentation has its line', 'if True:\nprint(1)', 'IndentationError', expect.stringContaining('expected an indented block'), 2],
      ['of a name says it', 'print(missing)', 'NameError', "name 'missing' is not defined", 1],
      ['of a new class has its name', 'class Oops(Exception): pass\nraise Oops("so")', 'Oops', 'so', 2],
      ['of leaving with a text has it', 'import sys\nsys.exit("because")', 'SystemExit', 'because', 2],
      ['of leaving with a number has it', 'exit(3)', 'SystemExit', '3', 1],
      ['of recursion is one', 'def f(): return f()\nf()', 'RecursionError', expect.stringContaining('recursion'), 1],
      ['of missing input says what to do', 'input()', 'EOFError', expect.stringMatching(/^This run has no input, so input/), 1],
      ['that cannot be shown is one', 'class E(Exception):\n  def __str__(self): raise SystemExit\nraise E()', 'E', '', 3],
      [
        'of code with NUL is one',
        'x = "a\0b"',
        expect.stringMatching(/^(Value|Syntax)Error$/),
        expect.stringContaining('null bytes'),
        null,
      ],
    ])('%s', async (_, code, name, message, line) => {
      expect((await runner().run(code)).error).toMatchObject({ name, message, line });
    });

    it('of reading on behind the input says so', async () => {
      const code = "name = input('Name? ')\nprint(f'Hello {name}')\nimport sys\nprint([line for line in sys.stdin])\ninput()";
      const { output, error } = await runner().run(code, { input: 'Ada\none\ntwo' });
      expect(output).toBe("Name? Ada\nHello Ada\none\ntwo\n['one\\n', 'two\\n']\n");
      expect(error).toMatchObject({ name: 'EOFError', message: expect.stringContaining('nothing left to read') as string, line: 5 });
    });

    it('is none of reading all lines at once, which are shown once', async () => {
      const { output, error } = await runner().run('import sys\nx = sys.stdin.readlines()\nprint(len(x))', { input: 'a\nb' });
      expect([output, error]).toEqual(['a\nb\n2\n', null]);
    });

    it('is none of a program that reads the input as well, nor of one whose display code asks for it', async () => {
      const code = 'import subprocess\nprint(subprocess.run(["wc", "-l"], capture_output=True, text=True).stdout)';
      expect((await runner().run(code, { input: 'a\nb' })).output).toBe('2\n\n');
      const { error } = await runner().run('input()', { input: 'a', preamble: ['input()'] });
      expect(error).toMatchObject({ name: 'EOFError', line: null });
    });

    it('has its column, in characters', async () => {
      const { error } = await runner().run('é = 0; x = 1 / é');
      expect(error).toMatchObject({ line: 1, column: 12 });
      expect((await runner().run('x = (1 +')).error).toMatchObject({ line: 1, column: 5 });
    });

    it('hides our own frames', async () => {
      const { error } = await runner().run(
        'def f():\n    1 / 0\ntry:\n    f()\nexcept ZeroDivisionError as e:\n    raise ValueError("second") from e',
      );
      expect(error?.traceback).toMatch(/^Traceback \(most recent call last\):\n {2}File "script\.py", line 4, in <module>/);
      expect(error?.traceback).toContain('    1 / 0');
      expect(error?.traceback).toContain('direct cause');
      expect(error?.traceback).not.toContain('lessonwright');
      expect(error).toMatchObject({ name: 'ValueError', line: 6 });
    });

    it('reports an error in the preamble without a line', async () => {
      const { error } = await runner().run('x = 1', { preamble: ['y = 1', '1 / 0'] });
      expect(error).toMatchObject({ name: 'ZeroDivisionError', line: null });
      expect(error?.traceback).toContain('before.py');
    });

    it.each([
      ['sys.exit()', 'import sys\nsys.exit()'],
      ['sys.exit(0)', 'import sys\nsys.exit(0)'],
      ['a caught error', 'try:\n  1/0\nexcept ZeroDivisionError: pass'],
    ])('is not %s', async (_, code) => {
      expect((await runner().run(code)).error).toBeNull();
    });
  });
});

// The process ends either in its sandbox or as a fork of a slot.
inWays(['cold, as root', 'warm, as root'], 'Python', (runner) => {
  describe('an error', () => {
    it.each([
      ['that leaves the process', 'import os\nos._exit(3)', 'Exit'],
      ['that reads where nothing is', 'import ctypes\nctypes.string_at(0)', 'Killed'],
      ['that ends itself', 'import os, signal\nos.kill(os.getpid(), signal.SIGTERM)', 'Killed'],
    ])('is reported for code %s', async (_, code, name) => {
      expect(await runner().run(`print("before")\n${code}`)).toMatchObject({ output: 'before\n', error: { name }, cut: ['vars'] });
    });

    it.each([
      ['everything', 'os.kill(-1, signal.SIGKILL)', 'ProcessLookupError'],
      ['its supervisor', 'os.kill(os.getppid(), signal.SIGKILL)\nos.kill(os.getppid(), signal.SIGINT)\nraise KeyError', 'KeyError'],
    ])('is the only effect of trying to end %s', async (_, code, name) => {
      expect(await runner().run(`import os, signal\n${code}`)).toMatchObject({ error: { name }, cut: [] });
    });
  });
});

inWays(['warm, as root'], 'Python', (runner) => {
  describe('code', () => {
    it('runs after the preamble, in the same namespace', async () => {
      expect((await runner().run('print(a + b)', { preamble: ['a = 1', 'b = a + 1'] })).output).toBe('3\n');
    });

    it('runs after the preamble, which is silent', async () => {
      const before =
        'import os, sys, logging, matplotlib.pyplot as plt\nlogging.basicConfig()\nprint("early", flush=True)\nprint("early", file=sys.stderr)\nos.system("echo early")\nplt.plot([1])\nplt.show()\nplt.figure()';
      const outcome = await runner().run('print("late")\nlogging.warning("late")\n1 / 0', {
        preamble: [before, 'print("early")'],
        checks: { custom: 'output_equals("late")', legacy: null, unit: null, answer_code: '' },
      });
      expect(outcome).toMatchObject({ output: 'late\n', images: [], error: { line: 3 }, custom: { results: [{ pass: true }] } });
      expect(outcome.stderr).toBe('WARNING:root:late\n');
    });

    it('is the main module', async () => {
      const code =
        'import sys, pickle\nclass A: pass\nprint(__name__, sys.modules["__main__"].A is A, sys.argv, type(pickle.loads(pickle.dumps(A()))) is A)';
      expect((await runner().run(code)).output).toBe("__main__ True ['script.py'] True\n");
    });

    it.each([
      [
        'processes',
        'from multiprocessing import Pool\ndef f(x): return x * x\nwith Pool(2) as p: print(p.map(f, [1, 2, 3]))',
        '[1, 4, 9]\n',
      ],
      ['coroutines', 'import asyncio\nasync def f():\n  await asyncio.sleep(0)\n  return 7\nprint(asyncio.run(f()))', '7\n'],
      ['other programs', 'import subprocess\nprint(subprocess.run(["echo", "hi"], capture_output=True, text=True).stdout.strip())', 'hi\n'],
      ['temporary files', 'import tempfile\nwith tempfile.TemporaryFile() as f: print(f.write(b"abc"))', '3\n'],
      ['who it is', 'import getpass, os\nprint(getpass.getuser(), os.path.expanduser("~"), os.getcwd())', 'learner /work /work\n'],
      ['chance', 'import random\nprint(0 <= random.random() < 1)', 'True\n'],
      ['where a function comes from', 'import inspect\ndef f(): return 1\nprint(inspect.getsource(f).strip())', 'def f(): return 1\n'],
    ])('may use %s', async (_, code, output) => {
      expect(await runner().run(code)).toMatchObject({ error: null, output });
    });

    it('gives the same hashes on every run', async () => {
      const code = 'print({"b", "a", "c"}, hash("x"))';
      expect((await runner().run(code)).output).toBe((await runner().run(code)).output);
    });

    it('gets other random numbers on every run', async () => {
      const code = 'import random\nimport numpy as np\nprint(random.random(), np.random.rand())';
      expect((await runner().run(code)).output).not.toBe((await runner().run(code)).output);
    });

    it('ends once although it forks', async () => {
      const { output, vars } = await runner().run('import os\npid = os.fork()\nif pid: os.wait()\nprint("x")');
      expect(output).toBe('x\nx\n');
      expect(vars.filter(({ name }) => name === 'pid')).toHaveLength(1);
    });
  });

  describe('files', () => {
    it('imports Python files', async () => {
      const sha256 = await runner().send('answer = 42\n');
      expect((await runner().run('import mine\nprint(mine.answer)', { files: [{ name: 'mine.py', sha256 }] })).output).toBe('42\n');
    });

    it('that code writes exist while it runs', async () => {
      expect((await runner().run('open("x", "w").write("abc")\nprint(open("x").read())')).output).toBe('abc\n');
    });
  });

  describe('plots', () => {
    const size = (png: string) => {
      const bytes = Buffer.from(png, 'base64');
      expect(bytes.subarray(1, 4).toString()).toBe('PNG');
      return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    };

    it('are pictures, each time they are shown, and at the end', async () => {
      const code = [
        'import matplotlib.pyplot as plt',
        'plt.figure(figsize=(4, 2))',
        'plt.plot([1, 2])',
        'plt.show()',
        'plt.figure(figsize=(2, 4))',
        'plt.plot([2, 1])',
        'plt.show()',
        'plt.bar(["a"], [1])',
      ].join('\n');
      const { images, stderr, error } = await runner().run(code);
      expect({ stderr, error }).toEqual({ stderr: '', error: null });
      const [wide, tall] = images.map(size);
      expect(images).toHaveLength(3);
      expect(wide![0]).toBeGreaterThan(wide![1]!);
      expect(tall![0]).toBeLessThan(tall![1]!);
    });

    it.each([
      ['of a figure that is shown by itself', 'fig, ax = plt.subplots()\nax.plot([1])\nfig.show()', 1],
      ['of several figures at once', 'plt.figure()\nplt.plot([1])\nplt.figure()\nplt.plot([2])\nplt.show()', 2],
      ['that were shown before an error', 'plt.plot([1])\nplt.show()\nplt.plot([2])\n1/0', 2],
      ['that are closed without being shown are omitted', 'plt.plot([1])\nplt.close()', 0],
      ['of pandas', 'import pandas as pd\npd.DataFrame({"a": [1, 2]}).plot()\nplt.show()', 1],
      ['drawn by another backend that has no screen', 'import matplotlib\nmatplotlib.use("agg")\nplt.plot([1])', 1],
    ])('%s', async (_, code, count) => {
      expect((await runner().run(`import matplotlib.pyplot as plt\n${code}`)).images).toHaveLength(count);
    });

    it('that can’t be drawn are known to checks, and don’t keep others from being drawn', async () => {
      const code = [
        'import matplotlib.pyplot as plt',
        'plt.plot([1])',
        'def fail(*_args, **_options): raise RuntimeError("no picture")',
        'plt.gcf().savefig = fail',
        'plt.figure()',
        'plt.bar([1], [2])',
      ].join('\n');
      const checks = { custom: 'plot_made("line")', legacy: null, unit: null, answer_code: '' };
      const { images, plots, cut, error, custom } = await runner().run(code, { checks });
      expect({ images: images.length, plots, cut, error }).toEqual({ images: 1, plots: 2, cut: [], error: null });
      expect(custom?.results).toMatchObject([{ pass: true }]);
    });

    it('beyond twenty are omitted, and that is reported', async () => {
      const { images, plots, cut } = await runner().run(
        'import matplotlib.pyplot as plt\nfor i in range(25):\n  plt.figure(figsize=(1, 1))\n  plt.plot([1])\n  plt.show()',
        { limits: { wall_seconds: 60 } },
      );
      expect([images.length, plots]).toEqual([20, 25]);
      expect(cut).toEqual(['images']);
    });

    it('that do not fit are omitted, and that is reported; variables still fit', async () => {
      const code = [
        'import matplotlib.pyplot as plt, numpy as np',
        'for i in range(8):',
        '  plt.imshow(np.random.rand(500, 500), interpolation="nearest")',
        '  plt.show()',
        'x = 5',
        'other = list(range(6000))',
      ].join('\n');
      const { images, cut, vars } = await runner().run(code, { limits: { result_bytes: 300 * 1024 }, compared: ['other'] });
      expect(images.length).toBeLessThan(8);
      expect(vars[0]).toMatchObject({ name: 'other', value: { kind: 'list' } });
      expect(cut).toEqual(['images']);
      expect(vars.find(({ name }) => name === 'x')?.value).toEqual({ kind: 'int', value: '5' });
    });
  });
});

// Slots of each version are tested in warm-runs.test.ts.
inWays(['cold, as root'], 'Python', (runner) => {
  describe('versions', () => {
    it('has pandas if no version is requested', async () => {
      expect((await runner().run('import pandas, sys\nprint(sys.version_info[0])')).output).toBe('3\n');
    });

    it('can be any installed one', async () => {
      const { versions } = (await runner().health()).languages.python;
      expect(versions).toContain('3.11');
      for (const version of versions) {
        const { output, vars } = await runner().run('import sys\nprint("%d.%d" % sys.version_info[:2])\nx = [1, 2.5]', {
          language_version: version,
        });
        expect(output).toBe(`${version}\n`);
        expect(vars.find(({ name }) => name === 'x')?.string_form).toBe('[1, 2.5]');
      }
    });
  });
});
