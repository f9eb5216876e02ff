import { describe, expect, it } from 'vitest';
import { DOOR_MAX, doorProblems, doorTable, findDoors } from './doors.ts';
import type { SourceFile } from './imports.ts';

const file = (path: string, names: SourceFile['names']): SourceFile => ({
  path,
  names,
  declares: [],
  files: [],
  loads: [],
  packages: [],
  missing: [],
  readsEnvironment: false,
});

const INDEX = 'features/lessons/server/index.ts';

describe('findDoors', () => {
  it('counts each name once, for each side of a feature', () => {
    const doors = findDoors([
      file('features/sync/server/a.ts', [
        [INDEX, 'getLesson'],
        [INDEX, 'editLesson'],
        ['features/lessons/contract/lessons.ts', 'Lesson'],
      ]),
      file('app/server/app.ts', [[INDEX, 'getLesson']]),
      file('app/web/router.tsx', [['features/lessons/web/api.ts', 'useLesson']]),
      file('features/runs/rules/b.ts', [['features/lessons/lessons.policy.ts', 'mayEdit']]),
    ]);
    expect(doors.map(({ side, names }) => [side, names.length])).toEqual([
      ['lessons/contract', 2],
      ['lessons/server', 2],
      ['lessons/web', 1],
    ]);
  });

  it('does not count the feature itself, tests and scripts', () => {
    const names: SourceFile['names'] = [[INDEX, 'getLesson']];
    const files = ['features/lessons/server/routes.ts', 'features/sync/server/sync.test.ts', 'bench/saves.ts'];
    expect(findDoors(files.map((path) => file(path, names)))).toEqual([]);
  });
});

describe('doorProblems', () => {
  const door = (size: number) => [{ side: 'lessons/server', names: Array.from({ length: size }, (_, at) => `name${at}`) }];

  it.each([
    ['as large as allowed', DOOR_MAX, {}, 0],
    ['too large', DOOR_MAX + 1, {}, 1],
    ['as large as its exception', DOOR_MAX + 1, { 'lessons/server': DOOR_MAX + 1 }, 0],
    ['smaller than its exception', DOOR_MAX, { 'lessons/server': DOOR_MAX + 1 }, 1],
  ])('of a door that is %s', (_, size, wide, problems) => {
    expect(doorProblems(door(size), wide)).toHaveLength(problems);
  });

  it('reports an exception for a door that nobody uses', () => {
    expect(doorProblems([], { 'lessons/server': 50 })).toHaveLength(1);
  });
});

it('prints the sides of a feature in one line', () => {
  const table = doorTable([{ side: 'runs/web', names: ['a', 'b'] }]);
  expect(table.split('\n')[1]?.split(/\s+/)).toEqual(['runs', '0', '2', '0', '0']);
});
