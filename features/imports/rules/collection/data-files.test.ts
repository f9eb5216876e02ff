import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import type { CodeCell } from '../cells.ts';
import { importedModules, isWritten } from './code-paths.ts';
import { DataFiles } from './data-files.ts';

const SOURCE: readonly string[] = [
  'book/1.md',
  'book/data/x.csv',
  'book/data/y.csv',
  'book/data/notes.md',
  'book/data/raw/z.csv',
  'book/helpers.py',
  'book/lib/__init__.py',
  'book/lib/stats.py',
  'book/lib/more.py',
  'book/R/helpers.R',
  'book/img/old.png',
  'shared/w.csv',
  'tools.py',
];
const TEXTS: Readonly<Record<string, string>> = { 'book/helpers.py': 'import tools\n', 'book/lib/stats.py': 'from .more import mean\n' };
const collection = new Map(SOURCE.map((path) => [path, encodeUtf8(TEXTS[path] ?? path)]));

function converted(label: string, ...codes: string[]) {
  const notes: string[] = [];
  const data = new DataFiles(collection, 'book/1.md', { mostBytes: 100, note: (_, reason) => notes.push(reason) });
  const cells = codes.map((source) => data.rename({ kind: 'code', label, source, place: 'Cell 1' } as unknown as CodeCell) as CodeCell);
  return { files: [...data.files.keys()].sort(), code: cells.map(({ source }) => source), notes };
}

describe('a lesson whose code', () => {
  it.each<[what: string, label: string, codes: string[], files: string[]]>([
    ['opens a path', 'python', ['open("data/x.csv")'], ['data/x.csv']],
    ['opens a path by name', 'r', ['read.csv(file = "data/x.csv")'], ['data/x.csv']],
    ['puts a path together', 'python', ["path = 'data/'", "open(path + 'x.csv')"], ['data/x.csv']],
    ['joins paths', 'python', ['Path("data") / "raw" / "z.csv"\nopen(Path("data") / "x.csv")'], ['data/raw/z.csv', 'data/x.csv']],
    ['joins paths in R', 'r', ['read.csv(file.path("data", "y.csv"))'], ['data/y.csv']],
    ['fills in a folder', 'python', ["folder = 'data'", 'open(f"{folder}/x.csv")'], ['data/x.csv']],
    ['fills in a name', 'python', ['open(f"data/{name}.csv")'], ['data/x.csv', 'data/y.csv']],
    ['lists a folder', 'r', ['list.files("data")'], ['data/x.csv', 'data/y.csv']],
    ['lists a folder later', 'python', ["folder = 'data'", 'for name in os.listdir(folder): print(name)'], ['data/x.csv', 'data/y.csv']],
    ['lists folders below', 'python', ['for f in os.walk("data"): print(f)'], ['data/raw/z.csv', 'data/x.csv', 'data/y.csv']],
    ['enters a folder', 'bash', ['cd data/raw\nls'], ['data/raw/z.csv']],
    ['imports a module that imports others', 'python', ['import helpers'], ['helpers.py', 'tools.py']],
    ['imports from a package', 'python', ['from lib import stats'], ['lib/__init__.py', 'lib/more.py', 'lib/stats.py']],
    ['runs a program', 'r', ['source("R/helpers.R")'], ['R/helpers.R']],
    ['makes a folder', 'python', ["os.mkdir('data/out')"], ['data/.gitkeep']],
    ['writes a file that the source has', 'python', ["frame.to_csv('data/x.csv')", "open('data/x.csv')"], ['data/.gitkeep']],
    ['writes and reads in one folder', 'r', ['write.csv(a, "data/x.csv")\nread.csv("data/y.csv")'], ['data/y.csv']],
    ['has words that are folders', 'python', ['frame["data"]'], []],
  ])('%s has its files, and its code is unchanged', (_, label, codes, files) => {
    expect(converted(label, ...codes)).toEqual({ files, code: codes, notes: [] });
  });

  it.each<[code: string, changed: string, files: string[]]>([
    ['open("../shared/w.csv")', 'open("shared/w.csv")', ['shared/w.csv']],
    ["path = '../shared/'\nopen(path + 'w.csv')", "path = 'shared/'\nopen(path + 'w.csv')", ['shared/w.csv']],
    ['glob("../shared/*.csv")', 'glob("shared/*.csv")', ['shared/w.csv']],
    ['plt.savefig("../book/img/a.png")', 'plt.savefig("book/img/a.png")', ['book/img/.gitkeep']],
  ])('leads out of its folder with %j keeps the rest of the path', (code, changed, files) => {
    expect(converted('python', code)).toEqual({ files, code: [changed], notes: [expect.stringContaining('no folder above its own')] });
  });

  it('writes over a file that it read before is reported', () => {
    const { files, notes } = converted('python', 'open("data/x.csv")', 'frame.to_csv("data/x.csv")');
    expect([files, notes]).toEqual([['data/x.csv'], [expect.stringContaining('writes over data/x.csv')]]);
  });
});

it.each<[boolean, string]>([
  [false, 'read.csv(file = PATH)'],
  [false, 'write.csv(read.csv(PATH), "b.csv")'],
  [false, 'open(PATH)'],
  [false, 'open(PATH, "r")'],
  [false, 'source(PATH)'],
  [true, 'write.csv(birds[1:2], file = PATH)'],
  [true, 'write_csv(birds, PATH)'],
  [true, 'birds.to_csv(PATH, index=False)'],
  [true, 'cat("a", file = PATH)'],
  [true, 'open(PATH, mode="a")'],
  [true, 'Path(PATH).write_text("a")'],
  [true, 'os.makedirs(PATH)'],
  [true, 'dir.create(PATH)'],
  [true, 'ggsave(PATH, plot)'],
])('writes a file, %s: %s', (isWriting, code) => {
  const path = '"data/x.csv"';
  expect(isWritten(code.replace('PATH', path), code.indexOf('PATH'), path.length)).toBe(isWriting);
});

it.each([
  ['import a, b.c as d', ['a', 'b', 'b/c']],
  ['from a.b import (c, d as e)', ['a', 'a/b', 'a/b/c', 'a/b/d']],
  ['from . import a', ['a']],
  ['  import a # import b', ['a']],
  ['x = "import a"', []],
])('modules of %j', (code, modules) => {
  expect(importedModules(code)).toEqual(modules);
});
