import * as fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type {
  DataFileContent,
  LessonContent,
  QuestionContent,
  ScreenContent,
  ScreenTestContent,
  SkillContent,
} from '#features/content-model/rules/lesson-content.ts';
import {
  Feature,
  LanguageName,
  LanguageVersionName,
  LessonType,
  Plan,
  Tool,
  type LessonFields,
  type Package,
} from '#features/lessons/contract/lessons.ts';
import { ScreenFields, ScreenType, type AnswerVariable } from '#features/screens/contract/screens.ts';
import { canonicalJson } from '#platform/content/content-hash.ts';
import { decodeUtf8, encodeUtf8 } from '#platform/content/text-file.ts';
import { UNIT_FRAMEWORKS, UNIT_SHOWS } from '#platform/contract/unit-tests.ts';
import { anyText } from './any-text.ts';
import { anyTask } from './task-arbitraries.ts';

/** Texts that are easy to get wrong in files and YAML. */
const awkward = fc.constantFrom(
  'null',
  '~',
  'true',
  'no',
  'yes',
  '1',
  '3.10',
  '0x1f',
  '1e3',
  '-',
  '?',
  ':',
  '#',
  '# a',
  'a # b',
  'a: b',
  '- a',
  '[a',
  '{a',
  '*a',
  '&a',
  '!a',
  '%a',
  '@a',
  '`a',
  '2024-01-01',
  '.nan',
  '<<',
  '=',
  '|',
  '>',
  '"',
  "'",
  '\\',
  '---',
  '...',
  '--- a',
  'ü 日本 🙂',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\u0000',
  'a\u0007b',
  '\t',
);
const line = fc.oneof({ weight: 3, arbitrary: fc.string({ maxLength: 20 }) }, awkward, anyText({ maxLength: 10 }));
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r', '\n\n', ' \n', '\n  ');

/**
 * Any text: several lines, all kinds of line ends, with and without a final one. A byte order mark at its start would belong to its file.
 */
const text = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 5 })
  .chain((parts) =>
    fc.boolean().map((isOpen) => parts.map(([part, end], index) => part + (isOpen && index === parts.length - 1 ? '' : end)).join('')),
  )
  .map((given) => given.replace(/^\uFEFF+/, ''));
const trimmed = line.map((value) => value.trim());
const named = trimmed.filter((value) => value !== '');
const name = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9 ._-]{0,12}[a-zA-Z0-9]$/);
const uuid = fc.uuid();

const lessonFields: fc.Arbitrary<LessonFields> = fc.record({
  title: trimmed,
  meta_title: trimmed,
  author: trimmed,
  meta_description: text,
  description: text,
  overview: text,
  preview: text,
  is_beta: fc.boolean(),
  objectives: fc.array(line, { maxLength: 3 }),
  allowed_plans: fc.array(fc.constantFrom(...Plan.options), { maxLength: 2 }),
  skill_level: fc.constantFrom(null, 0, 1, 2),
  type: fc.constantFrom(...LessonType.options),
  related_lesson: fc.option(fc.nat()),
  related_lessons: fc.array(fc.nat(), { maxLength: 3 }),
  skill_topics: fc.array(line, { maxLength: 2 }),
  tools: fc.array(fc.constantFrom(...Tool.options), { maxLength: 2 }),
  skill_requirements: fc.array(line, { maxLength: 2 }),
  solution_notebook: fc.option(line),
  enabled_features: fc.array(fc.constantFrom(...Feature.options), { maxLength: 2 }),
  language: fc.option(fc.constantFrom(...LanguageName.options)),
  language_version: fc.option(fc.constantFrom(...LanguageVersionName.options)),
  text_language: fc.option(fc.constantFrom('en', 'no', 'pt-BR', 'ar', 'az-Arab')),
  code_run_timeout: fc.option(fc.integer({ min: 1, max: 3_600 })),
  sql_max_rows: fc.integer({ min: 1, max: 100 }),
  app_ports: fc.array(fc.integer({ min: 1, max: 65_535 }), { maxLength: 2 }),
  custom_check_enabled: fc.boolean(),
  legacy_check_enabled: fc.boolean(),
  show_expected_values: fc.boolean(),
  mode: fc.constantFrom('default', 'filescreen'),
  assessment_tries: fc.option(fc.integer({ min: 1, max: 20 })),
  owner: fc.option(fc.constantFrom('ada@example.org', '1.e3+x@example.co.uk')),
  reviewer: fc.option(fc.constantFrom('ben@example.org', 'no@example.org')),
  due: fc.option(fc.constantFrom('2026-12-31', '2000-02-29')),
  stage: fc.option(fc.constantFrom('planned', 'writing', 'reviewing', 'ready')),
  show_last_value: fc.boolean(),
});

