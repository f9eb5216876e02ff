import { expect, it } from 'vitest';
import { pastedDocument } from './pasted-document.ts';
import type { ClipboardText } from './pasted-markdown.ts';

const [cells] = Object.values(
  import.meta.glob<string>('../../../../testing/clipboards/cells.json', { eager: true, query: '?raw', import: 'default' }),
);
const [colab] = Object.values(
  import.meta.glob<string>('../../../../testing/clipboards/colab-page.html', { eager: true, query: '?raw', import: 'default' }),
);

async function documentOf(clipboard: Partial<ClipboardText>, language: string | null = 'r') {
  const file = pastedDocument({ plain: '', html: '', cells: '', ...clipboard }, language);
  return file && { name: file.name, text: await file.text() };
}

it('makes a notebook of copied cells, in the language of the lesson', async () => {
  const document = await documentOf({ cells: cells ?? '', plain: 'import math' });
  expect(document?.name).toBe('Pasted cells.ipynb');
  const notebook: unknown = JSON.parse(document?.text ?? '');
  expect(notebook).toMatchObject({ nbformat: 4, metadata: { language_info: { name: 'r' } }, cells: JSON.parse(cells ?? '') });
});

it('keeps the text of a notebook as it is', async () => {
  const plain = '{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "code", "source": "1"}]}';
  expect(await documentOf({ plain })).toEqual({ name: 'Pasted cells.ipynb', text: plain });
});

it('makes Markdown of everything else, with its images', async () => {
  expect(await documentOf({ plain: '# One\n\nText' })).toEqual({ name: 'Pasted text.md', text: '# One\n\nText' });
  const html = '<h1>One</h1><p><img src="data:image/png;base64,AAAA"></p><p><img src="blob:x"></p>';
  expect((await documentOf({ plain: 'One', html }))?.text).toMatch(/^# One\n\n!\[\]\(data:image\/png;base64,AAAA\)\s*$/);
  expect(await documentOf({ plain: ' \n' })).toBeNull();
});

it('keeps the levels of headings, which start screens', async () => {
  const html = '<h1>One</h1><h2>Two</h2><h3>Three</h3>';
  expect((await documentOf({ html }))?.text.trimEnd()).toBe('# One\n\n## Two\n\n### Three');
});

it('knows the language of code on the page of a notebook only', async () => {
  expect((await documentOf({ html: colab ?? '' }))?.text).toContain('```r\nimport matplotlib');
  expect((await documentOf({ html: colab ?? '' }, null))?.text).toContain('```\nimport matplotlib');
  expect((await documentOf({ html: '<pre>a</pre><p>b</p>' }))?.text).toContain('```\na');
});
