import { existsSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunOutcome } from '#platform/contract/run-outcome.ts';
import { usualRunner } from '../../testing/matrix.ts';
import type { TestRunner } from '../../testing/test-runner.ts';
import { passes } from '../../testing/test-terminal.ts';

let runner: TestRunner;
beforeAll(async () => {
  runner = await usualRunner();
});

type Request = NonNullable<Parameters<TestRunner['run']>[1]>;
const run = (code: string, request: Request = {}): Promise<RunOutcome> => runner.run(code, { language: 'cli', ...request });

describe('a script', () => {
  it('streams both outputs as it runs', async () => {
    const events = await runner.events({ language: 'cli', code: 'echo one; echo two >&2; pwd; whoami' });
    expect(events.at(0)).toEqual({ type: 'started' });
    const last = events.at(-1);
    expect(last).toMatchObject({
      type: 'finished',
      outcome: { output: 'one\n/work\nlearner\n', stderr: 'two\n', error: null, limit: null },
    });
  });

  it.each<[what: string, code: string, error: { line: number | null; message: RegExp }]>([
    ['whose last command fails', 'echo a\n\nfalse', { line: 3, message: /exit code 1/ }],
    ['with an unknown command', 'true\nnonsense --x', { line: 2, message: /exit code 127.*nonsense: command not found/ }],
    ['that exits', 'echo a\nexit 3\necho b', { line: 2, message: /exit code 3/ }],
    ['that stops at an error', 'set -e\ntrue\nls /none\necho b', { line: 3, message: /exit code 2.*No such file/ }],
    ['that is wrong', 'echo a\nif true; then\n', { line: 3, message: /exit code 2.*syntax error/ }],
    ['whose function fails', 'f() {\n  false\n}\nset -e\nf\n', { line: 2, message: /exit code 1/ }],
  ])('%s reports an error with its line', async (_, code, { line, message }) => {
    const { error } = await run(code);
    expect(error).toMatchObject({ name: 'ExitCode', line, message: expect.stringMatching(message) });
  });

  it.each([
    ['/usr/bin/man', "printf '.TH OWL 1\\n.SH NAME\\nowl\\n' > owl.1; man ./owl.1", /NAME\n +owl\n/],
    ['/usr/bin/Rscript', "Rscript -e 'cat(1 + 1)'", /^2$/],
  ])('runs %s, which reads settings of the system', async (program, code, expected) => {
    if (!existsSync(program)) return;
    expect(await run(code)).toMatchObject({ output: expect.stringMatching(expected) as string, error: null });
  });

  it('ignores a failed command in the middle', async () => {
    expect(await run('false\nif ! false; then echo fine; fi\nexit 0')).toMatchObject({ output: 'fine\n', error: null });
  });

  it('says that runs have no input, except from files and commands', async () => {
    const told = 'read: This run has no input to read. Set the value in the script. The lesson’s author can add lines in the tab Input.\n';
    expect(await run('read -r name\necho "<$name>"')).toMatchObject({ output: '<>\n', stderr: told });
    expect(await run('read name')).toMatchObject({
      error: { line: 1, message: expect.stringContaining('This run has no input') as string },
    });
    const code = 'printf "a b\\nc\\n" > f\nread -r one rest < f\nwhile read -r line; do echo "$line"; done < <(cat f)\necho "$one"';
    expect(await run(code)).toMatchObject({ output: 'a b\nc\na\n', stderr: '', error: null });
  });

  it('reads its input as at a terminal, with prompts and what was typed', async () => {
    const code = 'read -rp "Name? " name\nread -r first rest\necho "$name, $rest"\nread -r more || echo none\nwc -c';
    const { output, stderr, error } = await run(code, { input: 'Ada\none two three' });
    expect(output).toBe('Name? Ada\none two three\nAda, two three\nnone\n0\n');
    expect(stderr).toBe('read: Nothing is left to read: all lines of the input were read already.\n');
    expect(error).toBeNull();
    expect((await run('while read -r line; do echo "<$line>"; done < f', { preamble: ['echo x > f'], input: 'y' })).output).toBe('<x>\n');
    const loop = await run('while read -r line; do n=$((n + line)); done; echo $n', { input: '1\n2' });
    expect([loop.output, loop.stderr]).toEqual(['1\n2\n3\n', '']);
    expect((await run('wc -l; python3 -c "print(1)"', { input: 'a\nb' })).output).toBe('2\n1\n');
  });

  it('leaves its variables', async () => {
    const { vars } = await run(
      'name="Ada Lovelace"\nexport COUNT=3\nlist=(a "b c")\ndeclare -A ages=([ada]=36)\nf() { local hidden=1; }\nf\ntext=$\'two\\nlines\'',
    );
    expect(Object.fromEntries(vars.map(({ name, value }) => [name, value]))).toEqual({
      name: { kind: 'str', value: 'Ada Lovelace' },
      COUNT: { kind: 'str', value: '3' },
      list: { kind: 'list', items: [expect.objectContaining({ value: 'a' }), expect.objectContaining({ value: 'b c' })] },
      ages: expect.objectContaining({ kind: 'dict' }),
      text: { kind: 'str', value: 'two\nlines' },
    });
  });

  it('has Python under both of its names', async () => {
    const code =
      "printf '#!/usr/bin/env python\\nimport sys; print(sys.argv[1:])\\n' > a.py; chmod +x a.py\n./a.py 1\npython a.py 2 3\npython3 a.py";
    expect(await run(code)).toMatchObject({ output: "['1']\n['2', '3']\n[]\n", error: null });
  });

  it('can set its own exit trap', async () => {
    expect(await run("trap 'echo bye' EXIT\necho hi")).toMatchObject({ output: 'hi\nbye\n', error: null });
  });

  it('runs after its setup, which is silent unless it fails', async () => {
    const preamble = ['#!/bin/sh\necho noise\nmkdir garden', 'echo carrots > garden/may.txt'];
    expect(await run('cat garden/may.txt; ls -A', { preamble })).toMatchObject({ output: 'carrots\ngarden\n', error: null });
    const failed = await run('echo never', { preamble: ['echo said; nonsense; exit 4'] });
    expect(failed).toMatchObject({ output: '', error: { name: 'SetupFailed', message: expect.stringContaining('exit code 4') } });
    expect(failed.error?.traceback).toMatch(/said[\s\S]*nonsense: command not found/);
  });

  it('can change the files of the lesson', async () => {
    const sha256 = await runner.send('a\nb\n');
    const { output, error } = await run('echo c >> data.txt && mv data.txt data/raw/new.txt && wc -l < data/raw/new.txt && ls data/raw', {
      files: [
        { name: 'data.txt', sha256 },
        { name: 'data/raw/b.txt', sha256, own: true },
      ],
    });
    expect([output, error]).toEqual(['3\nb.txt\nnew.txt\n', null]);
  });

  it('ends even if it leaves something running', async () => {
    const { output, duration_ms } = await run('sleep 100 & echo done');
    expect(output).toBe('done\n');
    expect(duration_ms).toBeLessThan(60_000);
  });

  it.each<[what: string, code: string, limits: Request['limits'], expected: object]>([
    ['time', 'echo before\nwhile true; do sleep 0.1; done', { wall_seconds: 1 }, { limit: 'time', output: 'before\n' }],
    ['disk', 'head -c 50M /dev/zero > big', { disk_bytes: 4 * 1024 * 1024 }, { limit: 'disk' }],
    ['output', 'yes', {}, { limit: 'output' }],
  ])('reports when it exceeds its limit of %s', async (_, code, limits, expected) => {
    expect(await run(code, { limits: { wall_seconds: 20, ...limits } })).toMatchObject(expected);
  });

  it('that is too long for bash is rejected with a message', async () => {
    expect((await run(`: ${'x'.repeat(130 * 1024)}`)).error).toMatchObject({ name: 'ScriptTooLong' });
  });
});

describe('checks after a script', () => {
  const checks = (custom: string) => ({ checks: { custom, legacy: null, unit: null, answer_code: '' } });

  it('see its files, its output and its code', async () => {
    const custom = [
      'file_contains("notes.txt", "milk")',
      'command_output("wc -l < notes.txt", "1")',
      'command_used("^echo")',
      'file_exists("other.txt")',
    ].join('\n');
    const outcome = await run('echo milk > notes.txt', checks(custom));
    expect(passes(outcome)).toEqual([true, true, true, false]);
  });

  it('do not run commands that the script shadows', async () => {
    const code = 'printf "#!/bin/sh\\necho 1\\n" > wc; chmod +x wc; PATH=/work:$PATH; wc() { echo 1; }; export -f wc';
    expect(passes(await run(code, checks('command_output("wc -l < /dev/null", "1")')))).toEqual([false]);
  });

  it('cannot be written by the script', async () => {
    const code =
      'for p in /proc/[0-9]*; do for f in 3 4 5 6 7 8 9; do echo \'{"type":"check"}\' > $p/fd/$f; echo x > $p/mem; done; done 2>/dev/null\ntrue';
    expect(passes(await run(code, checks('file_exists("wanted")')))).toEqual([false]);
  });
});