const screenFields: fc.Arbitrary<ScreenFields> = fc.record({
  title: trimmed,
  type: fc.constantFrom(...ScreenType.options),
  body_markdown: text,
  instructions_markdown: text,
  hint_markdown: text,
  success_markdown: text,
  chat_prompt: text,
  setup_code: text,
  initial_code: text,
  display_code: text,
  should_run_display_code: fc.boolean(),
  answer_code: text,
  custom_check_code: text,
  legacy_check_code: text,
  inputs: text,
  values: text,
  unit_test_code: text,
  unit_test_framework: fc.option(fc.constantFrom(...UNIT_FRAMEWORKS)),
  unit_test_module: fc.constantFrom('', 'two_fer.py', 'pkg/two-fer.R'),
  unit_test_shows: fc.constantFrom(...UNIT_SHOWS),
  format_code_run: text,
  remote_run_code: fc.option(text),
  remote_run_only: fc.boolean(),
  is_experimental: fc.boolean(),
  error_okay: fc.boolean(),
  dynamic_answer: fc.boolean(),
  check_output: fc.boolean(),
  check_val: fc.option(text),
  check_scope: fc.option(fc.constantFrom(...ScreenFields.shape.check_scope.unwrap().options)),
  initially_passing: fc.boolean(),
  solution_after: fc.option(fc.integer({ min: 1, max: 20 })),
  runs_after: fc.option(fc.oneof(fc.constant('all' as const), fc.array(uuid, { maxLength: 3 }))),
  starts_from: fc.option(uuid),
});

const variable: fc.Arbitrary<AnswerVariable> = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 8 }),
    type_name: line,
    length: fc.option(fc.nat()),
    string_form: text,
    html_output: fc.option(text),
  },
  { requiredKeys: ['name'] },
);

const picture = fc.uint8Array({ maxLength: 20 }).map((bytes) => btoa(String.fromCharCode(...bytes)));

const screenTest: fc.Arbitrary<ScreenTestContent> = fc.record({
  slug: name,
  description: text,
  code: text,
  is_default: fc.boolean(),
  is_boolean_test: fc.boolean(),
  inputs: text,
  expect: fc.record({
    test_pass: fc.boolean(),
    results: fc.array(fc.dictionary(line, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }), { maxLength: 2 }) as fc.Arbitrary<
      ScreenTestContent['expect']['results']
    >,
  }),
});

function questions(skills: readonly SkillContent[]): fc.Arbitrary<QuestionContent[]> {
  const skill = fc.oneof(fc.constantFrom(null, ...skills.map((each) => each.uuid)), uuid);
  const option = fc.record({ label: text, feedback_message: text, valid: fc.boolean(), skill_uuid: skill });
  const question = fc.record({
    uuid,
    question: text,
    select_type: fc.constantFrom('single' as const, 'multiple' as const),
    options: fc.array(option, { maxLength: 3 }),
    task: fc.option(anyTask(text)),
    skill_uuid: skill,
  });
  return fc.uniqueArray(question, { maxLength: 2, selector: (each) => each.uuid });
}

const skill = fc.record({ uuid, name: fc.oneof(named, fc.constantFrom('Filter', 'Sort')), point_value: fc.integer({ min: 1, max: 5 }) });

const screen: fc.Arbitrary<ScreenContent> = fc.uniqueArray(skill, { maxLength: 3, selector: (each) => each.uuid }).chain((skills) =>
  fc.record({
    uuid,
    folder: name,
    fields: screenFields,
    skills: fc.constant(skills),
    questions: questions(skills),
    tests: fc
      .uniqueArray(screenTest, { maxLength: 2, selector: (each) => each.slug })
      .map((tests) => tests.sort((a, b) => (a.slug < b.slug ? -1 : 1))),
    answer_output: fc.option(fc.record({ stdout: text, stderr: text, images: fc.array(picture, { maxLength: 2 }) })),
    answer_variables: fc.uniqueArray(variable, { maxLength: 3, selector: (each) => each.name }),
  }),
);

const dataFile: fc.Arbitrary<DataFileContent> = fc.record({
  file_name: fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/')),
  alias: line,
  mode: fc.option(line),
  preview: fc.boolean(),
  lines: fc.option(fc.nat()),
  show_in_editor: fc.boolean(),
  display_first: fc.boolean(),
  screens: fc.array(name, { maxLength: 2 }),
});

const packages: fc.Arbitrary<Package[]> = fc.uniqueArray(
  fc.record({ name: named, version: fc.option(trimmed), show_in_editor: fc.boolean() }),
  {
    maxLength: 3,
    selector: (each) => each.name,
  },
);

