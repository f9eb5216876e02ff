import { median, quantile } from '../measure.ts';
import type { Gap } from './browsers.ts';
import type { Fault } from './faults.ts';
import type { Phase, Run, Wait } from './load.ts';
import type { Findings } from './verify.ts';

/** The promises. */
const MOST_BACK_MS = 3_000;
const MOST_TAKEOVER_MS = 60_000;
const MOST_TIMES_CALM = 3;
/** A connection that is lost later than this after a fault was not lost by it. */
const FAULT_REACH_MS = 10_000;

interface Measured {
  readonly calm: Phase;
  readonly chaos: Phase;
  readonly runs: readonly Run[];
  readonly faults: readonly Fault[];
  readonly gaps: readonly Gap[];
  readonly findings: Findings;
  readonly surprises: readonly string[];
}

/** The tables, and whether every promise was kept. */
export function report(measured: Measured): { readonly text: string; readonly isKept: boolean } {
  const promises = promisesOf(measured);
  const text = [
    table(['', 'calm', 'with faults', 'ratio'], loadRows(measured)),
    table(['runs', 'count'], runRows(measured.runs)),
    table(
      ['fault', 'away', 'pages lost', 'back after', 'takeover', 'slow saves', 'slow runs'],
      measured.faults.map((fault) => faultRow(fault, measured)),
    ),
    table(
      ['promise', 'asked', 'measured', ''],
      promises.map(({ what, asked, found, isKept }) => [what, asked, found, isKept ? 'kept' : 'BROKEN']),
    ),
    ...surpriseLines(measured.surprises),
  ].join('\n\n');
  return { text, isKept: promises.every(({ isKept }) => isKept) };
}

function loadRows({ calm, chaos }: Measured): string[][] {
  const rows = (what: string, of: (phase: Phase) => readonly Wait[]): string[][] => [
    [`${what} per second`, ...[calm, chaos].map((phase) => (of(phase).length / phase.seconds).toFixed(1)), ''],
    timeRow(`${what}, median`, median(sortedTimes(of(calm))), median(sortedTimes(of(chaos)))),
    timeRow(`${what}, p99`, p99(of(calm)), p99(of(chaos))),
  ];
  const busy = ['processors busy', ...[calm, chaos].map((phase) => `${(phase.busy * 100).toFixed(0)} %`), ''];
  const slowest = [calm, chaos].map(({ calculationTimes }) => Math.max(0, ...calculationTimes)) as [number, number];
  return [
    ...rows('saves', ({ saveWaits }) => saveWaits),
    ...rows('runs', ({ runWaits }) => runWaits),
    busy,
    timeRow('the same calculation, slowest', ...slowest),
  ];
}

const sortedTimes = (waits: readonly Wait[]): number[] => waits.map(({ ms }) => ms).toSorted((one, other) => one - other);
const p99 = (waits: readonly Wait[]): number => quantile(sortedTimes(waits), 0.99);

function timeRow(what: string, calm: number, chaos: number): string[] {
  return [what, milliseconds(calm), milliseconds(chaos), `${(chaos / calm).toFixed(1)} ×`];
}

const END_LABELS: Record<Run['end'], string> = {
  result: 'with their result',
  error: 'with a clear error of the product',
  cut: 'with a broken connection, as the page says',
  none: 'never answered',
  wrong: 'with something else',
};

function runRows(runs: readonly Run[]): string[][] {
  return Object.entries(END_LABELS).map(([end, label]) => [label, String(runs.filter((run) => run.end === end).length)]);
}

function faultRow(fault: Fault, { calm, chaos, faults, gaps }: Measured): string[] {
  const slow = (of: (phase: Phase) => readonly Wait[]): string => {
    const most = MOST_TIMES_CALM * p99(of(calm));
    const waits = of(chaos).filter((wait) => wait.ms > most && faultDuring(wait, faults) === fault);
    return waits.length === 0 ? '' : `${waits.length}, up to ${milliseconds(Math.max(...waits.map(({ ms }) => ms)))}`;
  };
  const lost = gaps.filter((gap) => faultOf(gap, faults) === fault);
  return [
    `${fault.kind} ${fault.machine}`,
    milliseconds(fault.awayMs),
    String(lost.length),
    lost.length === 0 ? '' : milliseconds(Math.max(...lost.map((gap) => backAfter(gap, fault)))),
    fault.takeoverMs === null ? '' : milliseconds(fault.takeoverMs),
    slow(({ saveWaits }) => saveWaits),
    slow(({ runWaits }) => runWaits),
  ];
}

/** The last fault before the answer. */
function faultDuring({ at, ms }: Wait, faults: readonly Fault[]): Fault | undefined {
  return faults.findLast((fault) => fault.at <= at + ms);
}

/** The last one before the connection was lost. */
function faultOf({ lostAt }: Gap, faults: readonly Fault[]): Fault | undefined {
  return faults.findLast(({ at }) => at <= lostAt && lostAt - at < FAULT_REACH_MS);
}

/** From the fault, or from the loss if there was none. */
function backAfter({ lostAt, backAt }: Gap, fault: Fault | undefined): number {
  return (backAt ?? Infinity) - (fault?.at ?? lostAt);
}

function promisesOf({ calm, chaos, runs, faults, gaps, findings, surprises }: Measured) {
  const zero = (what: string, count: number) => ({ what, asked: '0', found: String(count), isKept: count === 0 });
  const atMost = (what: string, most: number, found: number, unit: (value: number) => string) => ({
    what,
    asked: `≤ ${unit(most)}`,
    found: unit(found),
    isKept: found <= most,
  });
  const ratio = (of: (phase: Phase) => readonly Wait[]) => p99(of(chaos)) / p99(of(calm));
  const times = (value: number) => `${value.toFixed(1)} ×`;
  const takeovers = faults.filter(({ kind, wasHolder }) => kind === 'kill' && wasHolder).map(({ takeoverMs }) => takeoverMs ?? Infinity);
  const slowest = Math.max(0, ...gaps.map((gap) => backAfter(gap, faultOf(gap, faults))));
  return [
    zero('acknowledged saves that are missing', findings.missingSaves),
    zero('saves that are there twice', findings.doubleSaves),
    zero('changes that were not pushed', findings.unpushed),
    zero('changes without a commit', findings.missingCommits),
    zero('changes that were committed twice', findings.doubleCommits),
    zero('screens with another title at the code host', findings.otherTitles),
    zero('runs without an answer, or with a wrong one', runs.filter(({ end }) => end === 'none' || end === 'wrong').length),
    zero('runs that are still open', findings.openRuns),
    zero('runs with two results', findings.doubleRuns),
    zero('surprising replies', surprises.length),
    atMost('every page is connected again', MOST_BACK_MS, slowest, milliseconds),
    atMost(
      'p99 of saves against calm',
      MOST_TIMES_CALM,
      ratio(({ saveWaits }) => saveWaits),
      times,
    ),
    atMost(
      'p99 of runs against calm',
      MOST_TIMES_CALM,
      ratio(({ runWaits }) => runWaits),
      times,
    ),
    ...(takeovers.length === 0
      ? []
      : [
          atMost(
            'another server commits after the one that writes to git was killed',
            MOST_TAKEOVER_MS,
            Math.max(...takeovers),
            milliseconds,
          ),
        ]),
  ];
}

function surpriseLines(surprises: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of surprises) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${count} × ${text}`);
}

function milliseconds(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(0)} ms` : 'never';
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows.map(line)].join('\n');
}
