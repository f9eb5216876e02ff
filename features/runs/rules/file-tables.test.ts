import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { columnsOf, tablesOf, tablesOfScript } from './file-tables.ts';
import { importNames } from './import-names.ts';
import { readSqliteSchema } from './sqlite-schema.ts';

const file = (name: string, text: string | Uint8Array) => ({
  name,
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});

function database(...statements: string[]): Uint8Array {
  const made = new DatabaseSync(':memory:');
  for (const statement of statements) made.exec(statement);
  const bytes = made.serialize();
  made.close();
  return bytes;
}

describe('the columns of a file', () => {
  it.each([
    ['drinks.csv', 'name,price\nEspresso,2', ['name', 'price']],
    ['drinks.tsv', 'name\tunit price\r\n', ['name', 'unit price']],
    ['quoted.CSV', '"the ""name""","a,b"\n', ['the "name"', 'a,b']],
    ['two-lines.csv', '"first\nline",x\n', ['first\nline', 'x']],
    ['marked.csv', '\uFEFFid,id, ,total \n', ['id', 'total']],
    ['empty.csv', '', []],
    ['notes.txt', 'a,b\n', []],
  ])('%s has those of its first row', (name, text, expected) => {
    expect(columnsOf(file(name, text))).toEqual(expected);
  });
});

describe('the tables of a script', () => {
  it.each([
    ['create table orders (id integer primary key, total real)', [['orders', 'id', 'total']]],
    ['CREATE TEMPORARY TABLE IF NOT EXISTS "Big Orders" ("unit price" numeric(8, 2), date date);', [['Big Orders', 'unit price', 'date']]],
    [
      'create table public.a (x int, constraint c check (x > 0), primary key (x)); create table b (y int)',
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    ],
    ['create view big as select * from orders', [['big']]],
    ["insert into notes values ('create table no (x int)'); -- create table no2 (x int)", []],
    ['create index i on orders (id); create table', []],
  ])('%s', (script, expected) => {
    expect(tablesOfScript(script).map(({ name, columns }) => [name, ...columns])).toEqual(expected);
  });
});

describe('the schema of a SQLite database', () => {
  const wide = `create table wide (${Array.from({ length: 400 }, (_, index) => `column_${index} integer`).join(', ')})`;

  it('is read from its file, also where a statement is longer than a page', () => {
    const bytes = database('create table orders (id integer, customer text)', wide, 'create view big as select * from orders');
    expect(readSqliteSchema(bytes).map(({ name, sql }) => [name, sql])).toEqual([
      ['orders', 'CREATE TABLE orders (id integer, customer text)'],
      ['wide', wide.replace('create table', 'CREATE TABLE')],
      ['big', 'CREATE VIEW big as select * from orders'],
    ]);
  });

  it('is read from as many pages as it has', () => {
    const bytes = database(...Array.from({ length: 200 }, (_, index) => `create table t${index} (id integer, a_rather_long_name text)`));
    expect(new Set(readSqliteSchema(bytes).map(({ name }) => name)).size).toBe(200);
  });

  it('is empty or partial where the bytes are damaged or cut, and never an error', () => {
    const bytes = database('create table orders (id integer)', wide);
    expect(readSqliteSchema(new Uint8Array())).toEqual([]);
    expect(readSqliteSchema(new TextEncoder().encode('SQLite format 3'))).toEqual([]);
    for (let length = 16; length < bytes.length; length += 97) expect(() => readSqliteSchema(bytes.subarray(0, length))).not.toThrow();
    for (let at = 16; at < 4_200; at += 13) {
      const damaged = bytes.slice();
      damaged.fill(255, at, at + 9);
      expect(() => readSqliteSchema(damaged)).not.toThrow();
    }
  });
});

it('SQL finds the tables that a run makes of the files', () => {
  const files = [
    file('sales/orders.csv', 'id,total\n'),
    file('shop.db', database('create table drinks (name text)')),
    file('archive.db', database('create table old (year integer)')),
    file('shop.sql', 'create table unused (x int)'),
    file('more.sql', 'create table extra (y int)'),
    file('Drinks.csv', 'other\n'),
  ];
  expect(tablesOf(files)).toEqual([
    { schema: null, name: 'old', columns: ['year'] },
    { schema: 'shop', name: 'drinks', columns: ['name'] },
    { schema: null, name: 'extra', columns: ['y'] },
    { schema: null, name: 'Drinks', columns: ['other'] },
    { schema: null, name: 'orders', columns: ['id', 'total'] },
  ]);
});

it.each([
  ['python', ['scikit-learn', 'polars'], null, ['matplotlib', 'numpy', 'pandas', 'polars', 'sklearn']],
  [
    'python',
    [],
    '# lessonwright environment: python 3.11\njoblib==1.4 \\\n    --hash=sha256:0\ntyping-extensions==4\n',
    ['joblib', 'matplotlib', 'numpy', 'pandas', 'typing_extensions'],
  ],
  ['r', ['dplyr'], '# lessonwright environment: r 4.4\nR6 2.5 sha256:0\n', ['R6', 'dplyr']],
  ['sql', ['pycheck'], null, []],
  [null, [], null, []],
] as const)('code in %s imports %j with the lock %j as %j', (language, packages, lock, expected) => {
  expect(importNames(language, packages, lock)).toEqual(expected);
});
