import { renderMarkdownBlocks } from './markdown.ts';
import { mergeRegions } from './merge-regions.ts';

/** A rendered block of a text, and whether the other version has it. */
export interface RenderedBlock {
  readonly kind: 'same' | 'added' | 'removed';
  /** Safe to show. */
  readonly html: string;
}

/**
 * The changes between two markdown texts as readers see them: the blocks of both in order, removed ones before their
 * replacements. Null: there is no such text.
 */
export function diffRendered(before: string | null, after: string | null): RenderedBlock[] {
  const blocks = (text: string | null) => (text === null ? [] : renderMarkdownBlocks(text));
  const marked = (kind: RenderedBlock['kind'], htmls: readonly string[]): RenderedBlock[] => htmls.map((html) => ({ kind, html }));
  const old = blocks(before);
  return mergeRegions(old, blocks(after), old).flatMap(({ kind, base, mine }) =>
    kind === 'same' ? marked('same', base) : [...marked('removed', base), ...marked('added', mine)],
  );
}
