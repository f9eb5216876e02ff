import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentEvent, type EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { startTestRunner, type TestRunner } from '../../testing/test-runner.ts';

// Needs the real indexes and is skipped without a network; environments.test.ts needs none.

async function isReachable(address: string): Promise<boolean> {
  return fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
const [hasPypi, hasDebian] = await Promise.all([
  isReachable('https://pypi.org/simple/humanize/'),
  isReachable('http://deb.debian.org/debian/dists/stable/Release').then((is) => is && existsSync('/usr/bin/apt-get')),
]);

const LIMIT_MS = 300_000;
let runner: TestRunner;
beforeAll(async () => {
  runner = await startTestRunner();
}, LIMIT_MS);
afterAll(() => runner.close());

async function build(request: EnvironmentRequest) {
  const response = await runner.call('POST', '/environments', JSON.stringify(request));
  const events = (await response.text())
    .trim()
    .split('\n')
    .map((line) => EnvironmentEvent.parse(JSON.parse(line)));
  const end = events.at(-1);
  if (end?.type !== 'built') throw new Error(JSON.stringify(events));
  return end;
}

describe.skipIf(!hasPypi)('PyPI', () => {
  it('installs uv, and the base packages beside the requested ones', { timeout: LIMIT_MS }, async () => {
    const request: EnvironmentRequest = { language: 'python', version: null, packages: [{ name: 'humanize', version: '4.9.0' }] };
    const { environment, installed } = await build(request);
    expect(existsSync(join(runner.folder, 'tools/uv/bin/uv'))).toBe(true);
    const names = installed.map(({ name }) => name);
    for (const name of ['humanize', 'numpy', 'pandas', 'matplotlib']) expect(names).toContain(name);
    expect(environment.lock).toContain('# base packages: included\n');
    const code = 'import humanize, pandas, matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()\nprint(humanize.intcomma(1234567))';
    expect(await runner.run(code, { environment })).toMatchObject({ error: null, output: '1,234,567\n', images: [expect.anything()] });
  });

  it('builds a package without a wheel in a sandbox, with its build requirements', { timeout: LIMIT_MS }, async () => {
    const { environment } = await build({ language: 'python', version: null, packages: [{ name: 'docopt', version: '0.6.2' }] });
    expect(environment.lock).toMatch(/# built from source: docopt==0\.6\.2 sha256:[0-9a-f]{64}/);
    expect(await runner.run('import docopt\nprint(docopt.__version__)', { environment })).toMatchObject({ output: '0.6.2\n' });
  });
});

describe.skipIf(!hasDebian)('Debian', () => {
  it('unpacks packages together with the dependencies that the machine lacks', { timeout: LIMIT_MS }, async () => {
    const { environment, installed } = await build({ language: 'cli', version: null, packages: [{ name: 'tree', version: null }] });
    expect(installed.map(({ name }) => name)).toContain('tree');
    expect(environment.lock).toMatch(/^# lessonwright environment: cli\n([^\n]+ sha256:[0-9a-f]{64}\n)+$/);
    expect(existsSync(join(runner.folder, 'environments', environment.key, 'usr/bin/tree'))).toBe(true);
  });
});
