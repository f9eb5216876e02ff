import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown } from '@codemirror/lang-markdown';
import { EditorView, keymap } from '@codemirror/view';

/** A page with nothing but CodeMirror and its Markdown, as its own examples set it up; bench/live-view.ts packs it for a browser. */
export function openBareEditor(doc: string): EditorView {
  return new EditorView({
    parent: document.body,
    doc,
    extensions: [
      history(),
      markdown(),
      EditorView.lineWrapping,
      EditorView.theme({ '&': { height: '100vh' }, '.cm-scroller': { overflow: 'auto' } }),
      keymap.of([...defaultKeymap, ...historyKeymap]),
    ],
  });
}
