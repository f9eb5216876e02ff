import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import type { ImageAddress } from '../editor-images.ts';
import { liveTheme } from './live-theme.ts';
import { drawMarks } from './marks.ts';
import { imageAddress } from './rendered-parts.ts';
import { revealedLines, revealsOthers } from './revealed.ts';
import { partsInPlace, partsOf } from './shown-parts.ts';

const marks = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = drawMarks(view.state, partsOf(view.state), view.visibleRanges);
    }

    update({ view, state, startState, docChanged, viewportChanged }: ViewUpdate): void {
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      if (docChanged || viewportChanged || isParsed || revealsOthers(startState, state))
        this.decorations = drawMarks(state, partsOf(state), view.visibleRanges);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

const PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/** Ctrl or Cmd with a click opens a link in a new tab. */
const openLinks = EditorView.domEventHandlers({
  mousedown(event) {
    if (!(event.ctrlKey || event.metaKey) || event.button !== 0 || !(event.target instanceof Element)) return false;
    const address = event.target.closest<HTMLElement>('[data-address]')?.dataset['address'] ?? '';
    if (!URL.canParse(address) || !PROTOCOLS.has(new URL(address).protocol)) return false;
    event.preventDefault();
    window.open(address, '_blank', 'noopener');
    return true;
  },
});

/**
 * Shows a Markdown text as learners read it, except for the marks of the lines with a caret. It only decorates: the text stays as it is.
 *
 * @param images Where its images are; null: it belongs to no lesson.
 */
export function liveView(images: ImageAddress | null): Extension {
  return [imageAddress.of(images), openLinks, revealedLines, partsInPlace, marks, liveTheme];
}
