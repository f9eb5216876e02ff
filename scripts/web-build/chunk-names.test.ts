import { describe, expect, it } from 'vitest';
import { type BuiltChunk, chunkNames } from './chunk-names.ts';

/** A chunk with one module per name; chunks of pages have a page's name. */
function built(imports: Record<string, string[]>, dynamicImports: Record<string, string[]> = {}): BuiltChunk[] {
  const filesOf = (names: readonly string[] = []) => names.map((name) => `assets/${name}.js`);
  return Object.entries(imports).map(([name, names]) => ({
    fileName: `assets/${name}.js`,
    facadeModuleId: name.endsWith('-page') ? `/web/pages/${name}.tsx` : null,
    imports: filesOf(names),
    dynamicImports: filesOf(dynamicImports[name]),
    moduleIds: [`/web/${name}.tsx`],
  }));
}

const PAGES = { first: ['first-page.tsx'], others: ['lesson-page.tsx', 'screen-page.tsx'], apart: ['apart-page.tsx'] };
const IMPORTS = {
  'first-page': ['table', 'icon'],
  'lesson-page': ['form', 'icon'],
  'screen-page': ['form', 'editor', 'terminal'],
  'apart-page': ['math'],
  'other-page': ['form', 'chart'],
  table: ['button', 'math'],
  form: ['button', 'select'],
  editor: [],
  icon: [],
  button: [],
  select: [],
  chart: [],
  math: [],
  terminal: ['screen'],
  screen: [],
};
const DYNAMIC_IMPORTS = { 'first-page': ['lesson-page'], 'apart-page': ['terminal'] };

describe('the files of the web application', () => {
  const names = chunkNames(built(IMPORTS, DYNAMIC_IMPORTS), PAGES);
  const of = (name: string) => names.get(`/web/${name}.tsx`) ?? null;

  it('are one for everything that the first page needs, even if others need it too', () => {
    expect(['first-page', 'table', 'button', 'icon'].map(of)).toEqual(['first', 'first', 'first', 'first']);
  });

  it('are one for each set of other pages that share something', () => {
    expect(['form', 'select'].map(of)).toEqual(['lesson-page+screen-page', 'lesson-page+screen-page']);
    expect(of('lesson-page')).toBe('lesson-page');
    expect(['screen-page', 'editor'].map(of)).toEqual(['screen-page', 'screen-page']);
  });

  it('stay unchanged for modules of unrelated pages', () => {
    expect(['apart-page', 'math', 'terminal', 'screen', 'other-page', 'chart'].map(of)).toEqual([null, null, null, null, null, null]);
  });

  it('never form an import cycle', () => {
    const below = (name: string, seen = new Set<string>()): Set<string> => {
      for (const [module, imports] of Object.entries(IMPORTS)) {
        if (of(module) !== name) continue;
        for (const next of imports.map((imported) => of(imported) ?? imported)) {
          if (next !== name && !seen.has(next)) below(next, seen.add(next));
        }
      }
      return seen;
    };
    for (const name of new Set(names.values())) expect(below(name)).not.toContain(name);
  });

  it('cannot be named for a missing page', () => {
    expect(() => chunkNames(built({ 'first-page': [] }), PAGES)).toThrow('There is no chunk for');
  });
});
