/** The files of new lessons, courses, paths and content repositories, as the product writes them. */

import { randomUUID } from 'node:crypto';
import type { Files, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { editorFiles } from '#features/documents/rules/file-schemas.ts';
import { curriculumFolder, lessonFolder, screenFolder } from '#features/documents/rules/folder-name.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { emptyLessonFields, LanguageName } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, ScreenTemplate, type ScreenFields } from '#features/screens/contract/screens.ts';
import { templateScreens } from '#features/screens/rules/template-screens.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { DEFAULT_LANGUAGE, versionFor, type Language } from '#platform/contract/languages.ts';
import { CommandRefused } from '../command.ts';

const NONE = 'none';
const USUAL_TEMPLATE: ScreenTemplate = 'explain-try-check';

interface NewFolder {
  readonly folder: string;
  readonly files: Files;
}

interface NewLesson {
  readonly sequence: number;
  readonly title: string;
  readonly author: string;
  /** Null: it has no code. */
  readonly language: Language | null;
  /** Null: one empty screen. */
  readonly template: ScreenTemplate | null;
}

export function newLesson({ sequence, title, author, language, template }: NewLesson): NewFolder {
  const fields = { ...emptyLessonFields({ title, author }), language, language_version: versionFor(language, null) };
  const screens: ScreenContent[] = [];
  for (const each of template === null ? [emptyScreenFields()] : templateScreens(template)) screens.push(newScreen(each, screens));
  const files = writeLesson({
    uuid: randomUUID(),
    sequence,
    fields,
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
    screens,
  });
  return { folder: lessonFolder(sequence, title), files };
}

function newScreen(fields: ScreenFields, before: readonly ScreenContent[]): ScreenContent {
  const taken = before.map(({ folder }) => folder);
  const nothing = { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] };
  return { uuid: randomUUID(), folder: screenFolder(fields.title, taken), fields, ...nothing };
}

export function newCurriculum(kind: 'course' | 'path', sequence: number, name: string): NewFolder {
  const head = { uuid: randomUUID(), sequence, name };
  const files = kind === 'course' ? COURSE_FORMAT.write(COURSE_FORMAT.create(head)) : PATH_FORMAT.write(PATH_FORMAT.create(head));
  return { folder: curriculumFolder(kind, sequence, name), files };
}

/** What an empty content repository begins with: editors complete and check its YAML. */
export function newContent(): Files {
  return new Map(Object.entries(editorFiles()).map(([path, value]) => [path, encodeUtf8(`${JSON.stringify(value, null, 2)}\n`)]));
}

/** @throws CommandRefused */
export function readLanguage(given: string | boolean | undefined): Language | null {
  if (given === undefined) return DEFAULT_LANGUAGE;
  if (given === NONE) return null;
  const language = LanguageName.safeParse(given);
  if (language.success) return language.data;
  throw new CommandRefused(`There is no language “${given}”: use ${[...LanguageName.options, NONE].join(', ')}.`);
}

/** @throws CommandRefused */
export function readTemplate(given: string | boolean | undefined): ScreenTemplate | null {
  if (given === undefined) return USUAL_TEMPLATE;
  if (given === NONE) return null;
  const template = ScreenTemplate.safeParse(given);
  if (template.success) return template.data;
  throw new CommandRefused(`There is no template “${given}”: use ${[...ScreenTemplate.options, NONE].join(', ')}.`);
}
