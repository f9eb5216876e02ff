import type { Actor } from './roles.ts';

interface LessonState {
  readonly is_main: boolean;
  readonly is_shallow_import: boolean;
}

/** A §4, product §3: what is published or not wholly imported is read only for everyone. */
export function canEditLesson(lesson: LessonState): boolean {
  return !lesson.is_main && !lesson.is_shallow_import;
}

/** B §6: external authors cannot delete lessons. */
export function canDeleteLesson(actor: Actor, lesson: LessonState): boolean {
  return actor.role !== 'external' && !lesson.is_main;
}
