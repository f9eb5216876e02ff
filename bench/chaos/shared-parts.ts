import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '#platform/server/database/database.ts';
import { databaseAccount } from '#platform/server/database/postgres/account.ts';
import { asAccount, IN_WORKING_FOLDER } from '#platform/server/database/postgres/as-account.ts';
import { ensureCluster, SUPERUSER } from '#platform/server/database/postgres/cluster.ts';
import { findPostgresPrograms } from '#platform/server/database/postgres/programs.ts';
import { serverArguments } from '#platform/server/database/postgres/settings.ts';

const START_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 100;
/** Ten for each server, and their listening ones. */
const CONNECTIONS = 150;

/** The product's PostgreSQL, reached over the network at `address`. */
export async function startDatabase(parent: string, address: string): Promise<{ url: string } & AsyncDisposable> {
  const folder = join(parent, 'postgres');
  const account = await databaseAccount();
  const programs = await findPostgresPrograms(account);
  await ensureCluster(folder, { programs, account, sync: true });
  await appendFile(join(folder, 'pg_hba.conf'), `host all all ${address}/24 trust\n`);
  const settings = serverArguments({ max_connections: String(CONNECTIONS) }, { sync: true });
  // The last one counts.
  const program = [join(programs, 'postgres'), '-D', IN_WORKING_FOLDER, ...settings, '-c', `listen_addresses=${address}`];
  const { command, args, env } = asAccount(account, program);
  const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: 'ignore' });
  const url = `postgresql://${SUPERUSER}@${address}/postgres`;
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGQUIT');
    await exit;
  };
  for (const end = performance.now() + START_LIMIT_MS; ; await sleep(LOOK_EVERY_MS)) {
    try {
      const database = await openDatabase({ dataFolder: '', databaseUrl: url });
      await database.close();
      return { url, [Symbol.asyncDispose]: stop };
    } catch (error) {
      if (child.exitCode === null && performance.now() < end) continue;
      await stop();
      throw error;
    }
  }
}

/** HAProxy in front of the servers, with the settings of deploy/haproxy/haproxy.cfg. It appends to `logFile`. */
export async function startProxy(
  parent: string,
  logFile: string,
  address: string,
  servers: readonly { readonly name: string; readonly url: string }[],
): Promise<{ url: string } & AsyncDisposable> {
  const file = join(parent, 'haproxy.cfg');
  const lines = servers.map(({ name, url }) => `  server ${name} ${new URL(url).host}`);
  await writeFile(
    file,
    `global
  maxconn 4000
  log stdout format iso local0 notice
defaults
  log global
  mode http
  option forwardfor
  timeout client 60s
  timeout server 120s
  timeout tunnel 1h
  timeout connect 150ms
  timeout check 5s
  # Another server is tried if one can't be connected to.
  retries 3
  option redispatch 1
frontend product
  bind ${address}:8080
  default_backend servers
backend servers
  balance roundrobin
  option httpchk
  # The product refuses calls for other hosts.
  http-check send meth GET uri /api/ready ver HTTP/1.1 hdr Host ${address}:8080
  # Live connections to a server that can't be reached end at once, so that pages reconnect to another one.
  default-server check inter 250ms fastinter 50ms fall 2 rise 2 on-marked-down shutdown-sessions observe layer4 error-limit 2 on-error mark-down
${lines.join('\n')}
`,
  );
  const log = openSync(logFile, 'a');
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', log, log] });
  closeSync(log);
  await once(child, 'spawn');
  return {
    url: `http://${address}:8080`,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}
