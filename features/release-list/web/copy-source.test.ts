import { expect, it } from 'vitest';
import { copySources, findSource } from './copy-source.ts';

const SPRING = { id: 1, name: 'Spring', version_major: 'spring' };
const FALL = { id: 2, name: 'Fall', version_major: 'fall' };
const FALL_AGAIN = { id: 3, name: 'Fall', version_major: 'fall-2' };

it.each([
  ['its name', 'Spring', [SPRING, FALL], 1],
  ['its name between spaces', ' Spring ', [SPRING, FALL], 1],
  ['its name and branch, if others have the name', 'Fall (fall-2)', [FALL, FALL_AGAIN], 3],
  ['no name that several have', 'Fall', [FALL, FALL_AGAIN], null],
  ['no other name', 'Sprin', [SPRING, FALL], null],
  ['not the name of a deleted release', 'Spring', [FALL], null],
  ['not the release that they are copied into', 'Autumn', [{ ...SPRING, id: 9, name: 'Autumn' }], null],
  ['nothing', '', [SPRING], null],
])('a release is found by %s', (_, text, releases, id) => {
  expect(findSource(copySources(releases, 9), text)).toBe(id);
});
