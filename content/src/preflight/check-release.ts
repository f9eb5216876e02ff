import { existsInLesson } from './text-rules.ts';
import type { LessonReport, ReportedFinding } from './check-lesson.ts';

/** The lessons that others can refer to: those of a release, and those of main that it hasn't changed. */
export interface LessonIndex {
  readonly sequences: ReadonlySet<number>;
  /** By folder; null: its screens and files aren't known. */
  readonly folders: ReadonlyMap<string, Pick<LessonReport, 'folders' | 'images' | 'files'> | null>;
}

/** What a lesson's references to other lessons are worth among these. */
export function checkReferences(report: Pick<LessonReport, 'references'>, index: LessonIndex): ReportedFinding[] {
  return report.references.flatMap(({ to, ifMissing, ifPresent }) => {
    const found = exists(to, index) ? ifPresent : ifMissing;
    return found === null ? [] : [found];
  });
}

function exists(to: LessonReport['references'][number]['to'], { sequences, folders }: LessonIndex): boolean {
  if ('sequence' in to) return sequences.has(to.sequence);
  const known = folders.get(to.folder);
  return known === null || (known !== undefined && existsInLesson(to.path, known));
}
