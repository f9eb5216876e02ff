import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { ONE_OF_EACH } from '#testing/questions/sample-tasks.ts';
import { SCHEMA_NAMES, type SchemaName } from '../contract.ts';
import { FILE_SCHEMAS, yamlSchemas } from './file-schemas.ts';
import { plainTask } from './screen-yaml.ts';

const SAMPLES = 'app/server/sample-content';
const UUID = 'uuid: 0199a3c0-c252-7c54-b3a0-b440d0cb190a';

// Formats are in the patterns as well, which Ajv checks without another package.
const ajv = new Ajv({ allErrors: true, validateFormats: false });
const validators = Object.fromEntries(SCHEMA_NAMES.map((name) => [name, ajv.compile(FILE_SCHEMAS[name].schema())])) as Record<
  SchemaName,
  ReturnType<Ajv['compile']>
>;

function mistakes(name: SchemaName, value: unknown): readonly ErrorObject[] {
  const validate = validators[name];
  return validate(value) === true ? [] : (validate.errors ?? []);
}

/** The lines of a YAML text, from 1, at which its schema reports something. */
function linesWithMistakes(name: SchemaName, yaml: string): number[] {
  const lines = new LineCounter();
  const doc = parseDocument(yaml, { lineCounter: lines });
  const found = mistakes(name, doc.toJS()).filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf');
  return [...new Set(found.map((mistake) => lines.linePos(offsetOf(doc, mistake)).line))].sort((a, b) => a - b);
}

function offsetOf(doc: ReturnType<typeof parseDocument>, { instancePath, params }: ErrorObject): number {
  const steps = instancePath.split('/').slice(1);
  const extra = (params as { additionalProperty?: string }).additionalProperty;
  const path = extra === undefined ? steps : [...steps, extra];
  const node = doc.getIn(
    path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)),
    true,
  ) as { range?: readonly number[] } | undefined;
  return node?.range?.[0] ?? 0;
}

async function filesOfSamples(): Promise<string[]> {
  const entries = await readdir(SAMPLES, { recursive: true });
  return entries.filter((path) => path.endsWith('.yaml')).map((path) => path.replaceAll('\\', '/'));
}

