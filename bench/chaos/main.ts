import { execFile } from 'node:child_process';
import { promisify, parseArgs } from 'node:util';
import { Client as PgClient } from 'pg';
import { openDatabase } from '#platform/server/database/database.ts';
import { Browsers } from './browsers.ts';
import { Faults } from './faults.ts';
import { startInstallation } from './installation.ts';
import { Load } from './load.ts';
import { createPeople, warmUp } from './people.ts';
import { report } from './report.ts';
import { findBroken } from './verify.ts';

// Servers and runners on machines of their own (network namespaces) behind HAProxy, under load, while every ten seconds one of them is
// killed or cut off: `npm run chaos -- --seconds 600 --seed 1`. Linux, as root. bench/README.md explains what it measures.

/** The first requests compile code and open connections. Counted as calm, they would make the faults look harmless. */
const WARM_UP_SECONDS = 30;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    calm: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    saves: { type: 'string', default: '20' },
    runs: { type: 'string', default: '20' },
    people: { type: 'string', default: '40' },
  },
});
const [seconds, calmSeconds, seed, saves, runs, count] = [
  values.seconds,
  values.calm,
  values.seed,
  values.saves,
  values.runs,
  values.people,
].map(readNumber) as [number, number, number, number, number, number];
const rates = { saves, runs };

await requirePrograms();
const stopping = new AbortController();
const stop = (): void => {
  if (stopping.signal.aborted) process.exit(130);
  print('stopping');
  stopping.abort(new Error('It was stopped.'));
};
process.on('SIGINT', stop).on('SIGTERM', stop);
process.exitCode = await measure(stopping.signal).then(
  (isKept) => (isKept ? 0 : 1),
  (error: unknown) => {
    console.error(stopping.signal.aborted ? 'stopped' : error);
    return stopping.signal.aborted ? 130 : 2;
  },
);

async function measure(signal: AbortSignal): Promise<boolean> {
  await using opened = new AsyncDisposableStack();
  print('starting PostgreSQL, S3, a code host, HAProxy, 3 web servers, 2 git servers and 4 runners');
  const installation = opened.use(await startInstallation({ server: 'dist/server/main.js', runner: 'dist/server/runner.js' }));
  print(`logs: ${installation.logFolder}`);
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  // Whatever is going on ends when the processes do.
  const work = measureOn(installation, opened, signal);
  work.catch(() => undefined);
  return await Promise.race([work, stopped]);
}

async function measureOn(installation: Awaited<ReturnType<typeof startInstallation>>, opened: AsyncDisposableStack, signal: AbortSignal) {
  const { url, databaseUrl, runners, codeHost } = installation;
  const database = await openDatabase({ dataFolder: '', databaseUrl });
  opened.defer(() => database.close());
  const people = await createPeople(database.db, url, count);
  await warmUp(people, runners.length);
  const browsers = new Browsers();
  opened.defer(() => browsers.close());
  await browsers.openFor(people, url);
  const looking = new PgClient(databaseUrl);
  await looking.connect();
  opened.defer(() => looking.end());

  const load = new Load(people);
  print(`warming up: ${WARM_UP_SECONDS} s`);
  await load.run(WARM_UP_SECONDS, rates);
  print(`calm: ${calmSeconds} s`);
  const calm = await load.run(calmSeconds, rates);
  print(`with faults: ${seconds} s`);
  const faults = new Faults(installation, looking, seed);
  const [chaos] = await Promise.all([load.run(seconds, rates), faults.run(seconds, signal)]);
  print('looking for what is lost');
  const findings = await findBroken(looking, codeHost, load.saves, load.runs);
  const { text, isKept } = report({
    calm,
    chaos,
    runs: load.runs,
    faults: faults.faults,
    gaps: browsers.gaps,
    findings,
    surprises: load.surprises,
  });
  console.log(`\nseed ${seed}, ${saves} saves and ${runs} runs per second, ${count} people\n\n${text}`);
  return isKept;
}

/** Names what is missing. */
async function requirePrograms(): Promise<void> {
  const problems = process.getuid?.() === 0 ? [] : ['Run it as root: it creates network namespaces.'];
  const packages = { haproxy: 'haproxy', ip: 'iproute2', git: 'git', bwrap: 'bubblewrap' };
  for (const [program, debianPackage] of Object.entries(packages)) {
    const isThere = await promisify(execFile)('which', [program]).then(
      () => true,
      () => false,
    );
    if (!isThere) problems.push(`${program} is missing: apt-get install ${debianPackage}`);
  }
  if (problems.length === 0) return;
  console.error(problems.join('\n'));
  process.exit(2);
}

function readNumber(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error(
    `${text} is no number. Usage: npm run chaos -- [--seconds 600] [--seed 1] [--calm 30] [--saves 20] [--runs 20] [--people 40]`,
  );
  process.exit(2);
}

function print(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}
