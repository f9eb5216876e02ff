import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, type Register, RouterProvider } from '@tanstack/react-router';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import HelpPage from './help-page.tsx';

// A worker renders Markdown in the browser; here it is shown as it comes.
vi.mock('#platform/web/ui/markdown-editor/preview-renderer.ts', async () => {
  const { renderMarkdown } = await import('#platform/content/markdown.ts');
  return { renderPreview: (source: string) => Promise.resolve(renderMarkdown(source)) };
});

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  place = document.createElement('div');
  document.body.append(place);
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

async function open(address: string) {
  const parent = createRootRoute();
  const routeTree = parent.addChildren([
    createRoute({ getParentRoute: () => parent, path: '/help', component: HelpPage }),
    createRoute({ getParentRoute: () => parent, path: '/help/$page', component: HelpPage }),
  ]);
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  await act(async () => {
    root.render(
      <MantineProvider>
        <RouterProvider router={router as unknown as Register['router']} />
      </MantineProvider>,
    );
    await router.load();
  });
  return router;
}

const heading = () => place.querySelector('h1')?.textContent;
const linkTo = (address: string) => [...place.querySelectorAll('a')].find((link) => link.getAttribute('href') === address);

it('shows the index, and leads on from its links', async () => {
  const router = await open('/help');
  expect(heading()).toBe('Guide');
  const [list, text] = [place.querySelector('nav'), place.querySelector('[data-empty]')];
  const link = [...(text?.querySelectorAll('a') ?? [])].find((each) => each.getAttribute('href') === '/help/checks');
  expect(list?.querySelectorAll('a').length).toBeGreaterThan(20);
  await act(async () => {
    link?.click();
    await router.load();
  });
  expect(router.state.location.pathname).toBe('/help/checks');
  expect(heading()).toBe('Checks');
});

it('shows a page with its pictures and the way back', async () => {
  await open('/help/first-lesson');
  expect(heading()).toBe('Your first lesson');
  expect(place.querySelectorAll('h1')).toHaveLength(1);
  const pictures = [...place.querySelectorAll('img')];
  expect(pictures.length).toBeGreaterThan(1);
  expect(pictures.filter((picture) => !/\.webp(\?|$)/.test(picture.getAttribute('src') ?? '') || picture.alt === '')).toEqual([]);
  expect(linkTo('/help')?.textContent).toBe('All pages');
  expect(linkTo('/help/first-lesson')?.getAttribute('aria-current')).toBe('page');
});

it('says when there is no such page', async () => {
  await open('/help/no-such-page');
  expect(linkTo('/')?.textContent).toBe('Go to lessons');
});
