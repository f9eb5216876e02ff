import type { LineMark } from '#platform/web/ui/code-editor/line-marks.ts';
import type { RunSource } from './run-source.ts';
import type { RunView } from './run-state.ts';

/** Errors by line, grouped by the code they are in: the code that ran, or the check. */
export type RunMarks = Partial<Record<RunSource | 'custom' | 'unit' | 'legacy', readonly LineMark[]>>;

export function runMarks({ result, source }: Pick<RunView, 'result' | 'source'>): RunMarks {
  if (result === null) return {};
  const marks: RunMarks = {};
  const { error, error_line, error_column, check_error, checks } = result;
  if (error !== null && error_line !== null) marks[source] = [{ line: error_line, column: error_column, message: lastLine(error) }];
  if (check_error?.line !== null && check_error?.line !== undefined) {
    const { line, column, name, message } = check_error;
    // The unit tests have their own result name if they are wrong themselves.
    const isOfTests = checks.unit.results.some((result) => result.name === 'unit' && result.checker_id === undefined);
    const kind = isOfTests ? 'unit' : checks.legacy.enabled ? 'legacy' : 'custom';
    marks[kind] = [{ line, column, message: `${name}: ${message}` }];
  }
  return marks;
}

/** The last line of a traceback contains the message. */
function lastLine(error: string): string {
  return error.trimEnd().split('\n').at(-1) ?? error;
}
