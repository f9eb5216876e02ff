import { z } from 'zod';
import { OptionContent, QuestionContent, ScreenTestContent, SkillContent } from '#features/content-model/rules/lesson-content.ts';
import { taskSchema, type QuestionTask } from '#features/questions/contract/kinds/tasks.ts';
import { FILE_TEXTS, type FileText } from '#features/screens/contract/screen-texts.ts';
import { emptyScreenFields, ScreenFields } from '#features/screens/contract/screens.ts';
import type { YamlCursor } from '#platform/content/yaml/cursor.ts';
import { isSamePlain, withoutDefaults, type Plain, type PlainMap } from '#platform/content/yaml/plain.ts';
import { readUuid, uuidAmong } from './lesson-yaml.ts';

const VariableNames = z.array(z.string().min(1).max(500));

/** The fields of a screen that don't have their own text files. */
export type ScreenYamlFields = Omit<ScreenFields, FileText>;

/** The contents of `screen.yaml`. */
export interface ScreenYaml {
  readonly uuid: string;
  readonly fields: ScreenYamlFields;
  readonly skills: readonly SkillContent[];
  /** The names of the variables to compare. */
  readonly variables: readonly string[];
}

/** The fields of `screen.yaml`. */
export const SCREEN_YAML_SHAPE: Omit<typeof ScreenFields.shape, FileText> = ScreenFields.omit(
  Object.fromEntries(FILE_TEXTS.map((field) => [field, true])) as Record<FileText, true>,
).shape;
const KEY_ORDER = Object.fromEntries(
  (['type', ...Object.keys(SCREEN_YAML_SHAPE)] as (keyof ScreenYamlFields)[]).map((key) => [key, emptyScreenFields()[key]]),
) as unknown as ScreenYamlFields;

/** Parses `screen.yaml` of one folder. `usualType` is the default type. */
export function parseScreenYaml(root: YamlCursor, folder: string, usualType: ScreenFields['type']): ScreenYaml {
  root.isMap();
  return {
    uuid: readUuid(root.get('uuid'), 'screen', folder),
    fields: root.fields<ScreenYamlFields>(SCREEN_YAML_SHAPE, emptyScreenFields(usualType)),
    skills: readSkills(root.get('skills'), folder),
    variables: [...new Set(root.get('variables').read(VariableNames, []))],
  };
}

export function screenYamlPlain(yaml: ScreenYaml): Plain {
  return {
    uuid: yaml.uuid,
    ...withoutDefaults<ScreenYamlFields>(yaml.fields, KEY_ORDER, ['type', 'title']),
    ...(yaml.skills.length > 0 && { skills: yaml.skills.map((skill) => ({ ...skill })) }),
    ...(yaml.variables.length > 0 && { variables: yaml.variables }),
  };
}

function readSkills(cursor: YamlCursor, folder: string): SkillContent[] {
  const skills = new Map<string, SkillContent>();
  for (const [index, item] of cursor.maps().entries()) {
    const name = item.get('name').read(SkillContent.shape.name, '');
    const stated = readUuid(item.get('uuid'), 'skill', folder, index);
    const uuid = uuidAmong(skills, 'copied skill', stated);
    if (uuid !== stated) item.report(`The skill “${name}” has the uuid of another one.`);
    if (name === '') item.report('A skill has no name.');
    else skills.set(uuid, { uuid, name, point_value: item.get('point_value').read(SkillContent.shape.point_value, 1) });
  }
  return [...skills.values()];
}

const OPTION_DEFAULTS = OptionContent.parse({});
/** What a multiple choice question may say its kind is. */
const CHOICE = 'choice';

/**
 * Parses `questions.yaml`. An option names its skill by name; a uuid works as well. The fields of a question's task are beside its text.
 * A question of an unknown kind is skipped, so that nobody saves it as one of another kind.
 */
export function readQuestions(root: YamlCursor, folder: string, skills: readonly SkillContent[]): QuestionContent[] {
  const questions = new Map<string, QuestionContent>();
  for (const [index, item] of root.maps().entries()) {
    const stated = readUuid(item.get('uuid'), 'question', folder, index);
    const uuid = uuidAmong(questions, 'copied question', stated);
    if (uuid !== stated) item.report(`Question ${index + 1} has the uuid of another one.`);
    const task = readTask(item);
    if (task === undefined) continue;
    questions.set(uuid, {
      uuid,
      question: item.get('question').read(QuestionContent.shape.question, ''),
      select_type: item.get('select_type').read(QuestionContent.shape.select_type, 'single'),
      options: item
        .get('options')
        .maps()
        .map((option) => readOption(option, skills)),
      task,
      skill_uuid: readSkill(item, skills),
    });
  }
  return [...questions.values()];
}

