import { isTerminal, type Language, languageNamed } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { IMPORT_LIMITS } from '../contract/import-file.ts';
import { namesOf, type ReadTree } from './code-names.ts';
import { isIncomplete } from './incomplete-code.ts';
import { printsText } from './join-code.ts';
import { splitMarkdown, type MarkdownPiece } from './split-markdown.ts';

type Fence = Extract<MarkdownPiece, { kind: 'fence' }>;
type Div = Extract<MarkdownPiece, { kind: 'div' }>;

/** A challenge of a text, as a screen of its own. */
interface Challenge {
  /** Empty: none. */
  readonly title: string;
  /** What learners read, in order. */
  readonly texts: readonly MarkdownPiece[];
  /** Null: no solution is code that runs. */
  readonly answer: {
    /** Its line in the challenge. */
    readonly line: number;
    readonly label: string;
    readonly source: string;
    /** Null: the challenge has no code to start with. */
    readonly initial: string | null;
    /** Empty: none. */
    readonly output: string;
    /** What the solution says beside its code. */
    readonly explanation: string;
  } | null;
}

interface ChallengeReader {
  /** The label of the language that a listing runs in; empty: it doesn't run. */
  readonly labelOf: (piece: Fence) => string;
  /** The code of a listing without its options and prompts. */
  readonly codeOf: (language: Language | null, piece: Fence) => string;
  /** Whether readers don't see it. */
  readonly isUnseen: (piece: Fence) => boolean;
  readonly isOutput: (piece: Fence) => boolean;
  readonly readTree: ReadTree;
}

/** Blanks that learners are to fill in. */
export const BLANK = /(?<!\w)_{3,}(?!\w)/;

/**
 * Reads a challenge. The code of its first solution that has any is the answer, and the code of the challenge itself is what learners start
 * with. Blocks of a solution that build on each other are one answer; of others, the first is, and the rest stays in the text.
 */
export function readChallenge({ start, inner }: Pick<Div, 'start' | 'inner'>, reader: ChallengeReader): Challenge {
  const pieces = splitMarkdown(inner, IMPORT_LIMITS.cells);
  const heading = start.title === '' && pieces[0]?.kind === 'heading' ? pieces[0] : null;
  const title = (start.title || heading?.title || '').slice(0, LIMITS.titleMax);
  const isCode = (piece: MarkdownPiece): piece is Fence => piece.kind === 'fence' && reader.labelOf(piece) !== '';
  const solved = pieces
    .filter((piece): piece is Div => piece.kind === 'div' && piece.start.kind === 'solution')
    .map((div) => ({ div, parts: splitMarkdown(div.inner, IMPORT_LIMITS.cells) }))
    .find(({ parts }) => parts.some(isCode));
  if (!solved) return { title, texts: pieces.filter((piece) => piece !== heading), answer: null };
  const { div, parts } = solved;
  const all = parts.filter(isCode);
  const seen = all.filter((block) => !reader.isUnseen(block));
  const blocks = seen.length === 0 ? all : seen;
  const label = reader.labelOf(blocks[0] as Fence);
  const language = languageNamed(label);
  const same = blocks.filter((block) => languageNamed(reader.labelOf(block)) === language);
  const codes = same.map((block) => reader.codeOf(language, block));
  const answers = new Set<MarkdownPiece>(buildsOn(codes, language, reader.readTree) ? same : same.slice(0, 1));
  const outputs = parts.filter((part, at) => part.kind === 'fence' && reader.isOutput(part) && isAfter(parts, at, answers));
  const rest = parts.filter((part) => !answers.has(part) && !outputs.includes(part) && !isLabel(part));
  const starts = pieces.filter(isCode).filter((block) => languageNamed(reader.labelOf(block)) === language && !reader.isUnseen(block));
  const [initial] = starts.length === 1 ? starts : [];
  const source = codes.slice(0, answers.size).join('\n\n');
  const needed = namesOf(reader.readTree, language, source).used;
  const before = starts
    .map((block) => ({ block, code: reader.codeOf(language, block) }))
    .filter(({ code }) => isNeeded(code, needed, language, reader.readTree));
  const own = outputs.map(outputOf).join('');
  return {
    title,
    texts: pieces.filter((piece) => piece !== heading && piece !== initial && piece !== div),
    answer: {
      line: div.line + (same[0]?.line ?? 1),
      label,
      source: [...before.map(({ code }) => code), source].join('\n\n'),
      initial: initial ? reader.codeOf(language, initial) : null,
      output: own === '' ? '' : printedBefore(pieces, before, reader) + own,
      explanation: rest.map((part) => part.source).join('\n\n'),
    },
  };
}

const isLabel = (piece: MarkdownPiece) => piece.kind === 'heading' && /^solution$/i.test(piece.title);

/** Whether an output belongs to one of the blocks: it follows it. */
function isAfter(parts: readonly MarkdownPiece[], at: number, blocks: ReadonlySet<MarkdownPiece>): boolean {
  const before = parts.slice(0, at).findLast((part) => part.kind === 'fence');
  return before !== undefined && blocks.has(before);
}

/** Whether later blocks use what earlier ones define, or are commands one after another. */
function buildsOn(codes: readonly string[], language: Language | null, readTree: ReadTree): boolean {
  if (isTerminal(language)) return true;
  const defined = new Set<string>();
  return codes.some((code) => {
    const names = namesOf(readTree, language, code);
    const uses = [...names.used].some((name) => defined.has(name));
    for (const name of names.defined) defined.add(name);
    return uses;
  });
}

/** Whether a solution depends on code of its challenge. */
function isNeeded(code: string, needed: ReadonlySet<string>, language: Language | null, readTree: ReadTree): boolean {
  if (BLANK.test(code) || isIncomplete(language, code)) return false;
  return [...namesOf(readTree, language, code).defined].some((name) => needed.has(name));
}

function outputOf(part: MarkdownPiece | undefined): string {
  return part?.kind === 'fence' ? `${part.code}\n` : '';
}

/** What the blocks before a solution printed; empty: nothing, or the challenge doesn't have all of it. */
function printedBefore(
  pieces: readonly MarkdownPiece[],
  blocks: readonly { readonly block: Fence; readonly code: string }[],
  { isOutput }: ChallengeReader,
): string {
  const printed = blocks.map(({ block, code }) => {
    const next = pieces[pieces.indexOf(block) + 1];
    if (next?.kind === 'fence' && isOutput(next)) return outputOf(next);
    return printsText(code) ? null : '';
  });
  return printed.includes(null) ? '' : printed.join('');
}
