import { renderMarkdownBlocks } from './markdown.ts';
import { mergeRegions } from './merge-regions.ts';

/** A block of a rendered text, and whether the other version has it. */
export interface RenderedBlock {
  readonly kind: 'same' | 'added' | 'removed';
  /** Safe to show. */
  readonly html: string;
}

/**
 * What changed between two markdown texts, as their reader sees them: the blocks of both in order, what was removed
 * before what came in its place. Null stands for a text that is not there.
 */
export function diffRendered(before: string | null, after: string | null): RenderedBlock[] {
  const blocks = (text: string | null) => (text === null ? [] : renderMarkdownBlocks(text));
  const marked = (kind: RenderedBlock['kind'], htmls: readonly string[]): RenderedBlock[] => htmls.map((html) => ({ kind, html }));
  const old = blocks(before);
  return mergeRegions(old, blocks(after), old).flatMap(({ kind, base, mine }) =>
    kind === 'same' ? marked('same', base) : [...marked('removed', base), ...marked('added', mine)],
  );
}