/** The task of a question, beside its text. Undefined: the kind is unknown, which is reported. */
export function readTask(item: YamlCursor): QuestionTask | null | undefined {
  const kind = item.get('kind').text;
  if (kind === '' || kind === CHOICE) return null;
  const schema = taskSchema(kind);
  if (!schema) {
    item.report(`“${kind}” isn’t a kind of question. The question stays in the file.`);
    return undefined;
  }
  const { kind: _, ...shape } = schema.shape as Record<string, z.ZodType>;
  const defaults = schema.parse({ kind });
  return { ...item.fields(shape, defaults), kind } as QuestionTask;
}

/** A task as it is written: without the fields that are at their defaults. */
export function plainTask(task: QuestionTask): PlainMap {
  const schema = taskSchema(task.kind);
  return schema ? (plainOf(task, schema) as PlainMap) : {};
}

/** A value without the fields that are at the defaults of its schema, on every level. */
function plainOf(value: unknown, schema: unknown): Plain {
  const type = schema instanceof z.ZodDefault ? schema.unwrap() : schema;
  if (Array.isArray(value) && type instanceof z.ZodArray) return value.map((item) => plainOf(item, type.element));
  if (!(type instanceof z.ZodObject)) return value as Plain;
  const given = value as Readonly<Record<string, unknown>>;
  const entries = Object.entries(type.shape as Record<string, z.ZodType>).flatMap(([key, field]): [string, Plain][] => {
    const isDefault =
      given[key] === undefined || (field instanceof z.ZodDefault && isSamePlain(given[key] as Plain, field.parse(undefined) as Plain));
    return isDefault ? [] : [[key, plainOf(given[key], field)]];
  });
  return Object.fromEntries(entries);
}

function readOption(cursor: YamlCursor, skills: readonly SkillContent[]): OptionContent {
  const { label, feedback_message, valid } = OptionContent.shape;
  const fields = cursor.fields<Omit<OptionContent, 'skill_uuid'>>({ label, feedback_message, valid }, OPTION_DEFAULTS);
  return { ...fields, skill_uuid: readSkill(cursor, skills) };
}

function readSkill(cursor: YamlCursor, skills: readonly SkillContent[]): string | null {
  const named = cursor.get('skill').text;
  if (named === '') return null;
  const skill = skills.find(({ uuid }) => uuid === named.toLowerCase()) ?? skills.find(({ name }) => name === named);
  const skill_uuid = skill?.uuid ?? OptionContent.shape.skill_uuid.catch(null).parse(named);
  if (skill_uuid === null) cursor.report(`skill: this screen has no skill “${named}”.`);
  return skill_uuid;
}

const OPTION_ORDER: Omit<OptionContent, 'skill_uuid'> = { label: '', valid: false, feedback_message: '' };
const NO_CHOICES: { select_type: string; options: Plain[] } = { select_type: 'single', options: [] };

export function questionsPlain(questions: readonly QuestionContent[], skills: readonly SkillContent[]): Plain {
  const skillOf = ({ skill_uuid }: { readonly skill_uuid: string | null }) =>
    skill_uuid !== null && { skill: skillName(skill_uuid, skills) };
  return questions.map((question) => {
    const choices: typeof NO_CHOICES = {
      select_type: question.select_type,
      options: question.options.map((option) => ({
        ...withoutDefaults<Omit<OptionContent, 'skill_uuid'>>(option, OPTION_ORDER, ['label']),
        ...skillOf(option),
      })),
    };
    return {
      uuid: question.uuid,
      question: question.question,
      ...(question.task ? { ...plainTask(question.task), ...withoutDefaults(choices, NO_CHOICES) } : choices),
      ...skillOf(question),
    };
  });
}

/** The name of a skill, if it is unambiguous. */
function skillName(uuid: string, skills: readonly SkillContent[]): string {
  const name = skills.find((skill) => skill.uuid === uuid)?.name ?? uuid;
  const isClear = skills.filter((skill) => skill.name === name || skill.uuid === name.toLowerCase()).length === 1;
  return isClear ? name : uuid;
}

/** The contents of `expect.yaml` of a screen test: everything but the submission. */
export type TestYaml = Omit<ScreenTestContent, 'slug' | 'code'>;
type TestFlags = Omit<TestYaml, 'expect'>;
const TEST_DEFAULTS: TestFlags = { description: '', is_default: false, is_boolean_test: false, inputs: '' };

export function parseTestYaml(root: YamlCursor): TestYaml {
  root.isMap();
  const { description, is_default, is_boolean_test, inputs, expect } = ScreenTestContent.shape;
  return {
    ...root.fields<TestFlags>({ description, is_default, is_boolean_test, inputs }, TEST_DEFAULTS),
    expect: root.fields<TestYaml['expect']>(expect.shape, { test_pass: true, results: [] }),
  };
}

export function testYamlPlain({ description, is_default, is_boolean_test, inputs, expect }: TestYaml): Plain {
  return {
    ...withoutDefaults({ description, is_default, is_boolean_test, inputs }, TEST_DEFAULTS),
    test_pass: expect.test_pass,
    ...(expect.results.length > 0 && { results: expect.results as Plain }),
  };
}
