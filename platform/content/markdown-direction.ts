import type { Element, Root } from 'hast';
import { directionOf, type Direction } from './text-direction.ts';

const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote table td th dl dt dd div details summary figure figcaption section'.split(' '),
);
/** They run from left to right in every text, and say nothing about the direction of theirs. */
const CODE = new Set(['code', 'pre', 'kbd', 'samp', 'math']);

/**
 * Lets each block of a text run in the direction of its first letter, and code from left to right. Only what differs from the block around
 * it is marked, so a text without letters of such scripts stays the same. In a text that as a whole runs from right to left, a block may begin
 * with a foreign word: it runs from left to right only if all its letters do.
 */
export function setDirections(tree: Root, whole: Direction = 'ltr'): void {
  const known = new Map<Element, Direction | null>();
  const firstOf = (children: readonly (Root | Element)['children'][number][]): Direction | null => {
    let other: Direction | null = null;
    for (const child of children) {
      const found = child.type === 'text' ? directionOf(child.value, whole) : child.type === 'element' ? ofElement(child) : null;
      if (found === whole || (found !== null && whole === 'ltr')) return found;
      other ??= found;
    }
    return other;
  };
  const ofElement = (element: Element): Direction | null => {
    if (CODE.has(element.tagName)) return null;
    let own = known.get(element);
    if (own === undefined) known.set(element, (own = firstOf(element.children)));
    return own;
  };
  const mark = (children: readonly (Root | Element)['children'][number][], around: Direction) => {
    for (const child of children) {
      if (child.type !== 'element') continue;
      const stated = child.properties['dir'];
      const isCode = CODE.has(child.tagName);
      const own = isCode ? 'ltr' : BLOCKS.has(child.tagName) ? (ofElement(child) ?? around) : around;
      if (stated === undefined && own !== around) child.properties['dir'] = own;
      if (!isCode) mark(child.children, stated === 'rtl' || stated === 'ltr' ? stated : own);
    }
  };
  mark(tree.children, whole);
}
