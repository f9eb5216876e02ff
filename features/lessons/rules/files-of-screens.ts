import type { DataFileContent, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { textsOfQuestion } from '#features/content-model/rules/texts-of-question.ts';
import { folderOfData, nameOfData } from '#features/lesson-files/rules/data-path.ts';

interface NamedFiles {
  readonly images: readonly string[];
  readonly data: readonly DataFileContent[];
}

/**
 * The files of a lesson that some of its screens name: images that their texts show, and data files that their code, texts or settings name.
 * A name that occurs by chance brings a file too many, which does no harm.
 */
export function filesOfScreens(
  screens: readonly Pick<ScreenContent, 'folder' | 'fields' | 'questions' | 'tests'>[],
  { images, data }: NamedFiles,
): { images: string[]; data: string[] } {
  const text = screens.flatMap(textsOf).join('\n');
  const folders = new Set(screens.map(({ folder }) => folder));
  return {
    // Addresses encode letters and spaces.
    images: images.filter((name) => text.includes(`images/${name}`) || text.includes(`images/${encodeURIComponent(name)}`)),
    data: data
      .filter(({ file_name, alias, screens: shownOn }) => {
        const names = [nameOfData(file_name), ...(alias === '' ? [] : [alias])];
        const named = names.some((name) => text.includes(name)) || isFolderNamed(text, folderOfData(file_name));
        return named || shownOn.some((folder) => folders.has(folder));
      })
      .map(({ file_name }) => file_name),
  };
}

/** Whether code lists the files of a folder, or takes a path apart: `list.files("data")`. */
function isFolderNamed(text: string, folder: string): boolean {
  if (folder === '') return false;
  const isQuoted = ['"', "'"].some((quote) => text.includes(`${quote}${folder}${quote}`) || text.includes(`${quote}${folder}/${quote}`));
  return isQuoted || isFolderNamed(text, folderOfData(folder));
}

function textsOf(screen: Pick<ScreenContent, 'fields' | 'questions' | 'tests'>): string[] {
  const questions = screen.questions.flatMap(textsOfQuestion).map(({ text }) => text);
  const fields = Object.values(screen.fields).filter((value) => typeof value === 'string');
  return [...fields, ...questions, ...screen.tests.map(({ code }) => code)];
}
