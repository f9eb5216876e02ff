import { expect, it } from 'vitest';
import { editRequest } from './edit-request.ts';

it.each([
  [{ name: ' Spring ', from: null, chosen: new Set<number>(), numbers: '' }, { name: 'Spring' }],
  // A release without selected lessons: only a rename.
  [{ name: 'Spring', from: 3, chosen: new Set<number>(), numbers: ' , ' }, { name: 'Spring' }],
  // Numbers without a source release.
  [{ name: 'Spring', from: null, chosen: new Set<number>(), numbers: '7' }, { name: 'Spring' }],
  [
    { name: 'Spring', from: 3, chosen: new Set([110, 9]), numbers: '9, 40' },
    { name: 'Spring', from_release: 3, lessons_list: [9, 40, 110] },
  ],
])('%j sends %j', (choice, request) => {
  expect(editRequest(choice)).toEqual(request);
});
