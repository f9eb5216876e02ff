import { openSearchPanel } from '@codemirror/search';
import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { codeSetup, proseSetup } from './editor-setup.ts';

it.each([
  ['code', codeSetup],
  ['prose', proseSetup],
])('the panel for finding in %s speaks as the rest of the product does', (_, extensions) => {
  const view = new EditorView({ doc: 'x', extensions, parent: document.body });
  openSearchPanel(view);
  const panel = view.dom.querySelector('.cm-search');
  expect([...(panel?.querySelectorAll('button, label') ?? [])].map((each) => each.getAttribute('aria-label') ?? each.textContent)).toEqual([
    'Next',
    'Previous',
    'Select all',
    'Match case',
    'Regular expression',
    'Whole word',
    'Replace',
    'Replace all',
    'Close',
  ]);
  view.destroy();
});
