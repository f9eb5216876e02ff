import { z } from 'zod';
import { CourseContent, PathContent, StepContent } from '#features/content-model/rules/curriculum-content.ts';
import {
  AcceptedFinding,
  DataFileContent,
  FolderName,
  OptionContent,
  QuestionContent,
  ScreenTestContent,
  Sequence,
  SkillContent,
  Uuid,
} from '#features/content-model/rules/lesson-content.ts';
import { CourseFields } from '#features/curricula/contract/courses.ts';
import { PathFields } from '#features/curricula/contract/paths.ts';
import { LessonFields, Package } from '#features/lessons/contract/lessons.ts';
import { QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { SCHEMA_NAMES, type SchemaName } from '../contract.ts';
import { courseLabel, lessonLabel, screenContentLabel } from './content-labels.ts';
import { SCREEN_YAML_SHAPE } from './screen-yaml.ts';

// JSON Schemas of the YAML files, so that any editor completes their keys and marks mistakes. They are made from the same shapes that
// the readers in this folder use, and are stricter than these: a reader skips an unknown key, a schema reports it.

type JsonSchema = Readonly<Record<string, unknown>>;

/** A YAML file of the content repository, or several of the same form. */
interface FileForm {
  /** Which files it describes, from the root of the repository. */
  readonly files: string;
  readonly schema: () => JsonSchema;
}

export const FILE_SCHEMAS: Readonly<Record<SchemaName, FileForm>> = {
  'lesson.json': { files: 'lessons/*/lesson.yaml', schema: lessonSchema },
  'packages.json': { files: 'lessons/*/packages.yaml', schema: () => list('Packages', map(Package.shape, ['name'])) },
  'datasets.json': {
    files: 'lessons/*/datasets.yaml',
    schema: () => list('Datasets', { type: 'string', pattern: '^.{1,300}@[0-9a-f]{4,64}$' }),
  },
  'preflight.json': {
    files: 'lessons/*/preflight.yaml',
    schema: () => list('Accepted findings', map(AcceptedFinding.shape, ['fingerprint', 'rule', 'reason'])),
  },
  'screen.json': { files: 'lessons/*/screens/*/screen.yaml', schema: screenSchema },
  'questions.json': { files: 'lessons/*/screens/*/questions.yaml', schema: () => list('Questions', questionSchema()) },
  'test.json': { files: 'lessons/*/screens/*/tests/*/expect.yaml', schema: testSchema },
  'course.json': { files: 'courses/*/course.yaml', schema: courseSchema },
  'path.json': { files: 'paths/*/path.yaml', schema: pathSchema },
};

/** The setting `yaml.schemas` of the YAML language server, which most editors have: patterns of files by the address of their schema. */
export function yamlSchemas(addressOf: (name: SchemaName) => string): Record<string, string> {
  return Object.fromEntries(SCHEMA_NAMES.map((name) => [addressOf(name), FILE_SCHEMAS[name].files]));
}

/** The schemas as files of a clone, with the settings that lead editors to them: by their paths. */
export function editorFiles(): Record<string, unknown> {
  const folder = '.vscode/schemas';
  return {
    '.vscode/settings.json': { 'yaml.schemas': yamlSchemas((name) => `./${folder}/${name}`) },
    ...Object.fromEntries(SCHEMA_NAMES.map((name) => [`${folder}/${name}`, FILE_SCHEMAS[name].schema()])),
  };
}

function lessonSchema(): JsonSchema {
  const fields = { uuid: Uuid, sequence: Sequence, ...LessonFields.shape, screens: FolderName.array(), files: z.array(z.never()) };
  const schema = map(fields, ['uuid', 'sequence'], lessonLabel);
  return named('Lesson', withProperty(schema, 'files', { type: 'array', items: map(DataFileContent.shape, ['file_name']) }));
}

function screenSchema(): JsonSchema {
  const fields = { uuid: Uuid, ...SCREEN_YAML_SHAPE, skills: z.array(z.never()), variables: z.array(z.string().min(1).max(500)) };
  const label = (field: string) =>
    field === 'variables' ? 'Checked variables' : screenContentLabel({ fields: { type: 'code' } as never }, field);
  const skill = map(SkillContent.shape, ['uuid', 'name']);
  return named('Screen', withProperty(map(fields, ['uuid'], label), 'skills', { type: 'array', items: skill }));
}

/** A question without a kind is multiple choice. Every other kind has more fields. */
function questionSchema(): JsonSchema {
  const { uuid, question, select_type } = QuestionContent.shape;
  const skill = z.string().min(1);
  const { label, feedback_message, valid } = OptionContent.shape;
  const options = { type: 'array', items: map({ label, feedback_message, valid, skill }, ['label']) };
  const common = { uuid, question, select_type, options: z.array(z.never()), skill };
  const formOf = (fields: z.ZodRawShape) => withProperty(map({ ...common, ...fields }, ['uuid']), 'options', options);
  const kinds = QuestionTask.options.map(({ shape }) => ({ kind: shape.kind.value as string, form: formOf(shape) }));
  return {
    type: 'object',
    properties: { kind: { type: 'string', enum: ['choice', ...kinds.map(({ kind }) => kind)] } },
    allOf: [
      ...kinds.map(({ kind, form }) => when(hasKind(kind), form)),
      when({ not: { anyOf: kinds.map(({ kind }) => hasKind(kind)) } }, formOf({ kind: z.string() })),
    ],
  };
}

function when(condition: JsonSchema, schema: JsonSchema): JsonSchema {
  // The keyword of JSON Schema: nothing awaits a schema.
  // oxlint-disable-next-line unicorn/no-thenable
  return { if: condition, then: schema };
}

function hasKind(kind: string): JsonSchema {
  return { type: 'object', properties: { kind: { const: kind } }, required: ['kind'] };
}

function testSchema(): JsonSchema {
  const { description, is_default, is_boolean_test, inputs, expect } = ScreenTestContent.shape;
  return named('Screen test', map({ description, is_default, is_boolean_test, inputs, ...expect.shape }));
}

function courseSchema(): JsonSchema {
  const { uuid, sequence, lessons } = CourseContent.shape;
  return named('Course', map({ uuid, sequence, ...CourseFields.shape, lessons }, ['uuid', 'sequence'], courseLabel));
}

function pathSchema(): JsonSchema {
  const { uuid, sequence } = PathContent.shape;
  const fields = { uuid, sequence, ...PathFields.shape, steps: z.array(z.never()) };
  const step = map(StepContent.shape, ['uuid', 'name'], courseLabel);
  return named('Path', withProperty(map(fields, ['uuid', 'sequence'], courseLabel), 'steps', { type: 'array', items: step }));
}

/** A map with these fields and no others. What is left out has its default, except for those that are required. */
function map(shape: z.ZodRawShape, required: readonly string[] = [], labelOf?: (field: string) => string): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(shape).partial(), { target: 'draft-7', io: 'input', unrepresentable: 'any' });
  const properties: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(schema.properties ?? {}))
    properties[field] = labelOf ? { title: labelOf(field), ...(value as JsonSchema) } : value;
  return closed({ ...schema, properties, ...(required.length > 0 && { required }) }) as JsonSchema;
}

/** The same schema, in which no map accepts keys that it doesn't name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in inner && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner;
}

function withProperty(schema: JsonSchema, field: string, value: JsonSchema): JsonSchema {
  const properties = schema.properties as Readonly<Record<string, JsonSchema>>;
  const { title } = properties[field] ?? {};
  return { ...schema, properties: { ...properties, [field]: { ...(title !== undefined && { title }), ...value } } };
}

function list(title: string, items: JsonSchema): JsonSchema {
  return named(title, { type: 'array', items });
}

function named(title: string, schema: JsonSchema): JsonSchema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...schema };
}
