import { textsOfQuestion } from '#features/content-model/rules/texts-of-question.ts';
import { isShownToLearners } from '#features/lesson-files/data-files.policy.ts';
import { nameOfData } from '#features/lesson-files/rules/data-path.ts';
import { CUSTOM_SETUP_FILE } from '#features/packages/contract.ts';
import { lessonSizeProblem, sizeOfScreens } from '#features/screens/rules/lesson-size.ts';
import { caseFolded } from '#platform/content/file-names.ts';
import { isQuery, isTerminal } from '#platform/contract/languages.ts';
import { isOneLine, withHiddenShown } from '#platform/contract/one-line.ts';
import type { PreflightRuleId } from '../contract/preflight-rules.ts';
import { type Found, type LessonDocuments, LessonText } from './lesson-documents.ts';
import { accessibleName } from './read-markdown.ts';
import { leftovers } from './text-rules.ts';

type LessonRule = (documents: LessonDocuments) => Iterable<Found>;

/** Long texts in `lesson.yaml`. */
const LESSON_TEXTS = ['description', 'overview', 'preview', 'meta_description'] as const;

/** Everything of a lesson in which a file can be named. */
function allTexts({ lesson }: LessonDocuments): string {
  const { fields, screens } = lesson;
  return [
    ...LESSON_TEXTS.map((name) => fields[name]),
    fields.solution_notebook ?? '',
    ...screens.flatMap((screen) => [
      ...Object.values(screen.fields).filter((value) => typeof value === 'string'),
      ...screen.questions.flatMap(textsOfQuestion).map(({ text }) => text),
      ...screen.tests.map(({ code }) => code),
    ]),
  ].join('\n');
}

function* unusedImages(documents: LessonDocuments): Iterable<Found> {
  const { images } = documents.lesson;
  if (images.length === 0) return;
  const texts = allTexts(documents).normalize('NFC');
  for (const { file_name } of images) {
    const named = file_name.normalize('NFC');
    if ([named, encodeURIComponent(named), encodeURI(named), encodeURIComponent(file_name)].some((name) => texts.includes(name))) continue;
    yield ofFile('image-unused', 'image', file_name);
  }
}

