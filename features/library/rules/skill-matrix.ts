import { csvLine } from '#platform/content/csv-line.ts';
import type { LessonReport, LessonSkills } from '../contract.ts';

/** A course, as a column. */
export interface SkillCourse {
  /** Null: lessons that are in no course. */
  readonly sequence: number | null;
  readonly name: string;
}

/** How a skill is dealt with in a course. */
export interface SkillCell {
  /** Screens of assessments that assess it, and their questions that do. */
  readonly screens: number;
  readonly questions: number;
  /** Lessons that practice it or require it. */
  readonly lessons: number;
}

export interface SkillMatrix {
  readonly courses: readonly SkillCourse[];
  readonly rows: readonly { readonly skill: string; readonly cells: readonly SkillCell[] }[];
  /** Whether any skill is assessed, for each course. */
  readonly isAssessed: readonly boolean[];
}

interface Inputs {
  readonly skills: readonly LessonSkills[];
  /** Those of the lessons that are listed: the latest version of each number. */
  readonly reports: readonly Pick<LessonReport, 'lesson_id' | 'courses'>[];
  readonly courses: readonly SkillCourse[];
}

const NOTHING: SkillCell = { screens: 0, questions: 0, lessons: 0 };
const NO_COURSE: SkillCourse = { sequence: null, name: 'In no course' };

/** A lesson of the course names the skill, and nothing in the course assesses it. Nothing is expected of lessons without a course. */
export function isGap({ sequence }: SkillCourse, { screens, lessons }: SkillCell): boolean {
  return sequence !== null && lessons > 0 && screens === 0;
}

/** The skills that lessons name, by name, against courses, by number. Names that differ in capitals only are one skill. */
export function skillMatrix({ skills, reports, courses }: Inputs): SkillMatrix {
  const coursesOf = new Map(reports.map((report) => [report.lesson_id, report.courses.length > 0 ? report.courses : [null]]));
  const names = new Map<string, string>();
  const cells = new Map<string, Map<number | null, SkillCell>>();
  const add = (lessonId: number, skill: string, part: Partial<SkillCell>): void => {
    const key = skill.trim().toLowerCase();
    if (key === '') return;
    if (!names.has(key)) names.set(key, skill.trim());
    const row = cells.get(key) ?? new Map<number | null, SkillCell>();
    cells.set(key, row);
    for (const course of coursesOf.get(lessonId) ?? []) row.set(course, sum(row.get(course) ?? NOTHING, part));
  };
  for (const { lesson_id, assessed, named } of skills.filter((each) => coursesOf.has(each.lesson_id))) {
    for (const { name, screens, questions } of assessed) add(lesson_id, name, { screens, questions });
    for (const name of new Set(named.map((each) => each.trim()))) add(lesson_id, name, { lessons: 1 });
  }
  const isLoose = [...cells.values()].some((row) => row.has(null));
  const columns = [...courses.toSorted((one, other) => (one.sequence ?? 0) - (other.sequence ?? 0)), ...(isLoose ? [NO_COURSE] : [])];
  const rows = [...names]
    .map(([key, skill]) => ({ skill, cells: columns.map(({ sequence }) => cells.get(key)?.get(sequence) ?? NOTHING) }))
    // Deprecated courses have no column.
    .filter(({ cells: row }) => row.some(({ screens, questions, lessons }) => screens + questions + lessons > 0))
    .toSorted((one, other) => one.skill.localeCompare(other.skill));
  return { courses: columns, rows, isAssessed: columns.map((_, at) => rows.some((row) => (row.cells[at]?.screens ?? 0) > 0)) };
}

function sum(one: SkillCell, other: Partial<SkillCell>): SkillCell {
  return {
    screens: one.screens + (other.screens ?? 0),
    questions: one.questions + (other.questions ?? 0),
    lessons: one.lessons + (other.lessons ?? 0),
  };
}

/** How many gaps there are, with courses that assess nothing. */
export function countGaps({ courses, rows, isAssessed }: SkillMatrix): number {
  const inCells = rows.flatMap(({ cells }) => cells.filter((cell, at) => isGapAt(courses, at, cell)));
  return inCells.length + courses.filter(({ sequence }, at) => sequence !== null && !isAssessed[at]).length;
}

/** The rows and courses that have a gap. */
export function onlyGaps({ courses, rows, isAssessed }: SkillMatrix): SkillMatrix {
  const kept = rows.filter(({ cells }) => cells.some((cell, at) => isGapAt(courses, at, cell)));
  const shown = courses.flatMap(({ sequence }, at) => {
    const isEmpty = sequence !== null && !isAssessed[at];
    return isEmpty || kept.some(({ cells }) => isGapAt(courses, at, cells[at] ?? NOTHING)) ? [at] : [];
  });
  const pick = <T>(all: readonly T[]): T[] => all.filter((_, at) => shown.includes(at));
  return { courses: pick(courses), rows: kept.map(({ skill, cells }) => ({ skill, cells: pick(cells) })), isAssessed: pick(isAssessed) };
}

function isGapAt(courses: readonly SkillCourse[], at: number, cell: SkillCell): boolean {
  const course = courses[at];
  return course !== undefined && isGap(course, cell);
}

const COLUMNS = ['skill', 'course', 'course_name', 'screens', 'questions', 'lessons', 'gap'];

/** The matrix as a CSV file: a line for each skill that a course deals with, and for each course that assesses nothing. */
export function skillsCsv({ courses, rows, isAssessed }: SkillMatrix): string {
  const lines = rows.flatMap(({ skill, cells }) =>
    courses.flatMap((course, at) => {
      const { screens, questions, lessons } = cells[at] ?? NOTHING;
      if (screens + questions + lessons === 0) return [];
      const gap = isGap(course, { screens, questions, lessons }) ? 'not assessed' : '';
      return [[skill, String(course.sequence ?? ''), course.name, String(screens), String(questions), String(lessons), gap]];
    }),
  );
  const empty = courses.flatMap(({ sequence, name }, at) =>
    sequence === null || isAssessed[at] ? [] : [['', String(sequence), name, '0', '0', '', 'no skill assessed']],
  );
  return [COLUMNS, ...lines, ...empty].map(csvLine).join('');
}
