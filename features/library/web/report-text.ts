import { counted } from '#platform/contract/counted.ts';
import type { LessonFindings, LessonReport } from '../contract.ts';

/** `2 errors, 1 warning`; empty: nothing was found. Null: they are being loaded. */
export function findingsText(findings: Omit<LessonFindings, 'lesson_id'> | null): string {
  if (findings === null) return 'Looking…';
  const { is_checked, errors, warnings } = findings;
  if (!is_checked) return 'Not checked';
  return [...(errors > 0 ? [counted(errors, 'error')] : []), ...(warnings > 0 ? [counted(warnings, 'warning')] : [])].join(', ');
}

/** `1 failing, 2 not run`; empty: there are none. */
export function testsText({ tests, failing, not_run }: Pick<LessonReport, 'tests' | 'failing' | 'not_run'>): string {
  if (tests === 0) return '';
  const parts = [...(failing > 0 ? [`${failing} failing`] : []), ...(not_run > 0 ? [`${not_run} not run`] : [])];
  return parts.length === 0 ? `${tests} passed` : parts.join(', ');
}
