import { describe, expect, it } from 'vitest';
import type { LessonRow } from '#contract/lessons.ts';
import type { Screen } from '#contract/screens.ts';
import type { Command } from '#web/platform/commands.ts';
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
] as Screen[];

function found(query: string) {
  const { commands: groups, lessons: rows, screens: pages, isEmpty } = findInPalette(query, { commands, lessons, screens });
  return {
    commands: groups.map(([group, list]) => [group, list.map((each) => each.id)]),
    lessons: rows.map((row) => row.id),
    screens: pages.length,
    isEmpty,
  };
}

describe('the palette', () => {
  it('shows what can be done before anything is typed, in groups', () => {
    expect(found('')).toEqual({
      commands: [
        ['Actions', ['new']],
        ['Go to', ['lessons']],
        ['Settings', ['theme']],
      ],
      lessons: [],
      screens: 2,
      isEmpty: false,
    });
  });

  it('finds by every word, latest lessons first, and no more than fit', () => {
    expect(found('rows lesson')).toMatchObject({ commands: [], lessons: [1, 3, 5, 7, 9, 11, 13, 15] });
    expect(found('LESSON 108').lessons).toEqual([8]);
    expect(found('screen 2')).toMatchObject({ screens: 1 });
  });

  it('leaves out what cannot be done now, and says when nothing is left', () => {
    expect(found('save')).toEqual({ commands: [], lessons: [], screens: 0, isEmpty: true });
  });
});