/** Code that takes whatever files it finds. */
const LISTS_FILES = /\b(?:glob|listdir|scandir|list\.files|dir)\(|\biterdir\(/;
const DATABASES = /\.(?:db|sqlite3?|sql)$/i;

function* unusedFiles(documents: LessonDocuments): Iterable<Found> {
  const { fields, data_files } = documents.lesson;
  // A shell shows all files to its learners.
  if (data_files.length === 0 || isTerminal(fields.language)) return;
  const texts = allTexts(documents);
  if (LISTS_FILES.test(texts)) return;
  const hasUnitTests = documents.lesson.screens.some((screen) => screen.fields.unit_test_code.trim() !== '');
  for (const file of data_files) {
    const { file_name, alias } = file;
    if (isShownToLearners(file) || file.display_first || file_name === CUSTOM_SETUP_FILE || alias === CUSTOM_SETUP_FILE) continue;
    if (isQuery(fields.language) && DATABASES.test(file_name)) continue;
    // Code puts paths together: `folder + 'birds.csv'`.
    const base = nameOfData(file_name);
    const names = [base, alias].filter((name) => name !== '');
    // A module is imported without its ending.
    const stem = /\.(?:py|r)$/i.test(base) ? base.replace(/\.\w+$/, '') : '';
    // Frameworks load helpers by themselves, and helpers load others.
    if (hasUnitTests && stem !== '') continue;
    if (names.some((name) => texts.includes(name)) || (stem !== '' && texts.includes(stem))) continue;
    yield ofFile('file-unused', 'data', file_name);
  }
}

/** The names that uploaded images can have, and SVG, which imports bring. */
const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

function beginningOf(file: string): Found['place'] {
  return { screen: null, field: null, file, line: 1, column: 1, end_line: 1, end_column: 1 };
}

/** Files of git and of zips that an upload would refuse for their names. */
function* refusedFiles({ lesson }: LessonDocuments): Iterable<Found> {
  const names = { images: lesson.images, files: lesson.data_files };
  for (const folder of ['images', 'files'] as const) {
    const first = new Map<string, string>();
    for (const { file_name } of names[folder]) {
      const file = `${folder}/${file_name}`;
      const place = beginningOf(file);
      const twin = first.get(caseFolded(file_name));
      const found = (message: string): Found => ({ rule: 'file-refused', place, message, about: file });
      if (twin === undefined) first.set(caseFolded(file_name), file_name);
      else
        yield found(`“${file_name}” and “${twin}” are one file on many systems, which don’t distinguish upper and lower case. Rename one.`);
      if (folder === 'images' && !IMAGE_NAME.test(file_name))
        yield found(`“${file_name}” is no image that learners can see. Use a PNG, JPEG, GIF, WebP or AVIF.`);
    }
  }
}

function ofFile(rule: PreflightRuleId, of: 'image' | 'data', name: string): Found {
  const file = `${of === 'image' ? 'images' : 'files'}/${name}`;
  const place = beginningOf(file);
  const fix = { label: `Delete “${name}”`, changes: [{ kind: 'delete-file', of, name } as const] };
  return { rule, place, message: `Nothing in this lesson uses “${name}”.`, about: name, fix };
}

function* titles(documents: LessonDocuments): Iterable<Found> {
  for (const screen of documents.lesson.screens) {
    if (screen.fields.title.trim() !== '') continue;
    const heading = documents.text(screen, 'body_markdown').markdown.elements.find(({ tag }) => /^h[1-6]$/.test(tag));
    const insert = heading ? accessibleName(heading).replaceAll(/\s+/g, ' ') : '';
    const change = { kind: 'text', screen: screen.uuid, field: 'title', at: 0, remove: screen.fields.title, insert } as const;
    yield {
      rule: 'screen-title-missing',
      place: documents.setting(screen, ['title'], 'title'),
      message: 'This screen has no title.',
      about: '',
      fix: insert === '' || insert.length > 200 ? null : { label: `Name it “${insert}”`, changes: [change] },
    };
  }
}

const RULES: Partial<Record<PreflightRuleId, LessonRule>> = {
  *'lesson-empty'(documents) {
    if (documents.lesson.screens.length > 0) return;
    const place = documents.setting(null, ['title']);
    yield { rule: 'lesson-empty', place, message: 'This lesson has no screens.', about: '' };
  },
  // Authors can't save one; git can bring it.
  *'lesson-too-large'(documents) {
    const problem = lessonSizeProblem(sizeOfScreens(documents.lesson.screens));
    if (problem === null) return;
    yield {
      rule: 'lesson-too-large',
      place: documents.setting(null, ['title']),
      message: `${problem} Move screens to another lesson.`,
      about: '',
    };
  },
  *'screen-empty'(documents) {
    for (const screen of documents.lesson.screens) {
      const { type, body_markdown } = screen.fields;
      if (type === 'code' || body_markdown.trim() !== '' || screen.questions.length > 0) continue;
      const place = documents.setting(screen, ['type'], 'body_markdown');
      yield { rule: 'screen-empty', place, message: 'This screen has no text.', about: '' };
    }
  },
  'screen-title-missing': titles,
  'image-unused': unusedImages,
  'file-unused': unusedFiles,
  'file-refused': refusedFiles,
  // Uploads and zips can't have such names; git can.
  *'file-name-hidden'({ lesson }) {
    for (const [folder, files] of [['images', lesson.images] as const, ['files', lesson.data_files] as const])
      for (const { file_name } of files) {
        if (isOneLine(file_name)) continue;
        const place = beginningOf(`${folder}/${file_name}`);
        const name = withHiddenShown(file_name);
        const message = `The name “${name}” has characters that are invisible or change the text direction. Rename the file in Git.`;
        yield { rule: 'file-name-hidden', place, message, about: name };
      }
  },
  *leftover(documents) {
    const { fields } = documents.lesson;
    for (const name of LESSON_TEXTS) {
      if (fields[name] === '') continue;
      const location = { screen: null, file: 'lesson.yaml', field: null };
      yield* leftovers(new LessonText(null, location, fields[name], () => documents.valueAt('lesson.yaml', [name])), [], null);
    }
  },
};

/** The rules about a lesson as a whole. */
export const LESSON_RULES = Object.fromEntries(
  Object.entries(RULES).map(([rule, check]) => [rule, (documents: LessonDocuments) => [...check(documents)]]),
) as Readonly<Partial<Record<PreflightRuleId, (documents: LessonDocuments) => Found[]>>>;
