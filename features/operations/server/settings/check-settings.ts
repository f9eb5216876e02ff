import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { z } from 'zod';
import { fetchRunnerHealth } from '#features/runners/server/index.ts';
import { readLines } from '#platform/contract/json-lines.ts';
import { openBlobReader } from '#platform/server/blobs/open-blob-store.ts';
import { ConfigError, portAfter, readConfig, type Config } from '#platform/server/config.ts';
import { openServerPool } from '#platform/server/database/server.ts';
import { programFile } from '#platform/server/program-file.ts';
import { newSecret } from '#platform/server/secrets.ts';
import { unknownSettings } from '#platform/server/unknown-settings.ts';
import { findUnreachable } from './unreachable.ts';

/** `error`: the product would not start, or a setting has no effect. `warning`: it starts, but a part won't work. */
export interface Finding {
  readonly kind: 'ok' | 'warning' | 'error';
  readonly text: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ok = (text: string): Finding => ({ kind: 'ok', text });
const warning = (text: string): Finding => ({ kind: 'warning', text });
const error = (text: string): Finding => ({ kind: 'error', text });

const RUNNER_START_MS = 120_000;
const Ready = z.object({ port: z.number().int() });

/** Checks all settings without starting the product and without writing anything. The product may be running. */
export async function checkSettings(env: Environment): Promise<Finding[]> {
  const unknown = unknownSettings(env).map(error);
  let config: Config;
  try {
    config = readConfig(env);
  } catch (problem) {
    if (!(problem instanceof ConfigError)) throw problem;
    return [...problem.message.split('\n').map(error), ...unknown];
  }
  const checks = [
    checkDataFolder(config),
    checkPorts(config),
    checkDatabase(config),
    checkBlobs(config),
    findUnreachable(config).then((texts) =>
      texts.length === 0 ? [ok('Sign-in providers and named runners respond.')] : texts.map(warning),
    ),
    checkLocalRunner(config),
  ];
  return [...unknown, ...(await Promise.all(checks)).flat()];
}

async function checkDataFolder({ dataFolder }: Config): Promise<Finding[]> {
  for (let folder = dataFolder; ; folder = dirname(folder)) {
    try {
      await access(folder, constants.W_OK | constants.X_OK);
      return [ok(`The data folder is ${dataFolder}.`)];
    } catch (problem) {
      const { code } = problem as NodeJS.ErrnoException;
      // It is created on the first start.
      if (code === 'ENOENT' && folder !== dirname(folder)) continue;
      return [error(`LESSONWRIGHT_DATA: ${folder} cannot be written (${code}).`)];
    }
  }
}

async function checkPorts({ host, port, applicationsPort, metrics }: Config): Promise<Finding[]> {
  const wanted = [
    { setting: 'PORT', host, port },
    { setting: 'LESSONWRIGHT_APPLICATIONS_PORT', host, port: applicationsPort ?? portAfter(port) },
    ...(metrics?.port ? [{ setting: 'LESSONWRIGHT_METRICS_PORT', host: metrics.host, port: metrics.port }] : []),
  ];
  const findings = wanted.flatMap(({ setting, port }, index) => {
    const other = wanted.slice(0, index).find((earlier) => port !== 0 && earlier.port === port);
    return other === undefined ? [] : [error(`${setting}: port ${port} is also that of ${other.setting}.`)];
  });
  for (const each of wanted) {
    const problem = await tryPort(each.host, each.port);
    // With no port of their own set, applications take any free one.
    const isOptional = each.setting === 'LESSONWRIGHT_APPLICATIONS_PORT' && applicationsPort === null;
    if (problem === 'EADDRINUSE' && !isOptional)
      findings.push(
        warning(`${each.setting}: port ${each.port} is in use. If not by this product, stop that program or set another port.`),
      );
    else if (problem !== null && problem !== 'EADDRINUSE')
      findings.push(error(`${each.setting}: port ${each.port} of ${each.host} cannot be opened (${problem}).`));
  }
  return findings.length > 0 ? findings : [ok('The ports are free.')];
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

async function checkDatabase({ databaseUrl }: Config): Promise<Finding[]> {
  if (databaseUrl === null) return [ok('The database is the built-in one.')];
  try {
    const pool = await openServerPool(databaseUrl, pino({ level: 'silent' }));
    await pool.end();
    return [ok('The database responds.')];
  } catch (problem) {
    return [error(messageOf(problem))];
  }
}

async function checkBlobs(config: Config): Promise<Finding[]> {
  if (config.s3 === null) return [];
  try {
    const store = await openBlobReader(config);
    store.close?.();
    return [ok('The bucket responds.')];
  } catch (problem) {
    return [error(`LESSONWRIGHT_S3_BUCKET: ${messageOf(problem)}`)];
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
      const { sandbox, languages } = await fetchRunnerHealth({ url: `http://127.0.0.1:${port}`, token });
      if (!sandbox.ok) return [warning(`No code can run: ${sandbox.reason}`)];
      const available = Object.entries(languages).flatMap(([name, language]) => (language.available ? [name] : []));
      const limits = sandbox.not_enforced.map((limit) => warning(`This machine cannot limit: ${limit}.`));
      return [ok(`The sandbox works, with ${available.join(', ')}.`), ...limits];
    }
    return (await said).trim().split('\n').map(error);
  } finally {
    clearTimeout(overdue);
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
