import { describe, expect, it } from 'vitest';
import { checkVariables } from '#features/runs/server/check-variables.ts';
import type { Variable, VariableValue } from '#platform/contract/variables.ts';
import { casesOf, rewritesOf } from '#testing/comparisons/comparison-cases.ts';
import { inWays } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';

// They are read in the script's process, which is the same either way.
inWays(['warm, as root'], 'Python', (runner) => {
  const IMPORTS = 'import datetime as dt, decimal, collections, enum\nimport numpy as np, pandas as pd\n';

  /** The variables of code, by name. */
  async function variablesOf(code: string, options: Parameters<TestRunner['run']>[1] = {}): Promise<Record<string, Variable>> {
    const outcome = await runner().run(code, options);
    expect(outcome.error).toBeNull();
    return Object.fromEntries(outcome.vars.map((variable) => [variable.name, variable]));
  }

  const int = (value: number | string): VariableValue => ({ kind: 'int', value: String(value) });
  const float = (value: number | 'nan' | 'inf' | '-inf'): VariableValue => ({ kind: 'float', value });
  const str = (value: string): VariableValue => ({ kind: 'str', value });

  describe('values', () => {
    const CASES: [expression: string, type: string, base: string, length: number | null, value: VariableValue][] = [
      ['None', 'NoneType', 'object', null, { kind: 'none' }],
      ['True', 'bool', 'int', null, { kind: 'bool', value: true }],
      ['-7', 'int', 'object', null, int(-7)],
      ['2 ** 100', 'int', 'object', null, int('1267650600228229401496703205376')],
      ['0.1 + 0.2', 'float', 'object', null, float(0.30000000000000004)],
      ['float("nan")', 'float', 'object', null, float('nan')],
      ['float("-inf")', 'float', 'object', null, float('-inf')],
      ['1 + 2j', 'complex', 'object', null, { kind: 'complex', real: 1, imag: 2 }],
      ['"text"', 'str', 'object', 4, str('text')],
      ['b"\\x00ab"', 'bytes', 'object', 3, { kind: 'bytes', value: '006162' }],
      ['[1, "a", [2.5]]', 'list', 'object', 3, { kind: 'list', items: [int(1), str('a'), { kind: 'list', items: [float(2.5)] }] }],
      ['(1,)', 'tuple', 'object', 1, { kind: 'tuple', items: [int(1)] }],
      ['{3}', 'set', 'object', 1, { kind: 'set', items: [int(3)] }],
      ['frozenset({3})', 'frozenset', 'object', 1, { kind: 'set', items: [int(3)] }],
      [
        '{"a": 1, 2: None}',
        'dict',
        'object',
        2,
        {
          kind: 'dict',
          entries: [
            [str('a'), int(1)],
            [int(2), { kind: 'none' }],
          ],
        },
      ],
      [
        'collections.Counter("aab")',
        'Counter',
        'dict',
        2,
        {
          kind: 'dict',
          entries: [
            [str('a'), int(2)],
            [str('b'), int(1)],
          ],
        },
      ],
      ['dt.date(2024, 2, 29)', 'date', 'object', null, { kind: 'date', value: '2024-02-29' }],
      ['dt.datetime(2024, 2, 29, 12, 30)', 'datetime', 'date', null, { kind: 'date', value: '2024-02-29T12:30:00' }],
      ['pd.Timestamp("2024-02-29")', 'Timestamp', '_Timestamp', null, { kind: 'date', value: '2024-02-29T00:00:00' }],
      ['pd.NaT', 'NaTType', '_NaT', null, { kind: 'date', value: 'NaT' }],
      ['dt.timedelta(hours=1)', 'timedelta', 'object', null, { kind: 'date', value: '1:00:00' }],
      ['np.int64(5)', 'int64', 'signedinteger', null, int(5)],
      ['np.float64(1.5)', 'float64', 'floating', null, float(1.5)],
      ['np.bool_(True)', 'bool_', 'generic', null, { kind: 'bool', value: true }],
      [
        'np.array([[1, 2], [3, 4]])',
        'ndarray',
        'object',
        2,
        { kind: 'array', dtype: 'int64', shape: [2, 2], items: [int(1), int(2), int(3), int(4)] },
      ],
      ['pd.Index(["a"])', 'Index', 'IndexOpsMixin', 1, { kind: 'array', dtype: 'object', shape: [1], items: [str('a')] }],
      [
        'pd.Series([1.0, None], index=["a", "b"], name="s")',
        'Series',
        'IndexOpsMixin',
        2,
        { kind: 'series', name: str('s'), dtype: 'float64', index: [str('a'), str('b')], items: [float(1), float('nan')] },
      ],
      [
        'pd.DataFrame({"a": [1, 2], "b": ["x", None]})',
        'DataFrame',
        'NDFrame',
        2,
        {
          kind: 'frame',
          columns: [str('a'), str('b')],
          dtypes: ['int64', 'object'],
          index: [int(0), int(1)],
          rows: [
            [int(1), str('x')],
            [int(2), { kind: 'none' }],
          ],
        },
      ],
      ['enum.IntEnum("E", "A B").B', 'E', 'IntEnum', null, int(2)],
      ['decimal.Decimal("1.10")', 'Decimal', 'object', null, { kind: 'opaque', text: "Decimal('1.10')", cut: false }],
      ['object()', 'object', 'object', null, { kind: 'opaque', text: '<object object>', cut: false }],
      ['lambda a, *b, c=1: a', 'function', 'object', null, { kind: 'opaque', text: 'function <lambda>(a, *b, c=1)', cut: false }],
      ['type("Foo", (), {})', 'type', 'object', null, { kind: 'opaque', text: 'class Foo', cut: false }],
    ];

    it('are reported as data', async () => {
      const found = await variablesOf(IMPORTS + CASES.map(([expression], index) => `v${index} = ${expression}`).join('\n'));
      const reported = CASES.map((_, index) => found[`v${index}`]);
      expect(
        reported.map((variable, index) => [
          CASES[index]?.[0],
          variable?.type_name,
          variable?.base_class,
          variable?.length,
          variable?.value,
        ]),
      ).toEqual(CASES);
    });

    it.each([
      ['deeply nested', 'x = []\nfor i in range(100): x = [x]', /^\[+\]+$/],
      ['within themselves', 'x = []\nx.append(x)', /\[\.\.\.\]/],
      ['long lists', 'x = list(range(100_000))', /^\[0, 1, .* 99000 more\]$/],
      ['long texts', 'x = "ab" * 1_000_000', /^(ab)+a?…$/],
      ['huge numbers', 'x = 1 << 100_000', /./],
      ['large tables', IMPORTS + 'x = pd.DataFrame(np.ones((2000, 20)))', /^DataFrame of 2000 rows and 20 columns .* digest [0-9a-f]{16}$/],
      ['large arrays', IMPORTS + 'x = np.arange(1_000_000.0)', /^array of shape \(1000000,\) \(float64\) digest [0-9a-f]{16}$/],
      [
        'large series',
        IMPORTS + 'x = pd.Series(["a"] * 20_000, name="s")',
        /^Series of 20000 items \(name s, object\) digest [0-9a-f]{16}$/,
      ],
    ])('that are too large are reported as text: %s', async (_, code, text) => {
      const { x } = await variablesOf(code);
      expect(x?.value?.kind).toBe('opaque');
      expect(x?.value?.kind === 'opaque' && x.value.text).toMatch(text);
    });

    it('that are large have the same text when they are the same within the tolerance, and another when not', async () => {
      const code = (change: string) =>
        `${IMPORTS}rng = np.random.default_rng(1)\nx = pd.DataFrame(rng.normal(size=(3000, 5)))\n${change}\ndel rng`;
      const same = (await variablesOf(code('')))['x']?.value;
      expect((await variablesOf(code('x = x * 3 / 3')))['x']?.value).toEqual(same);
      expect((await variablesOf(code('x.iloc[1500, 2] += 0.001')))['x']?.value).not.toEqual(same);
    });

    it('are reported only if requested', async () => {
      const found = await variablesOf('a = 1\nb = 2', { values: ['b'] });
      expect([found['a']?.value, found['b']?.value]).toEqual([null, int(2)]);
    });
  });

  describe('the list of variables', () => {
    it('contains what the code defined, without modules and private names', async () => {
      const found = await variablesOf('import os\nfrom math import pi\n__x__ = 1\n_y = 2\ndef f(): pass\nclass C: pass\nz = os', {
        preamble: ['before = 1'],
      });
      expect(Object.keys(found).sort()).toEqual(['C', '_y', 'before', 'f', 'pi']);
    });

    it('exists after an error as well', async () => {
      const { vars } = await runner().run('x = 1\ny = 1 / 0');
      expect(vars.map(({ name }) => name)).toEqual(['x']);
    });

    it('ends at five hundred, and that is reported', async () => {
      const { vars, cut } = await runner().run('for i in range(600): globals()[f"v{i}"] = i');
      expect(vars).toHaveLength(500);
      expect(cut).toEqual(['vars']);
    });

    it('keeps names when the values do not fit, and reports that', async () => {
      const { vars, cut } = await runner().run('a = "x" * 90_000\nb = "y" * 90_000\nc = "z" * 90_000', {
        limits: { result_bytes: 256 * 1024 },
      });
      expect(vars.map(({ name }) => name)).toEqual(['a', 'b', 'c']);
      expect(vars.some(({ value }) => value === null)).toBe(true);
      expect(cut).toEqual(['vars']);
    });
  });

  describe('forms', () => {
    it('shows a table as text and HTML', async () => {
      const { df, s } = await variablesOf(`${IMPORTS}df = pd.DataFrame({"name": ["<b>"], "n": [1]})\ns = df["n"]`);
      expect(df?.string_form).toBe('  name  n\n0  <b>  1');
      expect(df?.html_output).toContain('<th>name</th>');
      expect(df?.html_output).toContain('&lt;b&gt;');
      expect(s?.html_output).toContain('<table');
    });

    it('of a figure is a picture, and what it shows is data', async () => {
      const code = 'import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2], [3, 4])\nax.set_title("T")\nplt.show()';
      const { fig, ax } = await variablesOf(code);
      expect(
        Buffer.from(fig?.image ?? '', 'base64')
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
      expect(JSON.stringify(fig?.value)).toContain('"T"');
      expect(fig?.value).toMatchObject({ kind: 'plot' });
      expect(ax?.value).toEqual(fig?.value);
    });

    it('shows a value that draws itself as a picture', async () => {
      const { p } = await variablesOf('class P:\n  def _repr_png_(self): return b"png"\np = P()');
      expect(p?.image).toBe(Buffer.from('png').toString('base64'));
    });

    it('shows a text as it is', async () => {
      expect((await variablesOf('s = "a\\nb"'))['s']?.string_form).toBe('a\nb');
    });
  });

  describe('a value’s own methods', () => {
    const HOSTILE: [what: string, code: string][] = [
      ['never ends', 'def __repr__(self):\n    while True: pass'],
      ['never ends in C', 'def __repr__(self): return str(10 ** 10 ** 8)'],
      [
        'swallows what ends it',
        'def __repr__(self):\n    import time\n    end = time.time() + 3\n    while time.time() < end:\n      try: time.sleep(1)\n      except BaseException: pass\n    return "survived"',
      ],
      ['is an error', 'def __repr__(self): raise ValueError("no")'],
      ['leaves', 'def __repr__(self): raise SystemExit(0)'],
      ['is no text', 'def __repr__(self): return 5'],
      [
        'is another text',
        'def __repr__(self):\n    class S(str):\n      def __str__(self): raise SystemExit\n      def __len__(self): raise SystemExit\n    return S("sly")',
      ],
      ['is far too long', 'def __repr__(self): return "x" * 10 ** 8'],
      ['has no length', 'def __len__(self): raise KeyboardInterrupt'],
      ['has an endless length', 'def __len__(self): return 2 ** 62'],
      ['has a negative length', 'def __len__(self): return -1'],
      ['has no HTML', 'def _repr_html_(self): raise KeyboardInterrupt'],
      ['has far too much HTML', 'def _repr_html_(self): return "<b>" * 10 ** 6'],
      ['has HTML that is none', 'def _repr_html_(self): return 5'],
      ['lies about its class', '@property\n  def __class__(self): raise SystemExit'],
      ['pretends to be a number', '@property\n  def __class__(self): return int'],
      ['watches every look', 'def __getattribute__(self, name): raise SystemExit'],
      ['changes what exists', 'def __repr__(self):\n    globals().clear()\n    return "cleared"'],
      [
        'breaks the language',
        'def __repr__(self):\n    import builtins\n    builtins.len = builtins.isinstance = builtins.issubclass = None\n    return "broken"',
      ],
      ['stops the alarm', 'def __repr__(self):\n    import signal\n    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n    return "silent"'],
      ['closes everything', 'def __repr__(self):\n    import os\n    os.closerange(0, 300)\n    return "closed"'],
    ];

    it.each(HOSTILE)('breaks nothing when it %s', async (_, method) => {
      const { vars } = await runner().run(`before = 1\nclass A:\n  ${method}\na = A()\nafter = 2`);
      const [a, after] = ['a', 'after'].map((name) => vars.find((variable) => variable.name === name));
      expect(a).toMatchObject({ type_name: 'A', base_class: 'object' });
      expect(a?.string_form.length).toBeLessThanOrEqual(20_000);
      expect(after).toMatchObject({ type_name: 'int' });
    });

    it.each([
      [
        'a class whose class lies',
        'class M(type):\n  @property\n  def __name__(cls): raise SystemExit\n  def __getattribute__(cls, name): raise SystemExit\nclass A(metaclass=M): pass\nA()',
      ],
      ['a class whose name is no plain text', 'class S(str):\n  def __len__(self): raise SystemExit\nA = type(S("A"), (), {})'],
      ['a dict whose items lie', 'class D(dict):\n  def items(self): raise SystemExit\n  def __iter__(self): raise SystemExit\nd = D(a=1)'],
      ['a list whose iterator never ends', 'class L(list):\n  def __iter__(self):\n    while True: yield 1\nl = L([1])'],
      ['a number whose text lies', 'class I(int):\n  def __str__(self): raise SystemExit\n  __repr__ = __str__\ni = I(1)'],
      ['pandas that is none', 'import sys, types\nsys.modules["pandas"] = types.ModuleType("pandas")'],
      ['names that are no texts', 'globals()[5] = 6\nclass S(str):\n  def startswith(self, x): raise SystemExit\nglobals()[S("sly")] = 7'],
      ['a recursion limit that is none', 'import sys\ndef down(n):\n  return n if n == 0 else down(n - 1)\nsys.setrecursionlimit(60)'],
      ['a trace of everything', 'import sys\ndef t(*a):\n  raise SystemExit\nx = 1\nsys.setprofile(None)'],
    ])('breaks nothing of %s', async (_, code) => {
      const { vars } = await runner().run(`${code}\nafter = 2`);
      expect(vars.find(({ name }) => name === 'after')?.value).toEqual(int(2));
    });

    it('keeps what was reported before it ends the process', async () => {
      const { vars, cut, error } = await runner().run(
        'import os\nbefore = 1\nclass A:\n  def __repr__(self): os._exit(0)\na = A()\nafter = 2',
      );
      expect(vars.map(({ name }) => name)).toEqual(['before', 'A']);
      expect(cut).toEqual(['vars']);
      expect(error?.name).toBe('Exit');
    });

    it('has a time limit in total: the rest are listed by name', async () => {
      const code =
        'import time\nclass A:\n  def __repr__(self):\n    time.sleep(0.9)\n    return "slow"\nfor i in range(20): globals()[f"a{i}"] = A()';
      const { vars, cut } = await runner().run(code);
      expect(vars.filter(({ type_name }) => type_name === 'A')).toHaveLength(20);
      expect(vars.find(({ name }) => name === 'a0')?.string_form).toBe('slow');
      expect(vars.find(({ name }) => name === 'a19')?.string_form).toBe('<A that was not read>');
      expect(cut).toEqual(['vars']);
    });
  });

  it('are compared as the cases of comparisons say', async () => {
    const cases = casesOf('python', 'variables');
    const vars = await variablesOf(IMPORTS + cases.map((each, at) => `e${at} = ${each.expected}\na${at} = ${each.actual}`).join('\n'));
    const named = (name: string): Variable[] => (vars[name] ? [{ ...vars[name], name: 'x' }] : []);
    const wrong = cases.filter(({ isSame }, at) => checkVariables(named(`e${at}`), named(`a${at}`)).pass !== isSame);
    expect(wrong).toEqual([]);
  });

  it('of code that is written differently are compared as the table of rewrites says', async () => {
    const rewrites = rewritesOf('python');
    const code = rewrites.map((each, at) => `${each.answer}\ne${at} = x\n${each.code}\na${at} = x`).join('\n');
    const vars = await variablesOf(IMPORTS + code);
    const named = (name: string): Variable[] => (vars[name] ? [{ ...vars[name], name: 'x' }] : []);
    expect(rewrites.filter(({ isSame }, at) => checkVariables(named(`e${at}`), named(`a${at}`)).pass !== isSame)).toEqual([]);
  });
});
