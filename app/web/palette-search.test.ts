import { describe, expect, it } from 'vitest';
import type { CourseSummary } from '#features/curricula/contract/courses.ts';
import type { PathSummary } from '#features/curricula/contract/paths.ts';
import type { LessonRow } from '#features/lessons/contract/lessons.ts';
import type { FoundScreen, ListedScreen } from '#features/screens/contract/screens.ts';
import type { Command } from '#platform/web/commands.ts';
import { findInPalette } from './palette-search.ts';

const command = (id: string, label: string, group: Command['group'], enabled = true): Command => ({
  id,
  label,
  group,
  enabled,
  run: () => undefined,
});
const commands = [
  command('save', 'Save', 'Actions', false),
  command('theme', 'Theme: dark', 'Settings'),
  command('lessons', 'Lessons', 'Go to'),
  command('new', 'New lesson', 'Actions'),
];
const lessons = Array.from({ length: 30 }, (_, index) => ({
  id: index,
  sequence: 100 + index,
  title: `Rows ${index}`,
  release_name: 'main',
  is_latest: index % 2 === 1,
})) as LessonRow[];
const screens = [
  { id: 1, sequence: 1, title: 'Rows' },
  { id: 2, sequence: 2, title: '' },
] as ListedScreen[];
const courses = [{ id: 4, sequence: 40, name: 'Tables', release_name: 'main' }] as CourseSummary[];
const paths = [{ id: 5, sequence: 50, name: 'Data work', release_name: 'main' }] as PathSummary[];

const elsewhere = [{ id: 6, sequence: 3, title: 'Hot days' }] as FoundScreen[];

function found(query: string) {
  const all = findInPalette(query, { commands, lessons, courses, paths, screens, elsewhere });
  const { commands: groups, lessons: rows, screens: pages, isEmpty } = all;
  return {
    commands: groups.map(([group, list]) => [group, list.map((each) => each.id)]),
    lessons: rows.map((row) => row.id),
    courses: all.courses.map((course) => course.id),
    paths: all.paths.map((path) => path.id),
    screens: pages.length,
    elsewhere: all.elsewhere.map((screen) => screen.id),
    isEmpty,
  };
}

describe('the palette', () => {
  it('shows commands in groups before anything is typed', () => {
    expect(found('')).toEqual({
      commands: [
        ['Actions', ['new']],
        ['Go to', ['lessons']],
        ['Settings', ['theme']],
      ],
      lessons: [],
      courses: [],
      paths: [],
      screens: 2,
      elsewhere: [],
      isEmpty: false,
    });
  });

  it('matches every word, latest lessons first, up to the limit', () => {
    expect(found('rows lesson')).toMatchObject({ commands: [], lessons: [1, 3, 5, 7, 9, 11, 13, 15] });
    expect(found('LESSON 108').lessons).toEqual([8]);
    expect(found('screen 2')).toMatchObject({ screens: 1 });
    expect(found('course 40')).toMatchObject({ courses: [4], paths: [], isEmpty: false });
    expect(found('data main')).toMatchObject({ courses: [], paths: [5] });
  });

  it('shows screens of other lessons while their titles match the current query', () => {
    expect(found('hot')).toMatchObject({ elsewhere: [6], isEmpty: false });
    expect(found('hotter')).toMatchObject({ elsewhere: [], isEmpty: true });
  });

  it('leaves out unavailable commands and reports an empty result', () => {
    expect(found('save')).toEqual({ commands: [], lessons: [], courses: [], paths: [], screens: 0, elsewhere: [], isEmpty: true });
  });
});
