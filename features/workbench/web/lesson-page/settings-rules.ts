import type { Feature, LessonFields, LessonType } from '#features/lessons/contract/lessons.ts';
import { RUNNER_FEATURES, timeLimitOf } from '#features/lessons/lessons.policy.ts';
import { counted } from '#platform/contract/counted.ts';
import { isTerminal } from '#platform/contract/languages.ts';

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

/**
 * What the author must know about the features of a lesson.
 *
 * @param offered Those that runners offer; undefined: not known yet.
 */
export function featureNotes(
  fields: Pick<LessonFields, 'language' | 'enabled_features' | 'code_run_timeout'>,
  offered: readonly Feature[] | undefined,
): string[] {
  const has = (feature: Feature) => fields.enabled_features.includes(feature);
  const missing = offered === undefined ? [] : RUNNER_FEATURES.filter((feature) => has(feature) && !offered.includes(feature));
  const hasHiddenTimeout = fields.language !== null && hasFeatures(fields) && !hasTimeout(fields);
  return [
    ...(missing.length > 0 ? [`No runner offers ${missing.join(' or ')}, so the code of this lesson can’t run.`] : []),
    ...(has('Chat temperature') ? ['Chat temperature is part of deploys, with the chat prompts. Lessonwright itself has no chat.'] : []),
    ...(hasHiddenTimeout ? [`Code can run for ${counted(timeLimitOf(fields), 'second')}.${changeLimit(has('Long-running code'))}`] : []),
  ];
}

function changeLimit(isLong: boolean): string {
  return isLong ? '' : ' To change that, remove File viewer and set Timeout.';
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
