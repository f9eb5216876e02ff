import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { type CodeNames, nameSource, type NameCompletion } from './code-names.ts';
import { type EditorLanguage, loadLanguage } from './languages.ts';

const NAMES: CodeNames = {
  files: [
    { name: 'birds.csv', columns: ['species', 'body mass', 'year'] },
    { name: 'sea/fish.csv', columns: ['species', 'depth'] },
    { name: 'notes.txt', columns: [] },
  ],
  tables: [
    { schema: null, name: 'orders', columns: ['id', 'customer', 'Unit Price'] },
    { schema: null, name: 'Drinks', columns: ['name'] },
    { schema: 'archive', name: 'old', columns: ['year'] },
  ],
  packages: ['numpy', 'pandas'],
};
const READS = 'birds = pd.read_csv("birds.csv")\n';

/** What is offered at `|`; its first letters are those that were typed. Null: nothing. */
async function offered(language: EditorLanguage, text: string, how: Partial<NameCompletion> = {}, isExplicit = false) {
  const pos = text.indexOf('|');
  const completion = {
    read: () => Promise.resolve(NAMES),
    isQuery: language === 'sql',
    namesColumns: language === 'r',
    foldsCapitals: false,
    ...how,
  };
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: [await loadLanguage(language)] });
  return nameSource(completion)(new CompletionContext(state, pos, isExplicit));
}

const labels = (result: Awaited<ReturnType<typeof offered>>) => result?.options.map(({ label }) => label) ?? null;

describe('the names that code can use', () => {
  it.each<[EditorLanguage, string, string[] | null]>([
    ['python', 'import pan|', ['numpy', 'pandas']],
    ['python', 'from n|', ['numpy', 'pandas']],
    ['python', 'import os, n|', ['numpy', 'pandas']],
    ['python', 'important = n|', null],
    ['r', 'library(n|', ['numpy', 'pandas']],
    ['python', 'open("|")', ['species', 'body mass', 'year', 'depth', 'birds.csv', 'sea/fish.csv', 'notes.txt']],
    ['python', `${READS}birds["|"]`, ['species', 'body mass', 'year']],
    ['python', `${READS}birds[["species", "b|"]]`, ['species', 'body mass', 'year']],
    ['python', `${READS}birds.s|`, ['species', 'year']],
    ['python', 'plt.s|', null],
    ['python', 'x = s|', null],
    ['python', "# don't s|", null],
    ['r', 'fish <- read.csv("./sea/fish.csv")\nfish$d|', ['species', 'depth']],
    ['r', 'filter(fish, d|', ['species', 'body mass', 'year', 'depth']],
    ['cli', 'cat |', null],
  ])('in %s: %s', async (language, text, expected) => {
    expect(labels(await offered(language, text))).toEqual(expected);
  });

  it('are offered in SQL with the columns of the tables that a query names', async () => {
    const tables = ['orders', 'Drinks', 'archive'];
    expect(labels(await offered('sql', 'SELECT * FROM or|'))).toEqual([...tables, 'id', 'customer', 'Unit Price', 'name', 'year']);
    expect(labels(await offered('sql', 'SELECT c| FROM orders'))).toEqual([...tables, 'id', 'customer', 'Unit Price']);
    expect(labels(await offered('sql', 'SELECT o.c| FROM orders o'))).toEqual(['id', 'customer', 'Unit Price']);
    expect(labels(await offered('sql', 'SELECT * FROM archive.o|'))).toEqual(['old']);
    expect(labels(await offered('sql', "SELECT 'or|'"))).toBe(null);
  });

  it('are quoted in SQL where the database would read another name', async () => {
    const written = async (foldsCapitals: boolean) =>
      (await offered('sql', 'SELECT | FROM orders, Drinks', { foldsCapitals }, true))?.options.map(({ apply }) => apply);
    expect(await written(false)).toEqual(['orders', 'Drinks', 'archive', 'id', 'customer', '"Unit Price"', 'name']);
    expect(await written(true)).toEqual(['orders', '"Drinks"', 'archive', 'id', 'customer', '"Unit Price"', 'name']);
  });

  it('are not requested before a name is typed', async () => {
    const read = () => Promise.reject(new Error('requested'));
    await expect(offered('python', 'x = 1|', { read })).resolves.toBe(null);
    await expect(offered('python', 'import n|', { read })).rejects.toThrow('requested');
  });
});
