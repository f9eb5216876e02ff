import { describe, expect, it } from 'vitest';
import { COMMANDS } from './commands.ts';
import { runProgram } from './program.ts';

async function run(...words: string[]) {
  const [printed, noted]: [string[], string[]] = [[], []];
  const output = { print: (line: string) => void printed.push(line), note: (line: string) => void noted.push(line), isTerminal: false };
  const code = await runProgram(words, { folder: '/', environment: {}, output, signal: new AbortController().signal });
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}

describe('lessonwright', () => {
  it.each([[[]], [['--help']], [['-h']], [['help']]])('lists its commands for %j', async (words) => {
    const { code, printed } = await run(...words);
    expect(code).toBe(0);
    for (const name of Object.keys(COMMANDS)) expect(printed).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
  });

  it('describes each option of each command', async () => {
    for (const [name, load] of Object.entries(COMMANDS)) {
      const { options, optionHelp } = await load();
      expect({ name, described: Object.keys(optionHelp).toSorted() }).toEqual({ name, described: Object.keys(options).toSorted() });
    }
  });

  it('shows how a command is called', async () => {
    const { code, printed } = await run('check', '--help');
    expect(code).toBe(0);
    expect(printed).toContain('Usage: lessonwright check [path…]');
    expect(printed).toMatch(/^ {2}-o, --output <value> +A file for the result/m);
    expect((await run('help', 'check')).printed).toBe(printed);
  });

  it('prints its version', async () => {
    expect(await run('--version')).toMatchObject({ code: 0, printed: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string });
  });

  it.each([
    [['chekc'], 'There is no command “chekc”. Did you mean “check”? See: lessonwright --help'],
    [['deploy'], 'There is no command “deploy”. See: lessonwright --help'],
    [['a\u001b]0;title\u0007\u009b2J\u202e\r'], String.raw`“a\u001b]0;title\u0007\u009b2J\u202e\u000d”`],
    [['toString'], 'There is no command “toString”.'],
    [['help', 'chekc'], 'There is no command “chekc”.'],
    [['check', '--nonsense'], 'There is no option “--nonsense”. See: lessonwright check --help'],
    [['check', '--formt', 'json'], 'There is no option “--formt”. Did you mean “--format”? See: lessonwright check --help'],
    [['check', '-x'], 'There is no option “-x”. See: lessonwright check --help'],
    [['check', '--format'], '--format needs a value. See: lessonwright check --help'],
    [['check', '--output', '--links'], '--output needs a value.'],
    [['check', '-o'], '--output needs a value.'],
    [['check', '--links=3'], '--links takes no value. See: lessonwright check --help'],
    [['check'], 'isn’t in a content repository'],
    [['completion'], 'Name your shell: bash, zsh, fish.'],
    [['examine', '--repeats', '0'], '--repeats must be a number from 2 to 300.'],
  ])('refuses %j', async (words, message) => {
    const { code, printed, noted } = await run(...words);
    expect({ code, printed }).toEqual({ code: 2, printed: '' });
    expect(noted).toContain(message);
  });

  it('prints completion with all commands', async () => {
    const { printed } = await run('completion', 'bash');
    for (const name of Object.keys(COMMANDS)) expect(printed).toContain(`      ${name}) known=`);
    expect(printed).toContain("known='text json sarif'");
    expect(printed).toContain(`"2 new new") known='lesson course path content'`);
  });
});
