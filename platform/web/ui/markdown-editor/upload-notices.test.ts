import { expect, it } from 'vitest';
import { type UploadNotice, withoutEarlier } from './use-image-uploads.ts';

const keep = [{ label: 'Keep the original', run: () => undefined }];
const failed: UploadNotice = { id: 1, kind: 'error', text: 'Too large.' };
const noAlt: UploadNotice = { id: 2, kind: 'warning', text: 'No alt text.', actions: [] };
const shrunk = (id: number): UploadNotice => ({ id, kind: 'info', text: 'Made smaller.', actions: keep });

it.each<[string, UploadNotice[], number[]]>([
  ['no reports', [], []],
  ['failures and warnings', [failed, noAlt], []],
  ['an offer among others', [shrunk(3), noAlt], [3]],
  ['several offers', [shrunk(3), failed, shrunk(4)], [4]],
])('a new upload keeps only the last offer of earlier ones: %s', (_, notices, ids) => {
  expect(withoutEarlier(notices).map(({ id }) => id)).toEqual(ids);
});
