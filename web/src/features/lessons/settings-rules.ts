import type { LessonFields } from '#contract/lessons.ts';

/** B §2: the timeout is hidden for cli and when Long-running code or File viewer is enabled; a lesson without code has none. */
export function hasTimeout(fields: Pick<LessonFields, 'language' | 'enabled_features'>): boolean {
  if (fields.language === null || fields.language === 'cli') return false;
  return !fields.enabled_features.includes('Long-running code') && !fields.enabled_features.includes('File viewer');
}
