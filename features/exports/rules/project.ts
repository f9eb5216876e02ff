import { lessonFolder, slug, uniqueName } from '#features/documents/rules/folder-name.ts';
import { storable } from '#features/imports/rules/cells.ts';
import type { ExportFormat } from '../contract.ts';

/** A lesson of a project, and the folder that it has there. */
export interface ProjectLesson {
  readonly uuid: string;
  readonly sequence: number;
  readonly folder: string;
  readonly title: string;
  /** In their order. Empty also if nothing links to them. */
  readonly screens: readonly ProjectScreen[];
}

/** A screen that texts can link to. */
export interface ProjectScreen {
  readonly uuid: string;
  readonly folder: string;
  readonly title: string;
}

/** What is exported together. */
export interface Project {
  readonly title: string;
  readonly lessons: readonly ProjectLesson[];
}

/** The lessons of an export, each with its own folder. */
export function projectOf(
  title: string,
  lessons: readonly (Omit<ProjectLesson, 'folder' | 'screens'> & Partial<Pick<ProjectLesson, 'screens'>>)[],
): Project {
  const folders: string[] = [];
  return {
    title: plainTitle(title) || 'Lessons',
    lessons: lessons.map((lesson) => {
      const folder = uniqueName(lessonFolder(lesson.sequence, lesson.title), folders);
      folders.push(folder);
      const { uuid, sequence, screens = [] } = lesson;
      return { uuid, sequence, folder, title: plainTitle(lesson.title) || `Lesson ${sequence}`, screens };
    }),
  };
}

/** The name of the zip, from the title of what it has. */
export function zipName(format: ExportFormat, title: string): string {
  return `${slug(title, 'lessons')}-${{ notebook: 'notebooks', myst: 'myst', quarto: 'quarto', website: 'website', moodle: 'moodle', qti: 'qti' }[format]}.zip`;
}

/** Whether documents have their images inside. */
export function embedsImages(format: ExportFormat): boolean {
  return format === 'notebook' || format === 'moodle';
}

/** A title on one line. */
export function plainTitle(title: string): string {
  return storable(title).replace(/\s+/g, ' ').trim();
}
