import type { Root } from 'hast';
import { fromParse5 } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/**
 * What a text may become. HTML can ask for far more than it has characters: an element that stays open is made again in each
 * paragraph that follows, with its attributes.
 */
export const TREE_BOUNDS = { depth: 200, elements: 20_000, attributeCharacters: 1_000_000 } as const;

/** A text that would become more than anybody reads. */
export class TooMuchMarkup extends Error {
  override readonly name = 'TooMuchMarkup';
}

/**
 * HTML as a tree, as browsers read it.
 *
 * @throws TooMuchMarkup as soon as the tree grows beyond its bounds.
 */
export function boundedTree(html: string, bounds: Readonly<Record<keyof typeof TREE_BOUNDS, number>> = TREE_BOUNDS): Root {
  const left = { ...bounds };
  const take = (what: keyof typeof TREE_BOUNDS, count: number) => {
    left[what] -= count;
    if (left[what] < 0) throw new TooMuchMarkup(`Markup beyond the bound: ${what}.`);
  };
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement: (tagName, namespace, attributes) => {
      take('elements', 1);
      for (const { value } of attributes) take('attributeCharacters', value.length);
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
    onItemPush: () => take('depth', 1),
    onItemPop: () => take('depth', -1),
  };
  const parsed: DefaultTreeAdapterTypes.DocumentFragment = parseFragment(html, { treeAdapter, scriptingEnabled: false });
  return fromParse5(parsed) as Root;
}
