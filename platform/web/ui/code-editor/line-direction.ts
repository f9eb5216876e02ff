import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { directionOf } from '#platform/content/text-direction.ts';

const fromRightToLeft = Decoration.line({ attributes: { dir: 'rtl' } });
const CODE = new Set(['FencedCode', 'CodeBlock', 'CodeText']);

/** Lines of prose run in the direction of their first letter. Listings in them run from left to right. */
export const lineDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = directionsOf(view);
      }

      update(update: ViewUpdate): void {
        const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
        if (update.docChanged || update.viewportChanged || isParsed) this.decorations = directionsOf(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];

function directionsOf({ state, visibleRanges }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      if (directionOf(line.text) === 'rtl' && !isCode(state, line.from)) marks.add(line.from, line.from, fromRightToLeft);
      at = line.to + 1;
    }
  }
  return marks.finish();
}

function isCode(state: EditorView['state'], at: number): boolean {
  for (let node = syntaxTree(state).resolveInner(at, 1), depth = 0; depth < 50; depth++) {
    if (CODE.has(node.name)) return true;
    if (node.parent === null) return false;
    node = node.parent;
  }
  return false;
}
