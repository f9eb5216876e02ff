import { join } from 'node:path';
import { isatty } from 'node:tty';
import { inspect } from 'node:util';
import { destination } from 'pino';
import { readConfig, type Config } from '#platform/server/config.ts';
import { hungServersReplaced, startHeartbeat } from '#platform/server/heartbeat.ts';
import { isJournal } from '#platform/server/journal.ts';
import { createLog } from '#platform/server/log.ts';
import { CRASHED, watchUncaughtErrors } from '#platform/server/uncaught-errors.ts';
import { unknownSettings } from '#platform/server/unknown-settings.ts';
import { VERSION } from '#platform/server/version.ts';
import { explainStartFailure } from './start-failure.ts';
import { startProduct, type Product } from './start.ts';

/** Grace period for open connections and jobs after a signal. */
const STOP_LIMIT_MS = 20_000;
const LOOK_FOR_SUPERVISOR_MS = 1_000;

/** Starts the server with the settings of the environment, and stops it on a signal. */
async function main(): Promise<void> {
  startHeartbeat(process.env);
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, destination({ dest: 2, sync: true }), config.logFormat ?? (isatty(2) ? 'text' : 'json'), {
    isJournal: isJournal(process.env),
  });
  for (const text of unknownSettings(process.env)) log.warn(text);
  const replaced = hungServersReplaced();
  if (replaced > 0) log.warn({ replaced }, 'the supervisor has replaced a server that no longer responded');
  const waiting = new AbortController();
  const starting = startProduct(config, log, { signal: waiting.signal, onLeaseLost: () => process.exit(CRASHED) });
  starting.catch((error: unknown) => fail(error, config));
  const stop = stopOnSignals(starting, waiting);
  stopWithSupervisor(stop);
  // Until then an error ends the process with its message: nothing is running yet.
  void starting.then(
    () => watchUncaughtErrors({ log, restart: () => process.exit(CRASHED) }),
    () => undefined,
  );
  const product = await starting;
  printAddress(config, product);
  const cannotRun = await product.cannotRun;
  // A runner that doesn't respond any more was stopped with the product.
  if (!waiting.signal.aborted) for (const text of cannotRun) process.stdout.write(`${text}\n`);
}

function printAddress(config: Config, { address, setupToken }: Product): void {
  const isBehindProxy = config.publicUrl !== address && config.port !== 0;
  const place = `Lessonwright ${VERSION} is running at ${address}${isBehindProxy ? `, for users at ${config.publicUrl}` : ''}\n`;
  const peoplesAddress = isBehindProxy ? config.publicUrl : address;
  process.stdout.write(setupToken === null ? place : place + setupText(setupToken, peoplesAddress, config));
}

/** The link has the token in its fragment, which browsers don't send; the page removes it from the address. */
function setupText(token: string, address: string, { dataFolder }: Config): string {
  return `No one has an account yet. To become the owner, open

    ${address}/login#setup-token=${token}

or open ${address}/login and enter this one-time set-up token:

    ${token}

It is also in ${join(dataFolder, 'setup-token')}.
`;
}

/** @param waiting Aborted to end a start that waits for another server. */
function stopOnSignals(starting: Promise<Product>, waiting: AbortController): (signal: NodeJS.Signals) => void {
  let isStopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    process.stdout.write(`${signal}: stopping. Send it again to stop immediately.\n`);
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    waiting.abort(new Stopped());
    starting.then((product) => product.stop()).then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return stop;
}

/**
 * If the supervisor that restarts us (scripts/setup/supervise.sh) is killed, nothing can stop or restart this process
 * any more.
 */
function stopWithSupervisor(stop: (signal: NodeJS.Signals) => void): void {
  const supervisor = Number(process.env['LESSONWRIGHT_SUPERVISOR'] ?? 0);
  if (supervisor === 0 || process.ppid !== supervisor) return;
  const timer = setInterval(() => {
    if (process.ppid === supervisor) return;
    clearInterval(timer);
    stop('SIGTERM');
  }, LOOK_FOR_SUPERVISOR_MS).unref();
}

/** The start was ended by a signal. */
class Stopped extends Error {}

/** Errors that the operator can fix are printed in one line; others are bugs, and printed with their stack. */
function fail(error: unknown, config?: Config): never {
  if (error instanceof Stopped) process.exit(0);
  process.stderr.write(`${explainStartFailure(error, config) ?? inspect(error)}\n`);
  process.exit(1);
}

main().catch((error: unknown) => fail(error));
