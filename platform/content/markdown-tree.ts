import type { Root } from 'hast';
import { fromParse5, type Options } from 'hast-util-from-parse5';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

/**
 * Limits for rendered output. HTML can produce far more output than input: an open element is repeated in each following
 * paragraph, with its attributes.
 */
export const TREE_BOUNDS = { depth: 200, elements: 20_000, attributeCharacters: 1_000_000 } as const;

/** The output exceeds the limits. */
export class MarkupLimitError extends Error {
  override readonly name = 'MarkupLimitError';
}

/**
 * Parses HTML into a tree, as browsers do. The nodes know their offsets in the HTML if `hasLocations`.
 *
 * @throws MarkupLimitError as soon as the tree exceeds its limits
 */
export function boundedTree(
  html: string,
  bounds: Readonly<Record<keyof typeof TREE_BOUNDS, number>> = TREE_BOUNDS,
  hasLocations = false,
): Root {
  const fragment = boundedFragment(html, bounds, hasLocations);
  // Locations are kept for a file only; its text is all that is read of it.
  return fromParse5(fragment, hasLocations ? { file: { toString: () => html } as NonNullable<Options['file']> } : null) as Root;
}

/**
 * Like {@link boundedTree}, as the parser's own nodes. They know their offsets in the HTML if `hasLocations`.
 *
 * @throws MarkupLimitError as soon as the tree exceeds its limits
 */
export function boundedFragment(
  html: string,
  bounds: Readonly<Record<keyof typeof TREE_BOUNDS, number>> = TREE_BOUNDS,
  hasLocations = false,
): DefaultTreeAdapterTypes.DocumentFragment {
  const left = { ...bounds };
  const take = (what: keyof typeof TREE_BOUNDS, count: number) => {
    left[what] -= count;
    if (left[what] < 0) throw new MarkupLimitError(`Markup exceeds the limit: ${what}.`);
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
  return parseFragment(html, { treeAdapter, scriptingEnabled: false, sourceCodeLocationInfo: hasLocations });
}
