import { describe, expect, it } from 'vitest';
import { type Language, LANGUAGES } from '#platform/contract/languages.ts';
import { codeRegions, findInCode } from './code-regions.ts';

describe('the comments and quoted texts of code', () => {
  it.each<[Language, string, string[], string[]]>([
    ['python', 'print(6)  # for\nx = "a # b"', ['# for'], ['"a # b"']],
    ['python', 'f\'{name} for {x + "y"}\'', [], ["f'", ' for ', '"y"', "'"]],
    ['python', '"""a\nfor"""\nfor i in x:\n  pass', [], ['"""a\nfor"""']],
    ['python', `x = "it's" + 'x'`, [], [`"it's"`, "'x'"]],
    ['r', 'x <- "#a" # for\n`for` <- 1', ['# for'], ['"#a"']],
    ['sql', "SELECT 'it''s -- a' AS \"b\" -- c\n/* d */ FROM t", ['-- c', '/* d */'], ["'it''s -- a'"]],
    ['cli', 'grep "key $(ls x)" f # c\necho $#', ['# c'], ['"key ', '"']],
    ['cli', 'cat <<E\nls\nE\nls', [], ['<<E', 'ls', 'E']],
  ])('are found in %s: %s', (language, code, comments, quoted) => {
    const found = codeRegions(language, code);
    const texts = (regions: readonly { from: number; to: number }[]) => regions.map(({ from, to }) => code.slice(from, to));
    expect([texts(found.comments), texts(found.quoted)]).toEqual([comments, quoted]);
  });
});

describe('code that reads a typed line', () => {
  const readsInput = (language: 'python' | 'r' | 'cli', code: string) => {
    const found = findInCode(language, code, LANGUAGES[language].readsInput);
    return found && code.slice(found.from, found.to);
  };

  it.each([
    ['python', 'age = int(input("Age? "))', 'input('],
    ['python', 'import sys\nfor line in sys.stdin: pass', 'sys.stdin'],
    ['r', 'x <- readline("Name? ")', 'readline('],
    ['r', 'x <- readLines(stdin())', 'stdin()'],
    ['r', 'x <- readLines("stdin", 1)', 'readLines("stdin"'],
    ['r', 'x <- scan("stdin")', 'scan("stdin"'],
    ['r', 'x <- scan()', 'scan()'],
    ['cli', 'echo hi\nread name', 'read name'],
    ['cli', 'echo -n "Name? "; read -r name; echo $name', '; read -r name'],
  ] as const)('is found in %s: %s', (language, code, text) => {
    expect(readsInput(language, code)).toBe(text);
  });

  it.each([
    ['python', '# input()\nprint("input()")\nform.input()\ndef input(): pass'],
    ['r', '# readline()\nx <- "readline()"; readLines("a.txt"); read.csv("b.csv")'],
    ['cli', 'while read line; do echo $line; done < a.txt\nls | read first\nread first < a.txt\nreadlink a'],
  ] as const)('is not what only looks like it in %s: %s', (language, code) => {
    expect(readsInput(language, code)).toBeNull();
  });
});
