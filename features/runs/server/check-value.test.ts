import { describe, expect, it } from 'vitest';
import { checkValue } from './check-value.ts';

const check = (given: Partial<Parameters<typeof checkValue>[0]>) =>
  checkValue({ pattern: '', scope: null, language: 'cli', commands: [], output: '', answer: '', ...given });

type Case = [pattern: string, scope: 'cmd' | 'stdout' | null, commands: string[], output: string, pass: boolean];

describe('the value check', () => {
  it.each<Case>([
    ['milk', 'stdout', [], 'bread\nmilk\n', true],
    ['milk', 'stdout', ['cat milk'], 'bread', false],
    ['cat milk', 'cmd', ['ls', 'cat milk'], '', true],
    ['milk', 'cmd', ['ls'], 'milk', false],
    ['milk', null, ['ls'], 'milk', true],
    ['milk', null, ['cat milk'], '', true],
    ['milk', null, ['ls'], 'bread', false],
    ['', 'stdout', [], 'anything', true],
    // A dot or a bracket alone doesn't make a text a pattern.
    ['3.5', 'stdout', [], '305', false],
    ['3.5', 'stdout', [], '3.5', true],
    ['f(x)', 'stdout', [], 'f(x)', true],
    ['costs 5$', 'stdout', [], 'costs 5', false],
    // What looks like a pattern is one, matched line by line.
    [String.raw`^\s*3\s*$`, 'stdout', [], 'a\n  3 \nb', true],
    [String.raw`^\s*3\s*$`, 'stdout', [], '13', false],
    [String.raw`^\s*ls\s+garden/?\s*$`, 'cmd', ['pwd', 'ls  garden/'], '', true],
    [String.raw`third pot\.`, 'stdout', [], 'the third pot.', true],
    ['(one|two) cats', 'stdout', [], 'two cats', true],
    // Between slashes it always is one, with optional flags.
    ['/3.5/', 'stdout', [], '305', true],
    ['/^MILK$/im', 'stdout', [], 'bread\nmilk', true],
    ['/^milk$/', 'stdout', [], 'bread\nmilk', false],
    [String.raw`/a\/b/`, 'cmd', ['cd a/b'], '', true],
    // A path is a text between slashes, so it is also matched literally.
    ['/usr/', 'stdout', [], 'in /usr/bin', true],
  ])('%s in %s of %j and %j: %s', async (pattern, scope, commands, output, pass) => {
    const verdict = await check({ pattern, scope, commands, output });
    expect(verdict).toMatchObject({ enabled: true, pass, results: [{ name: 'value', pass, expected: pattern }] });
    expect(verdict.results[0]?.feedback === null).toBe(pass);
  });

  it('says that the value is there in other characters', async () => {
    const { results } = await check({ pattern: "it's done", scope: 'stdout', output: 'it’s done' });
    expect(results[0]?.feedback).toContain('only with look-alike characters');
  });

  it.each([
    ['e\u0301', 'café'],
    ['/^a$/m', 'a\r\nb'],
  ])('finds %s in %j, in either form', async (pattern, output) => {
    expect((await check({ pattern, scope: 'stdout', output: output.normalize('NFD') })).pass).toBe(true);
  });

  it('says where it searched, but not for what', async () => {
    const feedback = async (scope: 'cmd' | 'stdout' | null) => (await check({ pattern: 'secret', scope })).results[0]?.feedback;
    expect(await feedback('cmd')).toBe('Your commands don’t contain what this task asks for yet.');
    expect(await feedback('stdout')).toBe('The output doesn’t contain what this task asks for yet.');
    expect(await feedback(null)).toBe('Neither your commands nor the output contain what this task asks for yet.');
  });

  it('stops when the pattern takes too long, without blocking the server', async () => {
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 10);
    const verdict = await check({ pattern: '/^(a+)+$/', scope: 'stdout', output: `${'a'.repeat(50)}b` });
    clearInterval(ticking);
    expect(verdict).toMatchObject({
      pass: false,
      results: [{ feedback: expect.stringMatching(/takes too long\. Shorten .* or its output/) }],
    });
    expect(turns).toBeGreaterThan(10);
  });

  it('reports an invalid pattern as the lesson’s mistake', async () => {
    const verdict = await check({ pattern: '/(/', commands: ['('] });
    expect(verdict).toMatchObject({ pass: false, results: [{ feedback: expect.stringContaining('The lesson has a mistake') }] });
  });

  it.each<[pattern: string, answer: string, code: string, pass: boolean]>([
    ['for', 'for x in a:\n  print(x)', '# for later\nprint(6)', false],
    ['for', 'for x in a:\n  print(x)', 'print("for")', false],
    ['for', 'for x in a:\n  print(x)', '"""\nfor\n"""\nprint(6)', false],
    ['for', 'for x in a:\n  print(x)', '# for later\nfor y in a: print(y)', true],
    ['for', 'for x in a:\n  print(x)', "print(f'{[y for y in a]}')", true],
    ['/for .* in/', 'for x in a:\n  print(x)', '# for x in a\nprint(6)', false],
    ['/for .* in/', 'for x in a:\n  print(x)', '"for x in"; [y for y in a]', true],
    ['/for \\w+ in/', 'for x in a:\n  print(x)', '"for a in"; "no"; \'for b in\'', false],
    ['/for \\w+ in/', 'for x in a:\n  print(x)', '"for a in"; "no"; [c for c in "for d in"]; "for b in"', true],
    ['print("', 'print("a")', 'print("b")', true],
    // The answer has it in quotes.
    ['bakery.csv', 'read_csv("bakery.csv")', "read_csv('bakery.csv')", true],
    ['bakery.csv', 'read_csv("bakery.csv")', '# bakery.csv', false],
    // The answer doesn't have it.
    ['mean', 'average(x)', 'x["mean"]', true],
    ['mean', 'average(x)', '# mean', false],
  ])('looks for %s of the answer %j in code, not in comments: %j', async (pattern, answer, code, pass) => {
    const verdict = await check({ pattern, scope: 'cmd', language: 'python', answer, commands: [code] });
    expect(verdict.pass).toBe(pass);
    const hidden = 'What this task asks for is only in a comment or in quotes, where it doesn’t count.';
    expect(verdict.results[0]?.feedback).toBe(pass ? null : hidden);
  });
});
