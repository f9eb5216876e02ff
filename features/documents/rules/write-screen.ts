import type { ScreenContent, ScreenTestContent } from '#features/content-model/rules/lesson-content.ts';
import { FILE_TEXTS, SCREEN_TEXTS, type FileText } from '#features/screens/contract/screen-texts.ts';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { textToFile } from '#platform/content/text-file.ts';
import type { Language } from '#platform/contract/languages.ts';
import { writeGeneratedFiles } from './generated-files.ts';
import { questionsPlain, screenYamlPlain, testYamlPlain } from './screen-yaml.ts';
import { codePath, findCode } from './text-files.ts';
import { writeYaml } from './yaml-file.ts';

type FilesToWrite = Map<string, Uint8Array>;

/** A text, and the language that determines its file name; null: it has no file. */
interface TextState {
  readonly text: string | null;
  readonly language: Language | null;
}

/** Writes what differs in one screen. Its folder is already that of `after`; `before` is undefined for a new one. */
export function writeScreen(
  files: FilesToWrite,
  was: { readonly screen: ScreenContent | undefined; readonly language: Language | null },
  is: { readonly screen: ScreenContent; readonly language: Language | null },
): void {
  const before = was.screen;
  const after = is.screen;
  const directory = `screens/${after.folder}`;
  writeYaml(files, `${directory}/screen.yaml`, before && sheetPlain(before), sheetPlain(after));
  for (const field of FILE_TEXTS) {
    const textOf = (screen: ScreenContent | undefined) => (screen ? fileText(field, screen.fields[field]) : null);
    writeText(files, `${directory}/${SCREEN_TEXTS[field].file}`, { ...was, text: textOf(before) }, { ...is, text: textOf(after) });
  }
  writeYaml(
    files,
    `${directory}/questions.yaml`,
    questionsPlain(before?.questions ?? [], before?.skills ?? []),
    questionsPlain(after.questions, after.skills),
  );
  writeTests(
    files,
    `${directory}/tests`,
    { tests: before?.tests ?? [], language: was.language },
    { tests: after.tests, language: is.language },
  );
  writeGeneratedFiles(files, after.folder, before ?? { answer_output: null, answer_variables: [] }, after);
}

function sheetPlain(screen: ScreenContent) {
  return screenYamlPlain({ ...screen, variables: screen.answer_variables.map(({ name }) => name) });
}

const EMPTY = emptyScreenFields();

/** An empty text has no file, unless a missing file means something else. */
function fileText(field: FileText, text: string | null): string | null {
  return text === '' && EMPTY[field] === '' ? null : text;
}

function writeText(files: FilesToWrite, pattern: string, before: TextState, after: TextState): void {
  if (before.text === after.text && before.language === after.language) return;
  const found = findCode(files, pattern, before.language);
  const existing = found === undefined ? undefined : files.get(found);
  const bytes = before.text === after.text ? existing : undefined;
  if (found !== undefined) files.delete(found);
  const written = bytes ?? (after.text === null ? null : textToFile(after.text, existing));
  if (written) files.set(codePath(pattern, after.language), written);
}

interface TestsState {
  readonly tests: readonly ScreenTestContent[];
  readonly language: Language | null;
}

function writeTests(files: FilesToWrite, directory: string, was: TestsState, is: TestsState): void {
  for (const { slug } of was.tests.filter((test) => !is.tests.some((other) => other.slug === test.slug))) {
    for (const path of [...files.keys()].filter((each) => each.startsWith(`${directory}/${slug}/`))) files.delete(path);
  }
  for (const test of is.tests) {
    const before = was.tests.find(({ slug }) => slug === test.slug);
    writeYaml(files, `${directory}/${test.slug}/expect.yaml`, before && testYamlPlain(before), testYamlPlain(test));
    const texts = [before?.code, test.code].map((code) => code || null);
    const submission = `${directory}/${test.slug}/submission.*`;
    writeText(files, submission, { text: texts[0] ?? null, language: was.language }, { text: texts[1] ?? null, language: is.language });
  }
}
