import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsOf, startCodeHost, type TestCodeHost } from '#testing/code-hosts/start-code-host.ts';
import { createTestBucket } from '#testing/s3-server.ts';
import { Network } from './network.ts';
import { NodeProcess } from './node-process.ts';
import { startDatabase, startProxy } from './shared-parts.ts';

const WEB_SERVERS = 3;
/** One works, and one waits to take over. */
const GIT_SERVERS = 2;
const RUNNERS = 4;
const CAPACITY = 4;
const PORT = 3000;

/** Servers and runners, each on its own machine, and what they share. */
export interface Installation extends AsyncDisposable {
  /** Address of the proxy in front of the servers. */
  readonly url: string;
  readonly databaseUrl: string;
  readonly codeHost: TestCodeHost;
  readonly web: readonly NodeProcess[];
  readonly git: readonly NodeProcess[];
  readonly runners: readonly NodeProcess[];
  /** Outputs of all processes. */
  readonly logFolder: string;
}

/** Starts everything. PostgreSQL, the bucket, the code host and the proxy are on this machine. */
export async function startInstallation(program: { readonly server: string; readonly runner: string }): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-chaos-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const logFolder = await mkdtemp(join('/tmp', 'lessonwright-chaos-logs-'));
  const network = opened.use(await Network.create());
  const database = opened.use(await startDatabase(folder, network.gateway));
  const bucket = await createTestBucket(network.gateway);
  opened.defer(() => bucket.remove());
  const codeHost = opened.use(await startCodeHost('gitea', { isEmpty: true, listenAt: network.gateway }));
  const token = randomBytes(24).toString('base64url');
  const proxyUrl = `http://${network.gateway}:8080`;

  const start = async (name: string, file: string, envOf: (address: string, data: string) => Readonly<Record<string, string>>) => {
    const machine = await network.addMachine(name);
    const data = join(folder, name);
    await mkdir(data);
    const env = { HOME: data, ...envOf(machine.address, data) };
    const started = new NodeProcess({ machine, program: file, env, logFile: join(logFolder, `${name}.log`) });
    opened.defer(() => started.kill());
    started.start();
    return started;
  };
  const startServer = (role: 'web' | 'git', name: string) =>
    start(name, program.server, (address, data) => ({
      DATABASE_URL: database.url,
      HOST: address,
      PORT: String(PORT),
      LESSONWRIGHT_ROLE: role,
      LESSONWRIGHT_DATA: data,
      LESSONWRIGHT_PUBLIC_URL: proxyUrl,
      LESSONWRIGHT_APPLICATIONS_URL: `http://${network.gateway}:8081`,
      LESSONWRIGHT_INSECURE: '1',
      LESSONWRIGHT_TRUSTED_PROXIES: network.gateway,
      LESSONWRIGHT_LOCAL_RUNNER: '0',
      LESSONWRIGHT_RUNNERS_TOKEN: token,
      LESSONWRIGHT_SAMPLE: '0',
      LESSONWRIGHT_LOG: 'info',
      LESSONWRIGHT_LOG_FORMAT: 'json',
      ...bucket.env,
      ...settingsOf(codeHost),
    }));
  const startRunner = (name: string) =>
    start(name, program.runner, (address, data) => ({
      LESSONWRIGHT_RUNNER_NAME: name,
      LESSONWRIGHT_RUNNER_HOST: address,
      LESSONWRIGHT_RUNNER_PORT: '4000',
      LESSONWRIGHT_RUNNER_URL: `http://${address}:4000`,
      LESSONWRIGHT_RUNNER_FOLDER: data,
      LESSONWRIGHT_RUNNER_TOKEN: token,
      LESSONWRIGHT_RUNNER_SERVER: proxyUrl,
      LESSONWRIGHT_RUNNER_CAPACITY: String(CAPACITY),
      LESSONWRIGHT_RUNNER_PREPARE_BASE: '0',
    }));

  // The first one migrates the database and writes the first commit.
  const first = await startServer('git', 'git1');
  await first.untilUp(`http://${first.machine.address}:${PORT}/api/ready`);
  const git = [first];
  for (let index = 2; index <= GIT_SERVERS; index += 1) git.push(await startServer('git', `git${index}`));
  const web: NodeProcess[] = [];
  for (let index = 1; index <= WEB_SERVERS; index += 1) web.push(await startServer('web', `web${index}`));
  const urls = web.map(({ machine }) => ({ name: machine.name, url: `http://${machine.address}:${PORT}` }));
  for (const [index, server] of web.entries()) await server.untilUp(`${urls[index]?.url}/api/ready`);
  const proxy = opened.use(await startProxy(folder, join(logFolder, 'haproxy.log'), network.gateway, urls));
  const runners: NodeProcess[] = [];
  for (let index = 1; index <= RUNNERS; index += 1) runners.push(await startRunner(`runner${index}`));
  const running = opened.move();
  return {
    url: proxy.url,
    databaseUrl: database.url,
    codeHost,
    web,
    git,
    runners,
    logFolder,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
