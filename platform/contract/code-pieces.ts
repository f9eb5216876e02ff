import type { SafeHtml } from '#platform/contract/safe-html.ts';

/** Stands for a gap in code: a character of private use, so that no language gives it a meaning. */
export const CODE_GAP = '\u{E000}';

const LISTING = /^<pre[^>]*><code[^>]*>([\s\S]*)<\/code><\/pre>\s*$/;
const TAG_OR_GAP = new RegExp(`<span[^>]*>|</span>|${CODE_GAP}`, 'g');

/**
 * Cuts a rendered listing at its gaps. Each piece is an element with the colors that it has in the whole listing. Returns null if the HTML is
 * not a listing with `count` pieces, such as the source of one that was too expensive to render.
 */
export function codePieces(html: SafeHtml, count = 1): SafeHtml[] | null {
  const code = LISTING.exec(html)?.[1]?.replace(/\n$/, '');
  if (code === undefined) return null;
  const pieces: string[] = [];
  const open: string[] = [];
  let piece = '';
  let from = 0;
  const endPiece = () => pieces.push(`<span>${piece}${'</span>'.repeat(open.length)}</span>`);
  for (const { 0: found, index } of code.matchAll(TAG_OR_GAP)) {
    piece += code.slice(from, index);
    from = index + found.length;
    if (found === CODE_GAP) {
      endPiece();
      piece = open.join('');
      continue;
    }
    if (found === '</span>') open.pop();
    else open.push(found);
    piece += found;
  }
  piece += code.slice(from);
  endPiece();
  return pieces.length === count ? (pieces as SafeHtml[]) : null;
}
