import { CourseFields } from '#contract/courses.ts';
import { PathFields, type StepFields } from '#contract/paths.ts';
import { StepContent, type CourseContent, type PathContent } from './course-content.ts';
import { Sequence, type Files, type Problem } from './lesson-content.ts';
import { readUuid } from './lesson-sheet.ts';
import { isSafePath } from './safe-path.ts';
import type { Report, YamlPlace } from './yaml/place.ts';
import { withoutDefaults, type Plain } from './yaml/plain.ts';
import { readYaml, writeYaml } from './yaml/yaml-file.ts';

const COURSE_FILE = 'course.yaml';
const PATH_FILE = 'path.yaml';

const COURSE_DEFAULTS: CourseFields = {
  name: '',
  slug: '',
  skill_level: null,
  duration: null,
  deprecated: false,
  short_description: '',
  description: '',
  objectives: [],
  skill_requirements: [],
  overview: '',
  motivation: '',
  outcomes: '',
  replaces_course: null,
  default_paths: [],
};

const PATH_DEFAULTS: PathFields = {
  name: '',
  type: 'skill',
  slug: '',
  version: null,
  hidden: false,
  skill_level: null,
  duration: null,
  short_description: '',
  description: '',
  objectives: [],
  overview: '',
  motivation: '',
  outcomes: '',
};

const STEP_DEFAULTS: Omit<StepContent, 'uuid'> = { ...emptyStepFields(''), courses: [] };
const STEP_SHAPE = StepContent.omit({ uuid: true }).shape;

/** The default fields of a new course. */
export function emptyCourseFields(name: string): CourseFields {
  return { ...COURSE_DEFAULTS, name };
}

/** The default fields of a new path. */
export function emptyPathFields(name: string): PathFields {
  return { ...PATH_DEFAULTS, name };
}

/** The default fields of a new step. */
export function emptyStepFields(name: string): StepFields {
  return { name, slug: '', meta_title: '', description: '', meta_description: '' };
}

/** Parses the folder of a course, as leniently as `readLesson`. */
export function readCourse(files: Files): { course: CourseContent; problems: Problem[] } {
  const { root, problems } = readRoot(files, COURSE_FILE);
  const fields = root.fields<CourseFields>(CourseFields.shape, COURSE_DEFAULTS);
  const sequence = readSequence(root);
  const lessons = root.get('lessons').read(Sequence.array(), []);
  return {
    course: { uuid: readUuid(root.get('uuid'), 'course', sequence, fields.name), sequence, fields, lessons: once(lessons) },
    problems,
  };
}

/** Writes a course into the files of its folder; only touches what changed. */
export function writeCourse(course: CourseContent, previous: Files = new Map()): Map<string, Uint8Array> {
  return writeSheet(previous, COURSE_FILE, coursePlain(readCourse(previous).course), coursePlain(course));
}

/** Parses the folder of a path, as leniently as `readLesson`. */
export function readPath(files: Files): { path: PathContent; problems: Problem[] } {
  const { root, problems } = readRoot(files, PATH_FILE);
  const fields = root.fields<PathFields>(PathFields.shape, PATH_DEFAULTS);
  const sequence = readSequence(root);
  const uuid = readUuid(root.get('uuid'), 'path', sequence, fields.name);
  return { path: { uuid, sequence, fields, steps: readSteps(root.get('steps')) }, problems };
}

/** Writes a path into the files of its folder; only touches what changed. */
export function writePath(path: PathContent, previous: Files = new Map()): Map<string, Uint8Array> {
  return writeSheet(previous, PATH_FILE, pathPlain(readPath(previous).path), pathPlain(path));
}

function readRoot(files: Files, name: string): { root: YamlPlace; problems: Problem[] } {
  const problems: Problem[] = [];
  const report: Report = (message) => problems.push({ path: name, message });
  if (!files.has(name)) report('This file is missing.');
  const root = readYaml(files, name, report);
  root.isMap();
  return { root, problems };
}

function writeSheet(previous: Files, name: string, before: Plain, after: Plain): Map<string, Uint8Array> {
  const files = new Map([...previous].filter(([path]) => isSafePath(path)));
  writeYaml(files, name, before, after);
  return files;
}

function readSequence(root: YamlPlace): number {
  if (root.isInFile && root.get('sequence').isAbsent) root.report('sequence is missing.');
  return root.get('sequence').read(Sequence, 0);
}

function readSteps(place: YamlPlace): StepContent[] {
  const steps = new Map<string, StepContent>();
  for (const [index, item] of place.maps().entries()) {
    const uuid = readUuid(item.get('uuid'), 'step', index, item.get('name').text);
    const fields = item.fields<Omit<StepContent, 'uuid'>>(STEP_SHAPE, STEP_DEFAULTS);
    if (steps.has(uuid)) item.report(`Step ${index + 1} has the uuid of another one.`);
    else steps.set(uuid, { uuid, ...fields, courses: once(fields.courses) });
  }
  return [...steps.values()];
}

function coursePlain({ uuid, sequence, fields, lessons }: CourseContent): Plain {
  return { uuid, sequence, ...withoutDefaults(fields, COURSE_DEFAULTS, ['name']), ...(lessons.length > 0 && { lessons }) };
}

function pathPlain({ uuid, sequence, fields, steps }: PathContent): Plain {
  const plainSteps = steps.map((step) => ({ uuid: step.uuid, ...withoutDefaults(step, STEP_DEFAULTS, ['name']) }));
  return { uuid, sequence, ...withoutDefaults(fields, PATH_DEFAULTS, ['name', 'type']), ...(steps.length > 0 && { steps: plainSteps }) };
}

/** Removes duplicates: a course contains a lesson once, a step a course once. */
function once(numbers: readonly number[]): number[] {
  return [...new Set(numbers)];
}
