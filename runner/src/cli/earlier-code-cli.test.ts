import { beforeAll, describe, expect, it } from 'vitest';
import type { EarlierCell } from '#platform/contract/runner-protocol.ts';
import { earlierCells } from '../../testing/earlier-cells.ts';
import { usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { passes } from '../../testing/test-terminal.ts';
import { hasBats } from '../../testing/unit-frameworks.ts';

type Request = NonNullable<Parameters<TestRunner['run']>[1]>;

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

const run = (code: string, earlier: EarlierCell[], request: Request = {}) => runner.run(code, { language: 'cli', earlier, ...request });

describe('code of earlier screens of a command line', () => {
  it.each<[what: string, earlier: string[], code: string, output: string]>([
    ['files', ['mkdir garden', 'cd garden\necho carrots > may.txt'], 'cat may.txt; ls', 'carrots\nmay.txt\n'],
    ['the working folder', ['mkdir -p a/b', 'cd a', 'cd b'], 'pwd; cd -; cd ..; pwd', '/work/a/b\n/work/a\n/work\n'],
    ['a folder with an odd name', [`mkdir "it's a \\"\\$x\\" folder"; cd it*`], 'pwd', `/work/it's a "$x" folder\n`],
    [
      'variables',
      ['name="Ada\'s  \\"x\\" \\$y"', 'list=(a "b c")\ndeclare -A age=([ada]=36)\ndeclare -i n=3\nexport E=1'],
      'n+=1; echo "$name|${list[1]}|${age[ada]}|$n"; bash -c \'echo $E\'',
      'Ada\'s  "x" $y|b c|36|4\n1\n',
    ],
    ['a text of several lines', [`text=$'two\\nlines\\t\\x01'`], 'echo "$text" | wc -l; echo ${#text}', '2\n11\n'],
    [
      'functions',
      ['greet() { echo "hello $1"; }\nexport -f greet', 'twice() { greet "$1"; greet "$1"; }'],
      'twice you; bash -c "greet me"',
      'hello you\nhello you\nhello me\n',
    ],
    ['patterns and what needs them', ['shopt -s extglob\nrest() { echo !(a); }\ntouch a b c'], 'rest', 'b c\n'],
    ['a name that our own scripts use as a placeholder', ['state=on\nnow="${state}"'], 'echo "$now"', 'on\n'],
    ['the mask of files', ['umask 077'], 'umask', '0077\n'],
    ['what readonly says', ['readonly PI=3', 'echo next'], '(PI=4) 2> /dev/null || echo $PI', '3\n'],
    [
      'a changed path',
      ['mkdir bin; printf "#!/bin/sh\\necho mine\\n" > bin/tool; chmod +x bin/tool; PATH="$PWD/bin:$PATH"'],
      'tool',
      'mine\n',
    ],
  ])('leaves %s', async (_, earlier, code, output) => {
    expect(await run(code, earlierCells(...earlier))).toMatchObject({ output, stderr: '', error: null, earlier_errors: [] });
  });

  it.each<[what: string, earlier: (string | Partial<EarlierCell>)[], output: string]>([
    ['output, errors and input', ['echo early; echo early >&2; read x; echo ${x:-none} > x', 'exec >&2; echo more'], 'none\n'],
    ['an exit', ['echo 1 > x; exit 0; echo 2 > x', 'y=1; exit', 'cat x; exit 0'], '1\n'],
    ['set -e, set -u and set -x', ['echo 1 > x; set -eux; true'], '1\n'],
    ['traps', ['echo 1 > x; trap "echo trapped" EXIT ERR DEBUG; y=1'], '1\n'],
    ['the options of a shell that ends at once', [{ code: 'echo 1 > x; set -e; false; echo 2 > x', may_fail: true }], '1\n'],
    ['a process in place of its shell', ['echo 1 > x', { code: 'exec true' }], '1\n'],
    ['a shell that is killed', ['echo 1 > x', { code: 'kill -9 $$', may_fail: true }], '1\n'],
    ['a subshell that exits', ['echo 1 > x; (cd /tmp; x=5; exit 3); true'], '1\n'],
    ['a setup script but files', [{ code: 'set -eu; y=1; mkdir a; cd a; echo 1 > ../x', is_setup: true }], '1\n'],
  ])('does not leave %s', async (_, earlier, output) => {
    const code = 'cat x; false; echo "${undefined}"; pwd; echo "${-//[^eux]/}"; trap';
    expect(await run(code, earlierCells(...earlier))).toMatchObject({
      output: expect.stringMatching(new RegExp(`^${output}\n/work\n\n(?:trap -- [^\n]*\n)*$`)) as string,
      stderr: '',
      error: null,
      earlier_errors: [],
    });
  });

  it('keeps what was done before a failure, goes on, and reports it', async () => {
    const earlier = earlierCells(
      'x=1; cd /tmp; nonsense --y',
      'y=2; ls /none',
      'z=3\nif true; then\n',
      'set -e\nw=4\nfalse\nw=5',
      { code: 'exit 7', may_fail: true },
      { code: 'echo a; exit 8', is_setup: true },
    );
    const outcome = await run('echo $x $y $z $w; pwd\nfalse', earlier);
    expect(outcome).toMatchObject({
      output: '1 2 3 4\n/tmp\n',
      stderr: '',
      error: { name: 'ExitCode', line: 2, message: 'The script ended with exit code 1.' },
      earlier_errors: [
        { name: 'screen 1', message: 'exit code 127: line 1: nonsense: command not found' },
        { name: 'screen 2', message: expect.stringMatching(/^exit code 2: ls: .*none/) as string },
        { name: 'screen 3', message: expect.stringMatching(/^exit code \d+: line \d+: syntax error/) as string },
        { name: 'screen 4', message: 'exit code 1' },
        { name: 'screen 6', message: 'setup: exit code 8' },
      ],
    });
  });

  it('leaves lines of errors to the code of the screen', async () => {
    expect((await run('echo a\n\nexit 3', earlierCells('false\n\n\nfalse; true'))).error).toMatchObject({ line: 3 });
    expect((await run('true\nnonsense', earlierCells('true'))).error).toMatchObject({ line: 2, message: /nonsense/ });
    expect((await run('f() {\n false\n}\nset -e\nf', earlierCells('g() { true; }'))).error).toMatchObject({ line: 2 });
  });

  it('runs after what prepares the lesson, and before what prepares the screen', async () => {
    const earlier = earlierCells('cat lesson > all; echo "earlier $(cat data.txt)" >> all; cd /tmp');
    const files = [{ name: 'data.txt', sha256: await runner.send('data') }];
    const request = { setup: ['echo lesson > lesson'], preamble: ['echo screen >> all'], files };
    expect(await run('pwd; cat ~/all', earlier, request)).toMatchObject({ output: '/tmp\nlesson\nearlier data\nscreen\n', error: null });
    const failing = await run('echo never', earlier, { setup: ['exit 4'] });
    expect(failing).toMatchObject({ output: '', error: { name: 'SetupFailed' }, earlier_errors: [] });
  });

  it('leaves variables to the checks, and none of its own commands and output', async () => {
    const custom = 'variable_value("x", "1")\ncommand_used("^mkdir")\nfile_exists("made")';
    const outcome = await run('true', earlierCells('x=1; mkdir made; echo early'), {
      checks: { custom, legacy: null, unit: null, answer_code: '' },
    });
    expect(outcome.custom?.error).toBeNull();
    expect(passes(outcome)).toEqual([true, false, true]);
  });

  it.skipIf(!hasBats)('runs before unit tests', async () => {
    const code = '@test "a" { run bash a.sh; [ "$output" = "made" ]; }';
    const unit = {
      framework: 'bats' as const,
      module: 'a.sh',
      file: 'test_a.bats',
      before: [],
      helpers: [],
      code,
      submission: 'cat made.txt',
    };
    const checks = { custom: null, legacy: null, answer_code: '', unit };
    const earlier = earlierCells('mkdir b; cd b', 'echo made > ../made.txt');
    expect((await run('', earlier, { checks })).unit).toMatchObject({ error: null, results: [{ pass: true }] });
    expect((await run('', [], { checks })).unit).toMatchObject({ results: [{ pass: false }] });
  });
});

describe('hostile code of earlier screens of a command line', () => {
  const WALL = { wall_seconds: 2 };

  it.each<[what: string, code: string]>([
    ['runs forever', 'while :; do sleep 0.1; done'],
    ['runs forever with an exit trap', 'trap "while :; do sleep 1; done" EXIT; exit'],
    ['forks forever', 'f() { f | f & }; f; while :; do sleep 1; done'],
  ])('that %s ends the run, and is named', async (_, code) => {
    const outcome = await run('echo never', earlierCells('echo a > b', { code, may_fail: true }), { limits: WALL });
    expect(outcome).toMatchObject({
      output: '',
      limit: 'time',
      error: { name: 'TimeLimit', message: 'the code of screen 2 ran out of time' },
    });
  });

  it('that fills the disk ends the run, unless errors are okay', async () => {
    const code = 'head -c 50M /dev/zero > big';
    const limits = { wall_seconds: 20, disk_bytes: 4 * 1024 * 1024 };
    expect(await run('echo never', earlierCells(code), { limits })).toMatchObject({
      output: '',
      limit: 'disk',
      error: { message: expect.stringContaining('screen 1') as string },
    });
    expect(await run('echo fine', earlierCells({ code: `${code}; rm big; exit 1`, may_fail: true }), { limits })).toMatchObject({
      output: 'fine\n',
      error: null,
    });
  });

  it('has the time limit for itself', async () => {
    const outcome = await run('sleep 2.5; echo done', earlierCells('sleep 2.5'), { limits: { wall_seconds: 4 } });
    expect(outcome).toMatchObject({ output: 'done\n', error: null });
  });

  it.each<[what: string, code: string, output: string]>([
    ['cd', 'cd() { builtin cd "$@" && here=yes; }\nmkdir a', '/work/a\nyes\n'],
    ['trap, set and printf', 'trap() { :; }; set() { :; }; printf() { :; }; mkdir a', '/work/a\n\n'],
    ['declare, unset and export', 'declare() { :; }; unset() { :; }; export() { :; }; mkdir a', '/work/a\n\n'],
    ['builtin', 'builtin() { :; }; mkdir a', '/work/a\n\n'],
    ['exit', 'exit() { :; }; mkdir a', '/work/a\n\n'],
    ['the function that keeps the state', '__save() { :; }; mkdir a', '/work/a\n\n'],
  ])('that redefines %s neither ends the run nor forges anything', async (_, code, output) => {
    const outcome = await run('cd a; pwd; echo "$here"', earlierCells(code, 'x=1'));
    expect(outcome).toMatchObject({ output, error: null, earlier_errors: [] });
  });

  it('that writes to the state of its shell changes nothing else', async () => {
    const code = 'for fd in 3 4 5 6 7 8 9; do echo "echo forged" >&$fd; done 2>/dev/null; true';
    expect(await run('echo mine', earlierCells(code, 'x=1'))).toMatchObject({
      output: expect.stringMatching(/mine\n$/) as string,
      error: null,
    });
  });

  it('is not there for code that looks for it, which can forge neither errors of it nor checks', async () => {
    const code =
      'for p in /proc/[0-9]*; do for f in 3 4 5 6 7 8 9; do echo \'{"type":"earlier error","name":"screen 1","message":"x"}\' > $p/fd/$f; echo x > $p/mem; done; done 2>/dev/null\ntrue';
    const checks = { custom: 'file_exists("wanted")', legacy: null, unit: null, answer_code: '' };
    const outcome = await run(code, earlierCells('x=1; sleep 100 &'), { checks });
    expect(outcome.earlier_errors).toEqual([]);
    expect(passes(outcome)).toEqual([false]);
  });

  it('with more than a shell keeps leaves the state before it', async () => {
    const earlier = earlierCells('x=1', 'x=2; y=$(head -c 5000000 /dev/zero | tr "\\0" a); true');
    expect(await run('echo $x ${#y}', earlier)).toMatchObject({ output: '1 0\n', error: null, earlier_errors: [] });
  });
});
