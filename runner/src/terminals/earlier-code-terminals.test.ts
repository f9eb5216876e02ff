import { beforeAll, describe, expect, it } from 'vitest';
import { earlierCells } from '../../testing/earlier-cells.ts';
import { usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { passes, processesWithArgument, PROMPT, TestTerminal } from '../../testing/test-terminal.ts';

let runner: TestRunner;
let count = 0;
beforeAll(async () => {
  runner = await usualRunner();
});

const openTerminal = (earlier: ReturnType<typeof earlierCells>, request: Parameters<typeof TestTerminal.open>[1] = {}) =>
  TestTerminal.open(runner, { owner: `earlier-${++count}`, earlier, ...request });

describe('a terminal after the code of earlier screens', () => {
  it('begins with its files, folder, variables and functions, and shows nothing of it', async () => {
    const earlier = earlierCells(
      'mkdir garden; cd garden; echo early; echo early >&2; name=Ada',
      'list=(a "b c")\ngreet() { echo "hello $1"; }\nalias me="greet me"\nexport E=1\necho carrots > may.txt; exit 0',
    );
    const terminal = await openTerminal(earlier);
    expect(await terminal.until(PROMPT)).not.toMatch(/early\r|failed|error/i);
    // The line that says what it waits for is erased.
    expect(terminal.raw).toContain('Running the code of earlier screens …\x1b[0m\r\x1b[K');
    expect(await terminal.run('pwd; ls; greet "$name"; me; echo "${list[1]}" $E; cd -')).toBe(
      '/work/garden\nmay.txt\nhello Ada\nhello me\nb c 1\n/work\n',
    );
    expect(await terminal.run('echo $PS1 | grep -c learner@lesson; echo "${-//[^eux]/}"; trap; type __save 2>&1')).toBe(
      '1\n\nbash: type: __save: not found\n',
    );
    const custom = 'file_contains("garden/may.txt", "carrots")\nfile_exists("other")\ncommand_output("ls", "garden")';
    expect(passes(await terminal.check(custom))).toEqual([true, false, true]);
    await terminal.end();
  });

  it('has the setup of the lesson before it, and that of the screen after it', async () => {
    const terminal = await openTerminal(
      earlierCells('cat lesson > all; echo earlier >> all', { code: 'cd /tmp; y=1; touch /work/s', is_setup: true }),
      {
        setup: [{ name: 'custom_setup.sh', code: 'echo lesson > lesson' }],
        late_setup: [{ name: 'setup.sh', code: 'echo screen >> all; echo said' }],
      },
    );
    expect(await terminal.until(PROMPT)).toContain('said');
    expect(await terminal.run('pwd; cat all; ls; echo "[$y]"')).toBe('/work\nlesson\nearlier\nscreen\nall  lesson  s\n[]\n');
    await terminal.end();
  });

  it('names the screens whose code failed, and begins with what was done before', async () => {
    const earlier = earlierCells('x=1; cd /tmp; nonsense', { code: 'exit 3', may_fail: true }, 'y=2; printf "bad \\033[2J" >&2; false');
    const terminal = await openTerminal(earlier);
    const text = await terminal.until(PROMPT);
    expect(text).toContain(
      'The code of screen 1 failed, so what it sets up may be missing: exit code 127: line 1: nonsense: command not found',
    );
    expect(text).toMatch(/screen 3 failed, so what it sets up may be missing: exit code 1: bad {2}\[2J/);
    expect(text).not.toContain('screen 2');
    expect(await terminal.run('echo $x $y $PWD')).toBe('1 2 /tmp\n');
    await terminal.end();
  });

  it('counts further failures, and always says what ended the code', async () => {
    const earlier = earlierCells('false', 'false', 'false', 'false', 'exit 5', 'sleep 1000');
    const terminal = await openTerminal(earlier, { limits: { wall_seconds: 2 } });
    const text = await terminal.until(PROMPT);
    expect(text.match(/screen \d failed/g)).toEqual(['screen 1 failed', 'screen 2 failed', 'screen 3 failed']);
    expect(text).toContain('Code failed 2 more times.');
    expect(text).toContain('The code of screen 6 ran out of time');
    await terminal.end();
  });

  it.each<[what: string, code: (mark: string) => string]>([
    ['runs forever', (mark) => `trap "" INT TERM; bash -c 'while :; do sleep 0.1; done' ${mark}`],
    ['forks forever', (mark) => `bash -c 'f() { f | f & }; f; while :; do sleep 1; done' ${mark}`],
    ['leaves its group of processes', (mark) => `setsid bash -c 'while :; do sleep 0.1; done' ${mark} & while :; do sleep 0.1; done`],
  ])('opens although it %s, without a process of it', async (what, code) => {
    const mark = `earlier-${what.replaceAll(' ', '-')}-${process.pid}`;
    const terminal = await openTerminal(earlierCells('x=1', code(mark), 'x=2'), { limits: { wall_seconds: 2, processes: 32 } });
    const text = await terminal.until(PROMPT);
    expect(text).toContain('The code of screen 2 ran out of time, so what later screens set up is missing.');
    expect(await terminal.run('echo $x; jobs')).toBe('1\n');
    expect(await processesWithArgument(mark)).toEqual([]);
    await terminal.end();
  });

  it('reads what was typed before its prompt, and can be ended before', async () => {
    const terminal = await openTerminal(earlierCells('sleep 1; x=1'));
    terminal.type('echo typed $x; exit 3\n');
    await terminal.closed;
    expect(terminal.text).toContain('\ntyped 1\r\n');
    expect(terminal.exit).toMatchObject({ code: 3 });
    const ended = await openTerminal(earlierCells('sleep 1000'));
    await ended.until(/Running the code/);
    await ended.end();
    expect(ended.exit).toMatchObject({ reason: 'stopped' });
  });
});
