import type { Files, ScreenContent, ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import { FILE_TEXTS, SCREEN_TEXTS, type FileText } from '#features/screens/contract/screen-texts.ts';
import { emptyScreenFields, ScreenFields } from '#features/screens/contract/screens.ts';
import { fileToText, isUtf8 } from '#platform/content/text-file.ts';
import type { Report } from '#platform/content/yaml/cursor.ts';
import type { Language } from '#platform/contract/languages.ts';
import { readGeneratedFiles } from './generated-files.ts';
import { readQuestions, parseScreenYaml, parseTestYaml } from './screen-yaml.ts';
import { findCode } from './text-files.ts';
import { readYaml } from './yaml-file.ts';

/** Parses one folder below `screens/`. */
export function readScreen(files: Files, folder: string, language: Language | null, reportAt: (path: string) => Report): ScreenContent {
  const place = `screens/${folder}`;
  const yamlPath = `${place}/screen.yaml`;
  if (!files.has(yamlPath)) reportAt(yamlPath)('This file is missing.');
  const hasCode = [...files.keys()].some((path) => path.startsWith(`${place}/code/`));
  const yaml = parseScreenYaml(readYaml(files, yamlPath, reportAt(yamlPath)), folder, hasCode ? 'code' : 'text');
  const texts = FILE_TEXTS.map((field) => [field, readText(files, `${place}/${SCREEN_TEXTS[field].file}`, field, language, reportAt)]);
  const questionsPath = `${place}/questions.yaml`;
  const questions = readYaml(files, questionsPath, reportAt(questionsPath));
  return {
    uuid: yaml.uuid,
    folder,
    // In the order of the contract, so that equal fields are also equal as text.
    fields: { ...emptyScreenFields(), ...yaml.fields, ...(Object.fromEntries(texts) as Pick<ScreenFields, FileText>) },
    skills: [...yaml.skills],
    questions: readQuestions(questions, folder, yaml.skills),
    tests: foldersIn(files, `${place}/tests`).map((slug) => readTest(files, `${place}/tests/${slug}`, slug, language, reportAt)),
    ...recordedOf(files, folder, yaml.variables, reportAt),
  };
}

/** The names of the folders directly below `place`, sorted. */
export function foldersIn(files: Files, place: string): string[] {
  const names = new Set<string>();
  for (const path of files.keys()) {
    const [name, ...rest] = path.startsWith(`${place}/`) ? path.slice(place.length + 1).split('/') : [];
    if (name !== undefined && rest.length > 0) names.add(name);
  }
  return [...names].sort();
}

function recordedOf(files: Files, folder: string, names: readonly string[], reportAt: (path: string) => Report) {
  const { answer_output, answer_variables } = readGeneratedFiles(files, folder, names, reportAt);
  return { answer_output, answer_variables: [...answer_variables] };
}

function readText(
  files: Files,
  pattern: string,
  field: FileText,
  language: Language | null,
  reportAt: (path: string) => Report,
): string | null {
  const schema = ScreenFields.shape[field];
  const none = schema.safeParse(null).success ? null : '';
  const path = findCode(files, pattern, language);
  const bytes = path === undefined ? undefined : files.get(path);
  if (path === undefined || !bytes) return none;
  if (!isUtf8(bytes)) reportAt(path)('This file is not UTF-8 text.');
  const text = schema.safeParse(fileToText(bytes));
  if (text.success) return text.data;
  reportAt(path)(text.error.issues[0]?.message ?? 'This text is not valid.');
  return none;
}

function readTest(
  files: Files,
  place: string,
  slug: string,
  language: Language | null,
  reportAt: (path: string) => Report,
): ScreenTestContent {
  const path = `${place}/expect.yaml`;
  if (!files.has(path)) reportAt(path)('This file is missing.');
  const { expect, ...yaml } = parseTestYaml(readYaml(files, path, reportAt(path)));
  const submission = files.get(findCode(files, `${place}/submission.*`, language) ?? '');
  return { slug, ...yaml, code: submission ? fileToText(submission) : '', expect };
}
