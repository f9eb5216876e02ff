/** Writes what was found, in the format that was asked for. */

import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { styleText } from 'node:util';
import { SEVERITIES, type Severity } from '#features/preflight/contract/preflight-rules.ts';
import type { RepositoryFinding } from '#features/preflight/rules/check-repository.ts';
import { reportText } from '#features/preflight/rules/report-text.ts';
import { toSarif } from '#features/preflight/rules/sarif.ts';
import { counted } from '#platform/contract/counted.ts';
import { CommandRefused, EXIT, type Call, type ExitCode } from './command.ts';
import { REPORT_FORMATS } from './commands/report-options.ts';

const COLORS = { error: 'red', warning: 'yellow', note: 'cyan' } as const satisfies Record<Severity, string>;

/** How a report is written. */
interface ReportStyle {
  readonly format: (typeof REPORT_FORMATS)[number];
  /** The least severity that counts as found. */
  readonly failOn: Severity;
  /** Absolute; null: standard output. */
  readonly file: string | null;
}

/** What was found, and what couldn't be looked at. */
interface Report {
  readonly lessons: number;
  readonly findings: readonly RepositoryFinding[];
  /** One sentence for each lesson or screen. */
  readonly notRun: readonly string[];
}

/** Reads the options before any work is done. @throws CommandRefused */
export function readStyle({ options, folder }: Call): ReportStyle {
  return {
    format: oneOf(REPORT_FORMATS, options['format'] ?? 'text', 'format'),
    failOn: oneOf(SEVERITIES, options['fail-on'] ?? 'warning', 'severity'),
    file: typeof options['output'] === 'string' ? resolve(folder, options['output']) : null,
  };
}

function oneOf<T extends string>(known: readonly T[], given: string | boolean, what: string): T {
  const found = known.find((each) => each === given);
  if (found === undefined) throw new CommandRefused(`There is no ${what} “${given}”: use ${known.join(', ')}.`);
  return found;
}

export async function writeReport(report: Report, style: ReportStyle, { environment, options, output }: Call): Promise<ExitCode> {
  const { lessons, findings, notRun } = report;
  const hasColors = style.file === null && output.isTerminal && (environment['NO_COLOR'] ?? '') === '';
  const paint = (severity: Severity) => (hasColors ? styleText(COLORS[severity], severity, { validateStream: false }) : severity);
  const text =
    style.format === 'text'
      ? reportText(findings, lessons, paint).trimEnd()
      : JSON.stringify(style.format === 'sarif' ? toSarif(findings, notRun) : { lessons, findings, not_run: notRun }, null, 2);
  if (style.file === null) output.print(text);
  else await writeFile(style.file, `${text}\n`);
  for (const each of notRun) output.note(each);
  if (notRun.length > 0)
    output.note(
      `${counted(notRun.length, 'part')} didn’t run.${options['server'] === undefined ? ' With --server, code runs on a server.' : ''}`,
    );
  return exitCode(report, style.failOn);
}

/** Finding something comes first: what didn't run is named in the report. */
export function exitCode({ findings, notRun }: Pick<Report, 'findings' | 'notRun'>, failOn: Severity): ExitCode {
  const worst: readonly string[] = SEVERITIES.slice(0, SEVERITIES.indexOf(failOn) + 1);
  if (findings.some(({ severity, accepted }) => accepted === null && worst.includes(severity))) return EXIT.found;
  return notRun.length > 0 ? EXIT.refused : EXIT.done;
}
