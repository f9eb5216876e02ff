import type { z } from 'zod';
import { CourseContent, type CurriculumContent, PathContent, StepContent } from '#features/content-model/rules/curriculum-content.ts';
import { COURSE_DEFAULTS, PATH_DEFAULTS, STEP_DEFAULTS } from '#features/content-model/rules/field-documents.ts';
import { Sequence, type Files, type Problem } from '#features/content-model/rules/lesson-content.ts';
import { CourseFields } from '#features/curricula/contract/courses.ts';
import { PathFields, type StepFields } from '#features/curricula/contract/paths.ts';
import { isSafePath } from '#platform/content/safe-path.ts';
import type { Report, YamlCursor } from '#platform/content/yaml/cursor.ts';
import { withoutDefaults, type Plain, type PlainMap } from '#platform/content/yaml/plain.ts';
import { readUuid, uuidAmong } from './lesson-yaml.ts';
import { readYaml, writeYaml } from './yaml-file.ts';

/** How courses, or paths, are kept in git: a folder whose meaning is one YAML file. */
export interface CurriculumFormat<C extends CurriculumContent = CurriculumContent> {
  readonly name: 'course' | 'path';
  readonly title: 'Course' | 'Path';
  readonly file: 'course.yaml' | 'path.yaml';
  readonly schema: z.ZodType<C>;
  /** A new one, without lessons or steps. */
  create(this: void, head: { uuid: string; sequence: number; name: string }): C;
  /** Reads the folder as leniently as `readLesson`. */
  read(this: void, files: Files): { content: C; problems: Problem[] };
  /** Writes it into the files of its folder; touches only what changed. */
  write(this: void, content: C, previous?: Files): Map<string, Uint8Array>;
}

/** The fields of a new step of this name. */
export function emptyStepFields(name: string): StepFields {
  return { ...STEP_DEFAULTS, name };
}

const STEP_CONTENT_DEFAULTS: Omit<StepContent, 'uuid'> = { ...STEP_DEFAULTS, courses: [] };
const STEP_SHAPE = StepContent.omit({ uuid: true }).shape;

export const COURSE_FORMAT = curriculumFormat<CourseContent>({
  name: 'course',
  title: 'Course',
  schema: CourseContent,
  shape: CourseFields.shape,
  defaults: COURSE_DEFAULTS,
  always: ['name'],
  noItems: { lessons: [] },
  readItems: (root) => ({ lessons: once(root.get('lessons').read(Sequence.array(), [])) }),
  plainItems: ({ lessons }) => ({ ...(lessons.length > 0 && { lessons }) }),
});

export const PATH_FORMAT = curriculumFormat<PathContent>({
  name: 'path',
  title: 'Path',
  schema: PathContent,
  shape: PathFields.shape,
  defaults: PATH_DEFAULTS,
  always: ['name', 'type'],
  noItems: { steps: [] },
  readItems: (root) => ({ steps: readSteps(root.get('steps')) }),
  plainItems: ({ steps }) => ({ ...(steps.length > 0 && { steps: steps.map(stepPlain) }) }),
});

type Items<C> = Omit<C, 'uuid' | 'sequence' | 'fields'>;

interface FormatOptions<C extends CurriculumContent> extends Pick<CurriculumFormat<C>, 'name' | 'title' | 'schema'> {
  readonly shape: { readonly [K in keyof C['fields']]: z.ZodType<C['fields'][K]> };
  readonly defaults: C['fields'];
  /** Fields that are written even when they have their default. */
  readonly always: readonly (keyof C['fields'])[];
  readonly noItems: Items<C>;
  readonly readItems: (root: YamlCursor) => Items<C>;
  readonly plainItems: (content: C) => PlainMap;
}

function curriculumFormat<C extends CurriculumContent>(options: FormatOptions<C>): CurriculumFormat<C> {
  const { name, title, schema, shape, defaults, always, noItems, readItems, plainItems } = options;
  const file = `${name}.yaml` as const;

  const read = (files: Files): { content: C; problems: Problem[] } => {
    const { root, sequence, problems } = readRoot(files, file);
    const fields = root.fields<C['fields']>(shape, defaults);
    const uuid = readUuid(root.get('uuid'), name, sequence, fields.name);
    return { content: { uuid, sequence, fields, ...readItems(root) } as unknown as C, problems };
  };
  const plainOf = (content: C): Plain => ({
    uuid: content.uuid,
    sequence: content.sequence,
    ...withoutDefaults<C['fields']>(content.fields, defaults, always),
    ...plainItems(content),
  });
  return {
    name,
    title,
    file,
    schema,
    read,
    create: ({ uuid, sequence, name }) => ({ uuid, sequence, fields: { ...defaults, name }, ...noItems }) as unknown as C,
    write: (content, previous = new Map()) => {
      const files = new Map([...previous].filter(([path]) => isSafePath(path)));
      writeYaml(files, file, plainOf(read(previous).content), plainOf(content));
      return files;
    },
  };
}

/** Whatever is wrong with the file as a whole, or with its number, leaves the number unknown. */
function readRoot(files: Files, file: string): { root: YamlCursor; sequence: number; problems: Problem[] } {
  const problems: Problem[] = [];
  let code: Pick<Problem, 'code'> = { code: 'unknown-number' };
  const report: Report = (message, at) => problems.push({ path: file, message, ...(at !== undefined && { at }), ...code });
  if (!files.has(file)) report('This file is missing.');
  const root = readYaml(files, file, report);
  root.isMap();
  const number = root.get('sequence');
  if (root.isInFile && number.isAbsent) report('sequence is missing.');
  const sequence = number.read(Sequence, 0);
  code = {};
  return { root, sequence, problems };
}

function readSteps(cursor: YamlCursor): StepContent[] {
  const steps = new Map<string, StepContent>();
  for (const [index, item] of cursor.maps().entries()) {
    const stated = readUuid(item.get('uuid'), 'step', index, item.get('name').text);
    const uuid = uuidAmong(steps, 'copied step', stated);
    if (uuid !== stated) item.report(`Step ${index + 1} has the uuid of another one.`);
    const fields = item.fields<Omit<StepContent, 'uuid'>>(STEP_SHAPE, STEP_CONTENT_DEFAULTS);
    steps.set(uuid, { uuid, ...fields, courses: once(fields.courses) });
  }
  return [...steps.values()];
}

function stepPlain(step: StepContent): PlainMap {
  return { uuid: step.uuid, ...withoutDefaults(step, STEP_CONTENT_DEFAULTS, ['name']) };
}

/** A course has each lesson only once, and a step each course. */
function once(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
