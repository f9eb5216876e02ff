import type { Finding } from '../contract/finding.ts';

/** The folder of lessons in a content repository. */
export const LESSONS_FOLDER = 'lessons';

/** Where a finding is in a content repository. What is about no file of its own is in the lesson's settings. */
export function repositoryPath(folder: string, { file }: Finding['place']): string {
  return `${LESSONS_FOLDER}/${folder}/${file === 'screens' ? 'lesson.yaml' : file}`;
}
