import { describe, expect, it } from 'vitest';
import type { Language } from '#contract/languages.ts';
import { codeRegions } from './code-regions.ts';

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
