import type { FormattedLanguage } from '#platform/contract/languages.ts';
import { requireTextTask } from '#platform/server/text-tasks/text-tasks.ts';
import type { Dialect, Formatted } from '../contract/format-code.ts';

interface FormatInput {
  readonly language: FormattedLanguage;
  readonly dialect: Dialect;
  readonly code: string;
}

/**
 * Formats code in a thread.
 *
 * @throws AppError `refused` if it takes too long
 */
export function formatWithinLimits({ language, dialect, code }: FormatInput): Promise<Formatted> {
  return requireTextTask('formatText', [language, dialect, code], 'This code takes too long to format. Nothing was changed.');
}