/** Any lesson, in the order that the model requires. */
export const anyLesson: fc.Arbitrary<LessonContent> = fc.record({
  uuid,
  sequence: fc.nat(1_000_000),
  fields: lessonFields,
  packages,
  packages_lock: fc.option(text),
  datasets: fc.uniqueArray(fc.record({ name: named, hash: fc.stringMatching(/^[0-9a-f]{40}$/) }), {
    maxLength: 2,
    selector: (each) => each.name,
  }),
  accepted: fc.uniqueArray(fc.record({ fingerprint: fc.stringMatching(/^[0-9a-f]{24}$/), rule: name, file: line, reason: named }), {
    maxLength: 2,
    selector: (each) => each.fingerprint,
  }),
  data_files: fc
    .uniqueArray(dataFile, { maxLength: 3, selector: ({ file_name }) => file_name.split('/')[0] })
    .map((files) => files.sort((a, b) => (a.file_name < b.file_name ? -1 : 1))),
  images: fc.uniqueArray(name, { maxLength: 2 }).map((names) => names.sort().map((file_name) => ({ file_name }))),
  screens: fc
    .uniqueArray(screen, { maxLength: 3, selector: (each) => each.uuid })
    .map((screens) => screens.filter((each, index) => screens.findIndex((other) => other.folder === each.folder) === index)),
});

/** The bytes of a lesson's data files and images. */
export function bytesOf(lesson: LessonContent): Map<string, Uint8Array> {
  const paths = [
    ...lesson.data_files.map((file) => `files/${file.file_name}`),
    ...lesson.images.map((image) => `images/${image.file_name}`),
  ];
  return new Map(paths.map((path) => [path, encodeUtf8(path)]));
}

/** The YAML style of one author or editor. */
export interface Habits {
  readonly indent: number;
  readonly indentSeq: boolean;
  readonly flow: boolean;
  readonly quotes: 'PLAIN' | 'QUOTE_SINGLE' | 'QUOTE_DOUBLE';
  readonly lineWidth: number;
  readonly crlf: boolean;
  readonly finalLineEnd: boolean;
  readonly comments: boolean;
  readonly unknownKeys: boolean;
  readonly bom: boolean;
}

export const habits: fc.Arbitrary<Habits> = fc.record({
  indent: fc.constantFrom(1, 2, 3, 4, 7),
  indentSeq: fc.boolean(),
  flow: fc.boolean(),
  quotes: fc.constantFrom('PLAIN' as const, 'QUOTE_SINGLE' as const, 'QUOTE_DOUBLE' as const),
  lineWidth: fc.constantFrom(0, 20, 80),
  crlf: fc.boolean(),
  finalLineEnd: fc.boolean(),
  comments: fc.boolean(),
  unknownKeys: fc.boolean(),
  bom: fc.boolean(),
});

export const UNKNOWN_KEY = 'x_unknown';
export const COMMENT = 'a comment of the author';

function isSame(yaml: string, data: unknown): boolean {
  try {
    return canonicalJson(parse(yaml)) === canonicalJson(data);
  } catch {
    return false;
  }
}

/** Rewrites a YAML file in the given style. */
export function restyle(bytes: Uint8Array, with_: Habits): Uint8Array {
  let data: unknown = parse(decodeUtf8(bytes));
  if (with_.unknownKeys && typeof data === 'object' && data !== null && !Array.isArray(data)) {
    data = { ...data, [UNKNOWN_KEY]: { kept: ['as', 'it', { is: 'no' }] } };
  }
  let written = stringify(data, {
    indent: with_.indent,
    indentSeq: with_.indentSeq,
    collectionStyle: with_.flow ? 'flow' : 'block',
    defaultStringType: with_.quotes,
    defaultKeyType: 'PLAIN',
    lineWidth: with_.lineWidth,
    // Skip folded blocks, which older parsers and printers handle differently; canonical files have none.
    blockQuote: with_.lineWidth === 0 ? 'literal' : false,
  });
  // The printer changes some data in some layouts; no author would have written that.
  if (!isSame(written, data)) return bytes;
  if (with_.comments)
    written = `# ${COMMENT} above\n\n\n${written.replace(/^(\w+: [\w ]+)$/m, `$1    # ${COMMENT} beside`)}\n# ${COMMENT} below\n`;
  if (!with_.finalLineEnd) written = written.replace(/\n$/, '');
  if (with_.crlf) written = written.replaceAll('\n', '\r\n');
  return encodeUtf8(with_.bom ? `\ufeff${written}` : written);
}
