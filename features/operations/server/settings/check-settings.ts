import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { fetchRunnerHealth, whatCannotRun } from '#features/runners/server/index.ts';
import { readLines } from '#platform/contract/json-lines.ts';
import { ConfigError, portAfter, readConfig, type Config } from '#platform/server/config.ts';
import { programFile } from '#platform/server/program-file.ts';
import { newSecret } from '#platform/server/secrets.ts';
import { unknownSettings } from '#platform/server/unknown-settings.ts';
import { checkDatabase } from './check-database.ts';
import { checkDataFolder, checkWebFolder } from './check-folders.ts';
import { checkServices } from './check-services.ts';
import { errorFinding, okFinding, warningFinding, type Finding } from './finding.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const RUNNER_START_MS = 120_000;
const Ready = z.object({ port: z.number().int() });

/** Checks all settings without starting the product. Nothing that it writes stays. The product may be running. */
export async function checkSettings(env: Environment): Promise<Finding[]> {
  const unknown = unknownSettings(env).map(errorFinding);
  let config: Config;
  try {
    config = readConfig(env);
  } catch (problem) {
    if (!(problem instanceof ConfigError)) throw problem;
    return [...problem.message.split('\n').map(errorFinding), ...unknown];
  }
  const webFolder = checkWebFolder(config, (env['LESSONWRIGHT_WEB'] ?? '') !== '');
  const checks = [checkDataFolder(config), checkPorts(config), checkDatabase(config), checkServices(config), checkLocalRunner(config)];
  return [...unknown, ...webFolder, ...(await Promise.all(checks)).flat()];
}

async function checkPorts({ host, port, applicationsPort, metrics }: Config): Promise<Finding[]> {
  const wanted = [
    { setting: 'PORT', host, port },
    { setting: 'LESSONWRIGHT_APPLICATIONS_PORT', host, port: applicationsPort ?? portAfter(port) },
    ...(metrics?.port ? [{ setting: 'LESSONWRIGHT_METRICS_PORT', host: metrics.host, port: metrics.port }] : []),
  ];
  const findings = wanted.flatMap(({ setting, port }, index) => {
    const other = wanted.slice(0, index).find((earlier) => port !== 0 && earlier.port === port);
    return other === undefined ? [] : [errorFinding(`${setting}: port ${port} is also that of ${other.setting}.`)];
  });
  for (const each of wanted) {
    const problem = await tryPort(each.host, each.port);
    // With no port of their own set, applications take any free one.
    const isOptional = each.setting === 'LESSONWRIGHT_APPLICATIONS_PORT' && applicationsPort === null;
    if (problem === 'EADDRINUSE' && !isOptional)
      findings.push(
        warningFinding(`${each.setting}: port ${each.port} is in use. If not by this product, stop that program or set another port.`),
      );
    else if (problem !== null && problem !== 'EADDRINUSE')
      findings.push(errorFinding(`${each.setting}: port ${each.port} of ${each.host} cannot be opened (${problem}).`));
  }
  return findings.length > 0 ? findings : [okFinding('The ports are free.')];
}

async function tryPort(host: string, port: number): Promise<string | null> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
    return null;
  } catch (problem) {
    return (problem as NodeJS.ErrnoException).code ?? String(problem);
  } finally {
    probe.close();
  }
}

/** Starts a runner of these settings in its own folder, and asks it what works. */
async function checkLocalRunner({ localRunner, localRunnerSettings }: Config): Promise<Finding[]> {
  if (!localRunner) return [];
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-check-'));
  const token = newSecret();
  const child = spawn(process.execPath, [programFile('runner')], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: folder,
      ...localRunnerSettings,
      LESSONWRIGHT_RUNNER_NAME: 'check',
      LESSONWRIGHT_RUNNER_HOST: '127.0.0.1',
      LESSONWRIGHT_RUNNER_PORT: '0',
      LESSONWRIGHT_RUNNER_FOLDER: join(folder, 'runner'),
      LESSONWRIGHT_RUNNER_ATTACHED: '0',
      LESSONWRIGHT_RUNNER_TOKEN: token,
      LESSONWRIGHT_RUNNER_TOKEN_FILE: '',
      LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
      LESSONWRIGHT_RUNNER_WARM: 'off',
    },
  });
  const ended = once(child, 'exit');
  const overdue = setTimeout(() => child.kill('SIGKILL'), RUNNER_START_MS);
  const said = text(child.stderr);
  try {
    for await (const line of readLines(child.stdout as AsyncIterable<Buffer>, 1024 * 1024)) {
      const { port } = Ready.parse(JSON.parse(line));
      const health = await fetchRunnerHealth({ url: `http://127.0.0.1:${port}`, token });
      const missing = whatCannotRun([{ name: health.name, health, reason: null }]).map(warningFinding);
      if (!health.sandbox.ok) return missing;
      const available = Object.entries(health.languages).flatMap(([name, language]) =>
        language.available ? [[name, ...language.versions].join(' ')] : [],
      );
      const limits = health.sandbox.not_enforced.map((limit) => warningFinding(`This machine cannot limit: ${limit}.`));
      return [okFinding(`The sandbox works, with ${available.join(', ')}.`), ...missing, ...limits];
    }
    return (await said).trim().split('\n').map(errorFinding);
  } finally {
    clearTimeout(overdue);
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
