import { describe, expect, it } from 'vitest';
import type { AttachedDataset, Dataset } from '../contract/datasets.ts';
import { chunkCountOf, DATASET_CHUNK_BYTES, datasetNameProblem, folderOfZip } from '../datasets.policy.ts';
import { bytesOfChunk, chosen, filesOfUpload, filesProblem, isWanted, matchFiles, totals, withFiles } from './chosen-files.ts';
import { pickable } from './dataset-picker.tsx';

const file = (name: string, text = name, lastModified = 5) => new File([text], name, { lastModified });

describe('the files of an upload', () => {
  it.each<[string, Parameters<typeof filesProblem>[0], RegExp]>([
    ['none', [], /at least one file/],
    ['two', withFiles([], [file('a'), file('b')]), /^no problem$/],
    ['two that differ in case alone', withFiles([], [file('a'), file('A')]), /Two files/],
    [
      'a file and a folder of one name',
      [chosen(file('a')), { ...chosen(file('a.zip')), info: { ...chosen(file('a.zip')).info, is_directory: true } }],
      /Two files/,
    ],
    ['a directory that is not a zip', [{ ...chosen(file('a')), info: { ...chosen(file('a')).info, is_directory: true } }], /\.zip file/],
  ])('%s', (_, files, problem) => {
    expect(filesProblem(files) ?? 'no problem').toMatch(problem);
  });

  it('replace files with the same name', () => {
    const list = withFiles(withFiles([], [file('a', '1'), file('b')]), [file('a', '22')]);
    expect(list.map(({ info }) => [info.name, info.bytes])).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });

  it('are matched with an interrupted upload; uploaded files are not requested again', () => {
    const upload = {
      files: [
        { ...chosen(file('a')).info, arrived: [] },
        { ...chosen(file('b')).info, arrived: [0] },
      ],
    };
    const list = filesOfUpload(upload) ?? [];
    expect(list.map(isWanted)).toEqual([true, false]);
    expect(totals(list)).toEqual({ arrived: 1, total: 2 });
    const changed = matchFiles(list, [file('a', 'a', 6), file('c')]);
    expect(changed.strange).toEqual(['a', 'c']);
    expect(changed.list.map(isWanted)).toEqual([true, false]);
    expect(matchFiles(list, [file('a')]).list.map(isWanted)).toEqual([false, false]);
    // Other chunk size, or unknown file size.
    expect(filesOfUpload({ files: [{ ...chosen(file('a')).info, chunkCount: 2, arrived: [] }] })).toBeNull();
    expect(filesOfUpload({ files: [{ name: 'a', is_directory: false, chunkCount: 1, arrived: [] }] })).toBeNull();
  });

  it('are cut into chunks, an empty one into one', () => {
    expect([0, 1, DATASET_CHUNK_BYTES, DATASET_CHUNK_BYTES + 1].map((bytes) => chunkCountOf(bytes))).toEqual([1, 1, 1, 2]);
    const info = { bytes: DATASET_CHUNK_BYTES + 7 };
    expect([0, 1, 2].map((chunk) => bytesOfChunk(info, chunk))).toEqual([DATASET_CHUNK_BYTES, 7, 0]);
  });
});

it.each([
  ['penguins', true],
  ['Palmer penguins (2024)', true],
  [' ', false],
  ['..', false],
  ['.git', false],
  ['a/b', false],
  ['a\\b', false],
  ['a\nb', false],
  ['x'.repeat(101), false],
])('a dataset may be called %j: %s', (name, isGood) => {
  expect(datasetNameProblem(name) === null).toBe(isGood);
});

it('a directory is unpacked into a folder of the same name', () => {
  expect(['photos.zip', 'photos.ZIP', 'photos'].map(folderOfZip)).toEqual(['photos', 'photos', 'photos']);
});

it('attachable datasets are neither archived nor attached, and match every search word', () => {
  const dataset = (name: string, archived = false) => ({ name, description: 'Counted birds', archived }) as Dataset;
  const all = [dataset('wrens'), dataset('owls'), dataset('old', true)];
  const attached = [{ name: 'owls' }] as AttachedDataset[];
  expect(pickable(all, attached, '').map(({ name }) => name)).toEqual(['wrens']);
  expect(pickable(all, [], 'BIRDS ow').map(({ name }) => name)).toEqual(['owls']);
});
