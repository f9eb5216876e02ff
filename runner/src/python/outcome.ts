import { limitAt, limitText } from '#contract/run-limits.ts';
import type { RunLimits } from '#contract/runner-protocol.ts';
import type { RunError, RunLimit, RunOutcome } from '#contract/runs.ts';
import type { Kept } from '#runner/cut-stream.ts';
import { PHASE_DONE, type Report } from './report.ts';

/** Why a run was ended by the runner, and not by its own supervisor. */
export type EndedFromOutside = 'by stop' | 'by output' | 'by backstop';

interface Ending {
  readonly stdout: Kept;
  readonly stderr: Kept;
  readonly report: Report;
  /** Null: it came to its end by itself. */
  readonly ended: EndedFromOutside | null;
  readonly isOutOfMemory: boolean;
  readonly limits: RunLimits;
  readonly duration_ms: number;
}

/** Puts together what was seen from outside with what was reported from inside. What is seen counts more. */
export function toOutcome(ending: Ending): RunOutcome {
  const { stdout, stderr, report, ended, limits } = ending;
  const limit = limitOf(report, ended, ending.isOutOfMemory);
  const isWhole = report.end?.phase === PHASE_DONE;
  const cut: RunOutcome['cut'] = [
    ...(stdout.isCut ? (['stdout'] as const) : []),
    ...(stderr.isCut ? (['stderr'] as const) : []),
    ...report.cut,
    ...(isWhole || report.cut.includes('vars') ? [] : (['vars'] as const)),
  ];
  return {
    output: stdout.text,
    stderr: stderr.text,
    error: ended === 'by stop' ? null : (report.error ?? errorOf(report, limit, limits)),
    images: report.images,
    vars: report.vars,
    limit,
    limit_at: limit && limitAt(limit, limits),
    cut,
    duration_ms: ending.duration_ms,
    custom: report.custom,
    legacy: report.legacy,
    listening: [],
    files: report.files,
  };
}

function limitOf(report: Report, ended: EndedFromOutside | null, isOutOfMemory: boolean): RunLimit | null {
  if (ended === 'by stop') return null;
  if (ended === 'by output') return 'output';
  if (ended === 'by backstop') return 'time';
  return report.end?.limit ?? report.limit ?? (isOutOfMemory ? 'memory' : null);
}

/** An end that the script could not tell of itself. */
function errorOf(report: Report, limit: RunLimit | null, limits: RunLimits): RunError | null {
  const error = (name: string, message: string): RunError => ({
    name,
    message,
    line: null,
    column: null,
    traceback: `${name}: ${message}`,
  });
  // Then it came to its end by itself; a limit was met by something that it had started.
  if (report.end?.phase === PHASE_DONE) return null;
  switch (limit) {
    case 'time':
      return error('TimeLimit', limitText(limit, limits.wall_seconds));
    case 'cpu':
      return error('ProcessorLimit', limitText(limit, limits.cpu_seconds));
    case 'memory':
      return error('MemoryLimit', limitText(limit, limits.memory_bytes));
    case 'output':
      return error('OutputLimit', limitText(limit, limits.stream_bytes));
    case 'processes':
    case 'disk':
    case null:
      break;
    default:
      limit satisfies never;
  }
  if (report.end?.signal) return error('Killed', `The process was ended by the signal ${report.end.signal}.`);
  return error('Exit', `The process left before its end (exit code ${report.end?.exit_code ?? 'unknown'}), so its variables are unknown.`);
}
