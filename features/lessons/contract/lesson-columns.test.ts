import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { StageName } from '#features/planning/contract.ts';
import { MAIN_STATES } from '#features/releases/main-state.policy.ts';
import { packLessons, unpackLessons } from './lesson-columns.ts';
import { LanguageName, LessonColumns, LessonType, ReleaseStatus, type LessonRow } from './lessons.ts';

const text = fc.string({ maxLength: 4 });
const releases = [
  { release_id: 1, release_name: 'Main', is_main: true, is_own_drafts: false, is_closed: false },
  { release_id: 2, release_name: 'Drafts', is_main: false, is_own_drafts: true, is_closed: false },
  { release_id: 3, release_name: 'Main', is_main: false, is_own_drafts: false, is_closed: true },
];
const row: fc.Arbitrary<LessonRow> = fc
  .record({
    id: fc.nat(),
    sequence: fc.nat(),
    type: fc.constantFrom(...LessonType.options),
    title: text,
    author: text,
    language: fc.constantFrom(...LanguageName.options, null),
    release: fc.constantFrom(...releases),
    release_status: fc.constantFrom(...ReleaseStatus.options),
    main_state: fc.constantFrom(...MAIN_STATES),
    review_status: fc.option(text),
    is_latest: fc.boolean(),
    is_shallow_import: fc.boolean(),
    last_updated: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    revision: fc.nat(),
    owner: fc.option(fc.constantFrom('ada@example.org', 'ben@example.org')),
    reviewer: fc.option(fc.constantFrom('ada@example.org', 'ben@example.org')),
    due: fc.option(fc.constantFrom('2026-12-31', '2027-01-01')),
    stage: fc.option(fc.constantFrom(...StageName.options)),
  })
  .map(({ release, ...rest }) => ({ ...rest, ...release, is_assessment: rest.type === 'assessment', has_runner: rest.language !== null }));

it('can be unpacked into the same rows, also over the wire', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      const columns = LessonColumns.parse(JSON.parse(JSON.stringify(packLessons(rows))));
      expect(unpackLessons(columns)).toEqual(rows);
    }),
    { numRuns: 50 },
  );
});

it('rejects columns of different lengths', () => {
  const [one] = fc.sample(row, 1);
  const columns = packLessons([one!, one!]);
  expect(() => unpackLessons({ ...columns, title: ['only one'] })).toThrow(RangeError);
});
