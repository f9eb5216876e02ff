import { Package } from '#features/lessons/contract/lessons.ts';
import { documentKind } from '#platform/content/document-kind.ts';
import { LESSON_FIELDS, SCREEN_FIELDS } from './field-documents.ts';
import {
  DataFileContent,
  DatasetLink,
  LessonContent,
  OptionContent,
  QuestionContent,
  ScreenContent,
  ScreenTestContent,
  SkillContent,
} from './lesson-content.ts';

// What a lesson and a screen have beside their fields: columns `attached`. The lists are the fields of the first version, and never
// grow: see documentKind.

/** Content of a screen beside its fields. */
export type ScreenAttached = Omit<ScreenContent, 'uuid' | 'folder' | 'fields'>;
/** Content of a lesson that is neither metadata, screen nor file. */
export type LessonAttached = Pick<LessonContent, 'packages' | 'packages_lock' | 'datasets' | 'accepted'>;

type Expected = ScreenTestContent['expect'];

const SKILL = documentKind<SkillContent>(SkillContent, { first: ['uuid', 'name', 'point_value'] });
const OPTION = documentKind<OptionContent>(OptionContent, { first: ['label', 'feedback_message', 'valid', 'skill_uuid'] });
const QUESTION = documentKind<QuestionContent>(QuestionContent, { first: ['uuid', 'question', 'select_type', 'options'] });
const TEST = documentKind<ScreenTestContent>(ScreenTestContent, {
  first: ['slug', 'description', 'code', 'is_default', 'is_boolean_test', 'expect'],
});
const EXPECTED = documentKind<Expected>(ScreenTestContent.shape.expect, { first: ['test_pass', 'results'] });
const PACKAGE = documentKind<Package>(Package, { first: ['name', 'version', 'show_in_editor'] });
const DATASET = documentKind<DatasetLink>(DatasetLink, { first: ['name', 'hash'] });
const DATA_FILE = documentKind<DataFileContent>(DataFileContent, {
  first: ['file_name', 'alias', 'mode', 'preview', 'lines', 'show_in_editor', 'display_first', 'screens'],
});

const SCREEN_ATTACHED = documentKind<ScreenAttached>(ScreenContent.omit({ uuid: true, folder: true, fields: true }), {
  defaults: { skills: [], questions: [], tests: [], answer_output: null, answer_variables: [] },
  first: ['skills', 'questions', 'tests', 'answer_output', 'answer_variables'],
});
const LESSON_ATTACHED = documentKind<LessonAttached>(
  LessonContent.pick({ packages: true, packages_lock: true, datasets: true, accepted: true }),
  {
    defaults: { packages: [], packages_lock: null, datasets: [], accepted: [] },
    first: ['packages', 'packages_lock', 'datasets'],
  },
);

/** What is stored of a screen beside its fields. */
export function readScreenAttached(stored: unknown): ScreenAttached {
  const attached = SCREEN_ATTACHED.read(stored);
  return {
    ...attached,
    skills: attached.skills.map(SKILL.read),
    questions: attached.questions.map(readQuestionContent),
    tests: attached.tests.map((test) => ({ ...TEST.read(test), expect: EXPECTED.read(test.expect) })),
  };
}

function readQuestionContent(stored: unknown): QuestionContent {
  const question = QUESTION.read(stored);
  return { ...question, options: question.options.map(OPTION.read) };
}

/** What is stored of a lesson beside its fields. */
export function readLessonAttached(stored: unknown): LessonAttached {
  const attached = LESSON_ATTACHED.read(stored);
  return { ...attached, packages: attached.packages.map(PACKAGE.read), datasets: attached.datasets.map(DATASET.read) };
}

/** What of a screen counts in its content hash. */
export function hashedScreen({ uuid, folder, fields, ...attached }: ScreenContent): object {
  return {
    ...SCREEN_ATTACHED.hashed(attached),
    uuid,
    folder,
    fields: SCREEN_FIELDS.hashed(fields),
    skills: attached.skills.map(SKILL.hashed),
    questions: attached.questions.map((each) => ({ ...QUESTION.hashed(each), options: each.options.map(OPTION.hashed) })),
    tests: attached.tests.map((each) => ({ ...TEST.hashed(each), expect: EXPECTED.hashed(each.expect) })),
  };
}

/** What of a lesson's metadata counts in its content hash. */
export function hashedLesson({ fields, attached }: { fields: LessonContent['fields']; attached: LessonAttached }) {
  return {
    fields: LESSON_FIELDS.hashed(fields),
    attached: {
      ...LESSON_ATTACHED.hashed(attached),
      packages: attached.packages.map(PACKAGE.hashed),
      datasets: attached.datasets.map(DATASET.hashed),
    },
  };
}

/** What of a data file's settings counts in the content hash of its lesson. */
export function hashedDataFile(content: DataFileContent): object {
  return DATA_FILE.hashed(content);
}

/** For tests: every kind, by a name. */
export const CONTENT_KINDS = { SKILL, OPTION, QUESTION, TEST, EXPECTED, PACKAGE, DATASET, DATA_FILE, SCREEN_ATTACHED, LESSON_ATTACHED };
