import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { EVERY_PAGE } from './every-page.ts';

const app = new URL('../app/web/', import.meta.url);

/** They lead to another page. */
const REDIRECTS = [
  '/home',
  '/lessons',
  '/lesson/$lessonId/test',
  '/lesson/number/$sequence',
  '/lesson/$lessonId/linked/$sequence',
  '/lesson/$lessonId/linked/$target',
];

it('the list of every page has each route of the browser', () => {
  const files = ['router.tsx', ...readdirSync(new URL('routes/', app)).map((name) => `routes/${name}`)];
  const routes = files.flatMap((name) =>
    [...readFileSync(new URL(name, app), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path),
  );
  expect(routes.length).toBeGreaterThan(20);
  const listed = new Set(EVERY_PAGE.map(({ route }) => route));
  expect(routes.filter((route) => route !== undefined && !listed.has(route) && !REDIRECTS.includes(route))).toEqual([]);
});

it('gives each page its own name', () => {
  const names = EVERY_PAGE.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

it('gives each page one template, whatever it shows', () => {
  const byRoute = Map.groupBy(EVERY_PAGE, ({ route }) => route);
  const several = [...byRoute].flatMap(([route, pages]) => {
    const templates = [...new Set(pages.map(({ template }) => template))];
    return route === null || templates.length === 1 ? [] : [`${route}: ${templates.join(', ')}`];
  });
  // Before a release is sent for review, its page is the form that sends it; a deleted screen is a report of that.
  expect(several).toEqual(['/lesson/$lessonId/screen/$screenId: editor, report', '/releases/$releaseId/pull: detail, form']);
});
