import { describe, expect, it } from 'vitest';
import { splitAtErrors, splitTranscript } from './transcripts.ts';

describe('a console transcript', () => {
  it.each<[string, string | null, string, string, string, boolean]>([
    ['of a shell', 'cli', '$ pwd\n/home/ada\n$ ls -l \\\n> data\ntotal 0', 'pwd\nls -l \\\ndata', '/home/ada\ntotal 0', true],
    ['with a user and a host', 'cli', 'ada@host:~/x$ ls\na  b', 'ls', 'a  b', true],
    ['with an environment', 'cli', '(venv) $ which python\n/venv/bin/python', 'which python', '/venv/bin/python', true],
    [
      'with a loop',
      'cli',
      '$ for n in 1 2\n> do\n>   echo "> $n"\n> done\n> 1\n> 2',
      'for n in 1 2\ndo\n  echo "> $n"\ndone',
      '> 1\n> 2',
      true,
    ],
    ['with a quote of two lines', 'cli', "$ echo 'a\n> b'\na\nb", "echo 'a\nb'", 'a\nb', true],
    ['with lines of output that start with >', 'cli', '$ cat a\n> quoted', 'cat a', '> quoted', true],
    ['of Python', 'python', '>>> for i in range(2):\n...     print(i)\n...\n0\n1', 'for i in range(2):\n    print(i)', '0\n1', true],
    ['of Python, with values', 'python', '>>> x = 2\n>>> x + 1\n3', 'x = 2\nx + 1', '3', true],
    ['of Python, with a value before the last', 'python', '>>> 2\n2\n>>> 3\n3', '2\n3', '2\n3', false],
    [
      'of Python, with an error',
      'python',
      '>>> 1 / 0\nTraceback (most recent call last):',
      '1 / 0',
      'Traceback (most recent call last):',
      false,
    ],
    ['of Python, with an error alone', 'python', '>>> print(int("a"))\nValueError: a', 'print(int("a"))', 'ValueError: a', false],
    [
      'of Python, with an error in the output',
      'python',
      '>>> print("KeyError: 1")\nKeyError: 1\n>>> 2\n2',
      'print("KeyError: 1")\n2',
      'KeyError: 1\n2',
      true,
    ],
    ['of Python, with a text without prompts', 'python', ">>> x = '''a (\n\n# b\n'''\n>>> x\n1", "x = '''a (\n\n# b\n'''\nx", '1', true],
    ['of Python, with an expression in a text', 'python', '>>> f"""a {\n  x # b\n}"""\n\'a 1\'', 'f"""a {\n  x # b\n}"""', "'a 1'", true],
    ['of Python, with a text in one line', 'python', '>>> """a"""\n\'a\'', '"""a"""', "'a'", true],
    ['of Python, with an empty text', 'python', ">>> ''''''\n''", "''''''", "''", true],
    ['of Python, with blanks before a command', 'python', '>>>  x = 1\n>>>  if x:\n...    x\n1', 'x = 1\nif x:\n   x', '1', true],
    ['of IPython', 'python', 'In [1]: x = 2\n\nIn [2]: x\nOut[2]: 2', 'x = 2\nx', '2', true],
    ['of R', 'r', '> x <- c(1,\n+ 2)\n> x\n[1] 1 2', 'x <- c(1,\n2)\nx', '[1] 1 2', true],
    ['without a language', null, '>>> 1\n1', '1', '1', true],
    ['without output', 'cli', '$ cd data', 'cd data', '', true],
  ])('%s', (_name, language, source, code, output, isPrinted) => {
    expect(splitTranscript(language, source)).toMatchObject({ code, output, isPrinted });
  });

  it.each([
    ['a script', 'cli', 'cd data\nls'],
    ['a price', null, '$ 5'],
    ['a comparison in R', 'r', 'x > 2'],
    ['a comparison in Python', 'python', 'x = 1 >>> 2'],
    ['nothing', 'python', ''],
    ['an example in a text', 'python', '"""Adds.\n\n>>> add(1)\n2\n"""\nx = 1'],
  ])('is not %s', (_name, language, source) => {
    expect(splitTranscript(language, source)).toBeNull();
  });
});

describe('a transcript with errors', () => {
  it('is in parts that end with them', () => {
    const [first, second, ...others] = splitAtErrors(
      'python',
      '>>> a = 1\n>>> b\nTraceback (most recent call last):\n  File "<stdin>"\nNameError: b\n\n# Better:\n>>> a\n1',
    );
    expect(first).toBe('>>> a = 1\n>>> b\nTraceback (most recent call last):\n  File "<stdin>"\nNameError: b\n');
    expect(second).toBe('# Better:\n>>> a\n1');
    expect(others).toEqual([]);
    expect(splitTranscript('python', first ?? '')).toMatchObject({ code: 'a = 1\nb', isError: true });
    expect(splitTranscript('python', second ?? '')).toMatchObject({ code: '# Better:\na', isError: false });
    expect(splitAtErrors('python', 'raise ValueError\nValueError: x\n# b')).toHaveLength(1);
    expect(splitAtErrors('python', '"""Adds.\n\n>>> add()\nTypeError: x\n\n>>> add(1)\n"""')).toHaveLength(1);
  });
});
