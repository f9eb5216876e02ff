import { acceptCompletion, completionStatus } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { slashMenu } from './slash-menu.ts';

const NONE = { addImage: null, uploadNew: null, addVideo: null, addQuestion: null };

it('takes Enter right after a letter, also while another menu is asked', async () => {
  const menu = slashMenu({ codeLanguage: () => 'python', actions: () => NONE, others: [() => Promise.resolve(null)] });
  const view = new EditorView({ extensions: menu, parent: document.body });
  const type = (text: string) => view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input.type' });
  type('/');
  await expect.poll(() => completionStatus(view.state)).toBe('active');
  for (const letter of 'tab') type(letter);
  expect(acceptCompletion(view)).toBe(true);
  expect(view.state.doc.toString()).toMatch(/^\|.*\|\n\| ---/);
  view.destroy();
});
