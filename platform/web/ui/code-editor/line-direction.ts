import { syntaxTree } from '@codemirror/language';
import { Facet, RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { languageAttributes } from '#platform/content/language-direction.ts';
import { type Direction, directionOf } from '#platform/content/text-direction.ts';

/** The language of the prose in an editor; null: not stated. */
export const proseLanguage = Facet.define<string | null, string | null>({ combine: ([language = null]) => language });

const LINES: Readonly<Record<Direction, Decoration>> = {
  ltr: Decoration.line({ attributes: { dir: 'ltr' } }),
  rtl: Decoration.line({ attributes: { dir: 'rtl' } }),
};
const CODE = new Set(['FencedCode', 'CodeBlock', 'CodeText']);
/** The first line of a box names its kind, which is no word of the text. */
const BOX_START = /^\s*:{3,}/;

/** Lines of prose run in the direction of their first letter, as in {@link directionOf}. Listings in them run from left to right. */
export const lineDirections: Extension = [
  EditorView.perLineTextDirection.of(true),
  EditorView.contentAttributes.compute([proseLanguage], (state) => ({ ...languageAttributes(state.facet(proseLanguage)) })),
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;

      constructor(view: EditorView) {
        this.decorations = directionsOf(view);
      }

      update(update: ViewUpdate): void {
        const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state);
        const isOther = update.startState.facet(proseLanguage) !== update.state.facet(proseLanguage);
        if (update.docChanged || update.viewportChanged || isParsed || isOther) this.decorations = directionsOf(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  ),
];

function directionsOf({ state, visibleRanges }: EditorView): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  const { dir: around = 'ltr' } = languageAttributes(state.facet(proseLanguage));
  for (const { from, to } of visibleRanges) {
    for (let at = from; at <= to;) {
      const line = state.doc.lineAt(at);
      const own = BOX_START.test(line.text) ? around : (directionOf(line.text, around) ?? around);
      const shown = (own === 'rtl' || around === 'rtl') && isCode(state, line.from) ? 'ltr' : own;
      if (shown !== around) marks.add(line.from, line.from, LINES[shown]);
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
