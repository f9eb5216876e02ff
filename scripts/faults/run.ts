import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { FaultCatcher, PARTS, type Catch } from './catch-fault.ts';
import { FAULTS, MAY_BE_MISSED } from './faults.ts';
import { ProjectCopy } from './project-copy.ts';

// Puts each fault of the list into a copy of the project, one at a time, and reports which test notices it. See CONTRIBUTING.md.

const { values } = parseArgs({
  options: {
    list: { type: 'boolean', default: false },
    only: { type: 'string' },
    at: { type: 'string' },
    out: { type: 'string', default: 'test-results/faults.json' },
    workers: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '20' },
    parts: { type: 'string', default: PARTS.join(',') },
    'no-confirm': { type: 'boolean', default: false },
  },
});

const wanted = values.only?.split(',');
const unknown = wanted?.filter((id) => !FAULTS.some((fault) => fault.id === id)) ?? [];
if (unknown.length > 0) throw new Error(`Unknown fault: ${unknown.join(', ')}. Use --list to see all.`);
const faults = FAULTS.filter(({ id }) => wanted?.includes(id) ?? true);

if (values.list) for (const { id, file, breaks } of faults) console.log(`${id.padEnd(38)} ${file}\n    ${breaks}`);
else await plantAll();

async function plantAll(): Promise<void> {
  const interrupted = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interrupted.abort());
  const copy = new ProjectCopy(values.at ?? null);
  const catches: Catch[] = [];
  try {
    const catcher = new FaultCatcher(copy, {
      workers: Number(values.workers),
      minutes: Number(values.minutes),
      parts: PARTS.filter((part) => values.parts.split(',').includes(part)),
      isConfirmed: !values['no-confirm'],
      signal: interrupted.signal,
    });
    for (const fault of faults) {
      const found = await catcher.catch(fault);
      catches.push(found);
      print(found);
      writeResults(catches);
    }
  } catch (error) {
    if (!interrupted.signal.aborted) throw error;
    console.log('interrupted');
  } finally {
    copy.remove();
  }
  const missed = catches.filter(({ part }) => part === null);
  console.log(`\n${catches.length - missed.length} of ${catches.length} faults are caught`);
  for (const { id, breaks } of missed) console.log(`missed: ${id}: ${breaks}`);
  process.exitCode = missed.length > MAY_BE_MISSED || interrupted.signal.aborted ? 1 : 0;
}

function print({ id, part, test, seconds, doubts }: Catch): void {
  console.log(
    `${part === null ? '✗' : '✓'} ${id.padEnd(38)} ${`${seconds} s`.padStart(6)}  ${part ?? 'missed'}${test === null ? '' : `: ${test}`}`,
  );
  for (const doubt of doubts) console.log(`    ${doubt}`);
}

/** Writes after each fault, so that a stopped run keeps its results. */
function writeResults(catches: readonly Catch[]): void {
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, `${JSON.stringify(catches, null, 2)}\n`);
}
