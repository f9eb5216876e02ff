import { describe, expect, it } from 'vitest';
import { findFileNamedAsFolder, findPathClash, isNewDataPath } from './data-path.ts';

describe('the path of a new data file', () => {
  it.each([
    'birds.csv',
    'data/birds.csv',
    'data/2024/a b/größe (1).csv',
    '.env',
    'data/.hidden',
    'a'.repeat(255),
    'a/b/c/d/e/f/g/h.csv',
    'console.csv',
    'data/قهوة.csv',
  ])('may be %j', (path) => {
    expect(isNewDataPath(path)).toBe(true);
  });

  it.each([
    ['empty', ''],
    ['absolute', '/etc/passwd'],
    ['absolute on Windows', 'C:/data/a.csv'],
    ['with a parent folder', '../a.csv'],
    ['with a parent folder in the middle', 'data/../../a.csv'],
    ['with a dot', './a.csv'],
    ['with a dot in the middle', 'data/./a.csv'],
    ['with an empty part', 'data//a.csv'],
    ['of a folder', 'data/'],
    ['with a backslash', 'data\\a.csv'],
    ['with a hidden parent folder', '..\\a.csv'],
    ['with a null character', 'data/a\u0000.csv'],
    ['with a line break', 'data/a\n.csv'],
    ['with a character that turns the direction', 'data/\u202evsc.txt'],
    ['with an invisible character', 'da\u2060ta/a.csv'],
    ['with half a character', 'data/\ud800.csv'],
    ['in .git', '.git/config'],
    ['in .git in other letters', 'data/.GIT/config'],
    ['in .git with a dot', 'data/.git./config'],
    ['of a device', 'data/nul'],
    ['of a device with an ending', 'data/Com1.csv'],
    ['in the folder of a device', 'aux/a.csv'],
    ['with a dot at the end of a folder', 'data./a.csv'],
    ['with a space at the end', 'data/a.csv '],
    ['with a space at the start', ' data/a.csv'],
    ['with a sign that Windows refuses', 'data/a?.csv'],
    ['with a stream', 'data/a.csv:b'],
    ['that is too deep', 'a/b/c/d/e/f/g/h/i.csv'],
    ['that is too long', `data/${'a'.repeat(251)}`],
    ['with a name of too many bytes', 'ä'.repeat(128)],
  ])('may not be %s', (_, path) => {
    expect(isNewDataPath(path)).toBe(false);
  });
});

describe('a new data file', () => {
  it.each<[path: string, other: string, kind: string | null]>([
    ['data/a.csv', 'data/b.csv', null],
    ['data/a.csv', 'a.csv', null],
    ['data', 'data.csv', null],
    ['data/a', 'data/a.csv', null],
    ['data/a.csv', 'more/data/a.csv', null],
    ['data/a.csv', 'data/a.csv', 'same-name'],
    ['data/A.csv', 'data/a.csv', 'same-name'],
    ['data/gro\u0308\u00dfe.csv', 'data/gr\u00f6\u00dfe.csv', 'same-name'],
    ['data', 'data/a.csv', 'is-folder'],
    ['Data', 'data/a.csv', 'is-folder'],
    ['data/a', 'data/a/b.csv', 'is-folder'],
    ['data/a.csv', 'data', 'is-file'],
    ['data/a.csv/b.csv', 'data/A.csv', 'is-file'],
    ['Data/a.csv', 'data/b.csv', 'spelling'],
    ['data/Raw/a.csv', 'data/raw/b.csv', 'spelling'],
    ['Data/a.csv', 'data/a.csv', 'spelling'],
  ])('%j beside %j', (path, other, kind) => {
    expect(findPathClash(path, ['x/y.csv', other])).toEqual(kind === null ? null : { kind, other });
  });
});

it.each([
  [['a.csv', 'data/a.csv', 'data/more/b.csv', 'database'], null],
  [['data/more/b.csv', 'data'], { file: 'data', inside: 'data/more/b.csv' }],
  [['data/more', 'data/more/b/c.csv'], { file: 'data/more', inside: 'data/more/b/c.csv' }],
])('of %j, one is a file and a folder: %j', (paths, found) => {
  expect(findFileNamedAsFolder(paths)).toEqual(found);
});