function schemaFor(path: string): SchemaName | undefined {
  return SCHEMA_NAMES.find((name) =>
    new RegExp(`^${FILE_SCHEMAS[name].files.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(path),
  );
}

const LESSON = `${UUID}\nsequence: 7\n`;
const QUESTION = `- ${UUID}\n  question: How many?\n`;

/** A mistake in each text, in the given line. */
const MISTAKES: readonly (readonly [what: string, name: SchemaName, line: number, yaml: string])[] = [
  ['a misspelled key', 'lesson.json', 3, `${LESSON}titel: Loops\n`],
  ['a number below 0', 'lesson.json', 2, `${UUID}\nsequence: -1\n`],
  ['a number in quotation marks', 'lesson.json', 2, `${UUID}\nsequence: "7"\n`],
  ['a number with a fraction', 'lesson.json', 2, `${UUID}\nsequence: 7.5\n`],
  ['no uuid', 'lesson.json', 1, 'sequence: 7\n'],
  ['no number', 'lesson.json', 1, `${UUID}\n`],
  ['a uuid that is none', 'lesson.json', 1, 'uuid: first\nsequence: 7\n'],
  ['an unknown language', 'lesson.json', 3, `${LESSON}language: cobol\n`],
  ['a version that is a number', 'lesson.json', 4, `${LESSON}language: python\nlanguage_version: 3.10\n`],
  ['an unknown type of lesson', 'lesson.json', 3, `${LESSON}type: course\n`],
  ['an unknown plan', 'lesson.json', 4, `${LESSON}allowed_plans:\n  - gold\n`],
  ['a level that is a word', 'lesson.json', 3, `${LESSON}skill_level: beginner\n`],
  ['yes for true', 'lesson.json', 3, `${LESSON}is_beta: yes\n`],
  ['a timeout of 0', 'lesson.json', 3, `${LESSON}code_run_timeout: 0\n`],
  ['a list that is a text', 'lesson.json', 3, `${LESSON}objectives: Write a loop\n`],
  ['a port out of range', 'lesson.json', 4, `${LESSON}app_ports:\n  - 70000\n`],
  ['a misspelled setting of a file', 'lesson.json', 5, `${LESSON}files:\n  - file_name: a.csv\n    aliass: b.csv\n`],
  ['a file without a name', 'lesson.json', 4, `${LESSON}files:\n  - preview: true\n`],
  ['a list instead of keys', 'lesson.json', 1, '- one\n'],
  ['a package without a name', 'packages.json', 1, '- version: 1.0.0\n'],
  ['a version of a package that is a number', 'packages.json', 2, '- name: numpy\n  version: 1.2\n'],
  ['packages as keys', 'packages.json', 1, 'numpy: 1.2.3\n'],
  ['a dataset without a version', 'datasets.json', 1, '- penguins\n'],
  ['a dataset with a wrong hash', 'datasets.json', 1, '- penguins@XYZ\n'],
  ['an accepted finding without a reason', 'preflight.json', 1, `- fingerprint: ${'a'.repeat(24)}\n  rule: image-alt-missing\n`],
  ['a fingerprint that is too short', 'preflight.json', 1, '- fingerprint: abc\n  rule: link-broken\n  reason: Private.\n'],
  ['an unknown type of screen', 'screen.json', 2, `${UUID}\ntype: video\n`],
  ['a text that has a file of its own', 'screen.json', 2, `${UUID}\nhint_markdown: Read the error.\n`],
  ['an unknown place to search', 'screen.json', 2, `${UUID}\ncheck_scope: file\n`],
  ['a solution after 100 tries', 'screen.json', 2, `${UUID}\nsolution_after: 100\n`],
  ['a skill without a name', 'screen.json', 3, `${UUID}\nskills:\n  - ${UUID}\n`],
  ['6 points for a skill', 'screen.json', 5, `${UUID}\nskills:\n  - ${UUID}\n    name: Loops\n    point_value: 6\n`],
  ['an unknown kind of question', 'questions.json', 3, `${QUESTION}  kind: essay\n`],
  ['a field of another kind', 'questions.json', 4, `${QUESTION}  kind: number\n  lines: []\n`],
  ['a task without a kind', 'questions.json', 3, `${QUESTION}  value: "8.3"\n`],
  ['an option without a label', 'questions.json', 4, `${QUESTION}  options:\n    - valid: true\n`],
  ['an unknown way to select', 'questions.json', 3, `${QUESTION}  select_type: any\n`],
  ['a result of a test that is a text', 'test.json', 3, 'test_pass: true\nresults:\n  - passed\n'],
  ['a misspelled key of a test', 'test.json', 1, 'passes: true\n'],
  ['a lesson of a course by its title', 'course.json', 4, `${LESSON}lessons:\n  - Loops\n`],
  ['an unknown type of path', 'path.json', 3, `${LESSON}type: hobby\n`],
  ['a course of a step by its title', 'path.json', 6, `${LESSON}steps:\n  - ${UUID}\n    name: Start\n    courses: [Loops]\n`],
];

describe('schemas of YAML files', () => {
  it('accept every file of the sample lessons', async () => {
    const files = await filesOfSamples();
    const found = await Promise.all(
      files.map(async (path) => {
        const name = schemaFor(path);
        const value: unknown = parseDocument(await readFile(join(SAMPLES, path), 'utf8')).toJS();
        return name
          ? mistakes(name, value).map(({ instancePath, message }) => `${path}${instancePath} ${message}`)
          : [`${path} has no schema`];
      }),
    );
    expect(files.length).toBeGreaterThan(40);
    expect(found.flat()).toEqual([]);
  });

  it.each(ONE_OF_EACH.map((task) => [task.kind, task] as const))('accept a question of the kind %s as it is written', (_, task) => {
    const question = { uuid: UUID.slice('uuid: '.length), question: '', ...plainTask(task) };
    expect(mistakes('questions.json', [question])).toEqual([]);
  });

  it.each(MISTAKES)('report %s (%s) at line %i', (_, name, line, yaml) => {
    expect(linesWithMistakes(name, yaml)).toEqual([line]);
  });

  it('are named for the files that they describe', () => {
    expect(yamlSchemas((name) => `https://lessons.example/api/schemas/${name}`)).toMatchObject({
      'https://lessons.example/api/schemas/screen.json': 'lessons/*/screens/*/screen.yaml',
    });
  });
});
