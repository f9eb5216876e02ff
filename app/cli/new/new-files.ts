/** The files of new lessons, courses, paths and content repositories, as the product writes them. */

import { randomUUID } from 'node:crypto';
import type { Files, ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { SCHEMA_NAMES } from '#features/documents/contract.ts';
import { COURSE_FORMAT, PATH_FORMAT } from '#features/documents/rules/curriculum-files.ts';
import { FILE_SCHEMAS, yamlSchemas } from '#features/documents/rules/file-schemas.ts';
import { curriculumFolder, lessonFolder, screenFolder } from '#features/documents/rules/folder-name.ts';
import { writeLesson } from '#features/documents/rules/write-lesson.ts';
import { EMPTY_REPOSITORY } from '#features/git/server/index.ts';
import { emptyLessonFields, LanguageName } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, ScreenTemplate, type ScreenFields } from '#features/screens/contract/screens.ts';
import { templateScreens } from '#features/screens/rules/template-screens.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { DEFAULT_LANGUAGE, versionFor, type Language } from '#platform/contract/languages.ts';
import { CommandRefused } from '../command.ts';

const NONE = 'none';
const USUAL_TEMPLATE: ScreenTemplate = 'explain-try-check';
const SCHEMAS = '.vscode/schemas';

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

/** An empty content repository, with the schemas of its YAML files and the settings by which editors find them. */
export function newContent(): Files {
  const settings = { 'yaml.schemas': yamlSchemas((name) => `./${SCHEMAS}/${name}`) };
  const json = {
    '.vscode/settings.json': settings,
    ...Object.fromEntries(SCHEMA_NAMES.map((name) => [`${SCHEMAS}/${name}`, FILE_SCHEMAS[name].schema()])),
  };
  const texts = {
    ...EMPTY_REPOSITORY,
    ...Object.fromEntries(Object.entries(json).map(([path, value]) => [path, `${JSON.stringify(value, null, 2)}\n`])),
  };
  return new Map(Object.entries(texts).map(([path, text]) => [path, encodeUtf8(text)]));
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
