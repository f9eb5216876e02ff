import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import type { ExportFormat } from '../contract.ts';
import { lessonsWithLinkedScreens } from '../rules/links.ts';
import { exportLosses } from '../rules/losses.ts';
import { documentPaths, filePaths, lessonDocuments, type LessonFile, projectFiles } from '../rules/project-files.ts';
import type { Project } from '../rules/project.ts';

export { exportLosses, lessonsWithLinkedScreens, projectFiles };

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    exportLosses: typeof exportLosses;
    projectFiles: typeof projectFiles;
    lessonsWithLinkedScreens: typeof lessonsWithLinkedScreens;
    exportPaths: typeof exportPaths;
    exportDocuments: typeof exportDocuments;
  }
}

/** A lesson to export, with the folder that it has in the project. */
export interface ExportedLesson {
  readonly lesson: LessonContent;
  readonly folder: string;
  readonly files: readonly LessonFile[];
}

/** The paths of its documents, and those of its files in their order; null: the format has no place for a file. */
export function exportPaths(
  format: ExportFormat,
  { lesson, folder, files }: ExportedLesson,
): { readonly documents: readonly string[]; readonly files: readonly (string | null)[] } {
  return {
    documents: documentPaths(format, lesson, folder),
    files: filePaths(format, lesson, folder, files),
  };
}

/** Its documents by path. */
export function exportDocuments(
  format: ExportFormat,
  { lesson, ...of }: ExportedLesson,
  project: Project,
  images: ReadonlyMap<string, Uint8Array>,
): Map<string, Uint8Array> {
  return lessonDocuments(format, lesson, project, { ...of, images });
}
