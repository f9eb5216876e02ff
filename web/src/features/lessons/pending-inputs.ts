import type { LessonFields } from '#contract/lessons.ts';
import { hasPorts, isProject } from './settings-rules.ts';

/** Lists into which one types before one adds. */
export type ListField = 'objectives' | 'related_lessons' | 'skill_topics' | 'skill_requirements' | 'app_ports';

/** What is typed but not added yet. */
export type PendingTexts = Readonly<Partial<Record<ListField, string>>>;

/** The lists of the form that have something in progress (B §4), in the order of the form. Those that are not shown have not. */
export function fieldsInProgress(pending: PendingTexts, fields: LessonFields): ListField[] {
  const shown: Record<ListField, boolean> = {
    objectives: true,
    related_lessons: fields.type === 'practice_problem',
    skill_topics: fields.type === 'practice_problem',
    skill_requirements: isProject(fields.type),
    app_ports: hasPorts(fields),
  };
  return (Object.keys(shown) as ListField[]).filter((field) => shown[field] && (pending[field] ?? '').trim() !== '');
}
