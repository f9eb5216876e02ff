import { isTerminal } from '#contract/languages.ts';
import type { LessonFields, LessonType } from '#contract/lessons.ts';

/** B §2: the types containing 'project' have tools, prerequisites and a solution notebook. */
export function isProject(type: LessonType): boolean {
  return type.includes('project');
}

/** B §2: features are hidden for the command line. */
export function hasFeatures({ language }: Pick<LessonFields, 'language'>): boolean {
  return !isTerminal(language);
}

/** B §2: application ports are there when the Stateful feature is on. */
export function hasPorts(fields: Pick<LessonFields, 'language' | 'enabled_features'>): boolean {
  return hasFeatures(fields) && fields.enabled_features.includes('Stateful');
}

/** B §2: the timeout is hidden for cli and when Long-running code or File viewer is enabled; a lesson without code has none. */
export function hasTimeout(fields: Pick<LessonFields, 'language' | 'enabled_features'>): boolean {
  if (fields.language === null || isTerminal(fields.language)) return false;
  return !fields.enabled_features.includes('Long-running code') && !fields.enabled_features.includes('File viewer');
}
