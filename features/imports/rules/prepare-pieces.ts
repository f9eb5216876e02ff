import { languageNamed } from '#platform/contract/languages.ts';
import { IMPORT_LIMITS } from '../contract/import-file.ts';
import { box, convertDirective, divLine, readDirective } from './directives.ts';
import { splitMarkdown, type MarkdownPiece } from './split-markdown.ts';

/** A directive that is a box, as a div; another one between colons, as a fence. */
export function boxOfDirective(given: MarkdownPiece): MarkdownPiece {
  const info = given.kind === 'div' ? /^:{3,}(\{[\w:-]+\}[^\n]*)/.exec(given.source)?.[1] : undefined;
  const piece: MarkdownPiece =
    info === undefined || given.kind !== 'div' ? given : { ...given, kind: 'fence', info: info.trim(), code: given.inner };
  const directive = piece.kind === 'fence' ? readDirective(piece.info, piece.code) : null;
  if (!directive || piece.kind !== 'fence' || languageNamed(directive.name) !== null || directive.name.startsWith('code-cell'))
    return piece;
  // Boxes have no numbers.
  const converted = convertDirective(directive, new Map());
  if (converted.kind !== 'box') return piece;
  const { start, body: inner, first } = converted;
  return { kind: 'div', line: piece.line, start, inner, source: box(first, inner) };
}

/** How bookdown marks the first chapter of a part: `# (PART) Birds {-}`. */
const PART = /^\((?:PART|APPENDIX)\\?\*?\)[ \t]*/;

/** Without the headings of a book's parts: the document is a chapter, and its own title follows. */
export function withoutParts(pieces: readonly MarkdownPiece[]): MarkdownPiece[] {
  const isPart = (piece: MarkdownPiece) => piece.kind === 'heading' && piece.level === 1 && PART.test(piece.title);
  if (!pieces.some(isPart)) return [...pieces];
  const hasOther = pieces.some((piece) => piece.kind === 'heading' && piece.level === 1 && !isPart(piece));
  return pieces.flatMap((piece) =>
    piece.kind !== 'heading' || !isPart(piece) ? [piece] : hasOther ? [] : [{ ...piece, title: piece.title.replace(PART, '') }],
  );
}

/** Exercises with the solutions that directly follow them, as they are where both are directives. */
export function withSolutions(pieces: readonly MarkdownPiece[]): MarkdownPiece[] {
  const joined: MarkdownPiece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    const isSolution = piece.kind === 'div' && piece.start.kind === 'solution';
    if (isSolution && last?.kind === 'div' && last.start.kind === 'challenge' && !hasSolution(last.inner)) {
      const inner = `${last.inner}\n\n${piece.source}`;
      joined[joined.length - 1] = { ...last, inner, source: box(divLine('challenge', last.start.title), inner) };
    } else joined.push(piece);
  }
  return joined;
}

function hasSolution(text: string): boolean {
  return splitMarkdown(text, IMPORT_LIMITS.cells).some((piece) => piece.kind === 'div' && piece.start.kind === 'solution');
}
