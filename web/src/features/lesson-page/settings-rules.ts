import { isTerminal } from '#contract/languages.ts';
import type { LessonFields, LessonType } from '#contract/lessons.ts';

/** The types containing 'project' have tools, prerequisites and a solution notebook. */
export function isProject(type: LessonType): boolean {
  return type.includes('project');
}

/** Features are hidden for the command line. */
export function hasFeatures({ language }: Pick<LessonFields, 'language'>): boolean {
  return !isTerminal(language);
}

/** A lesson has application ports when the Stateful feature is on. */
export function hasPorts(fields: Pick<LessonFields, 'language' | 'enabled_features'>): boolean {
  return hasFeatures(fields) && fields.enabled_features.includes('Stateful');
}

/** The timeout is hidden for cli and when Long-running code or File viewer is enabled; a lesson without code has none. */
export function hasTimeout(fields: Pick<LessonFields, 'language' | 'enabled_features'>): boolean {
  if (fields.language === null || isTerminal(fields.language)) return false;
  return !fields.enabled_features.includes('Long-running code') && !fields.enabled_features.includes('File viewer');
}

/** Lists with an input that adds to them. */
export type ListField = 'objectives' | 'related_lessons' | 'skill_topics' | 'skill_requirements' | 'app_ports';

/** The lists that the form shows, in its order. */
export function shownLists(fields: LessonFields): ListField[] {
  const shown: Record<ListField, boolean> = {
    objectives: true,
    related_lessons: fields.type === 'practice_problem',
    skill_topics: fields.type === 'practice_problem',
    skill_requirements: isProject(fields.type),
    app_ports: hasPorts(fields),
  };
  return (Object.keys(shown) as ListField[]).filter((field) => shown[field]);
}
