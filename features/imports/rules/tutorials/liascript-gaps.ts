import type { QuestionContent } from '#features/content-model/rules/lesson-content.ts';
import { type Gap, textWithGaps } from '#features/questions/contract/kinds/gaps.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { plainText } from '#platform/content/rich-text/inline-texts.ts';
import { readParsedHtml } from '#platform/content/rich-text/parsed-html.ts';

/** Code, which has no gaps; or a gap. A link may have brackets around its text. */
const PIECE = /(`{1,3})[^`\n]*\1|\[\[((?:[^[\]\n]|\[[^[\]\n]*\])+)\]\](?!\()/g;
/** What LiaScript writes in brackets that hold no answer: any answer, a hint, a field of a survey. */
const NO_ANSWER = /^(?:|[!?]|_[_ ]*)$/;
/** The sign of a gap while Markdown becomes plain text. */
const MARK = /\uE000(\d{1,6})\uE001/;

/** Choices of `one|(two)|three`, of which those in parentheses are right; null: it is an answer to type. */
export function choicesIn(written: string): { text: string; isRight: boolean }[] | null {
  const dragged = /^->\[(.*)\]$/s.exec(written.trim())?.[1] ?? written;
  const choices = dragged.split('|').map((choice) => {
    const right = /^\((.+)\)$/s.exec(choice.trim())?.[1];
    return { text: (right ?? choice).trim(), isRight: right !== undefined };
  });
  return choices.length > 1 && choices.some(({ isRight }) => isRight) ? choices : null;
}

function gapOf(written: string): Gap {
  const choices = choicesIn(written);
  if (choices === null) return { type: 'text', answers: [written.trim()] };
  const right = choices.find(({ isRight }) => isRight);
  return { type: 'menu', choices: [right, ...choices.filter((each) => each !== right)].flatMap((each) => each?.text ?? []) };
}

/** A paragraph of which learners complete the gaps. */
export interface GapParagraph {
  /** Null: a gap is too long. */
  readonly task: QuestionContent['task'];
  /** The paragraph without the answers. */
  readonly shown: string;
}

/** Reads `The capital is [[Berlin]].` Null: the paragraph has no gaps. */
export function readGapParagraph(markdown: string): GapParagraph | null {
  const gaps: Gap[] = [];
  const replaced = (mark: (index: number) => string) => {
    gaps.length = 0;
    return markdown.replaceAll(/[\uE000\uE001]/g, '').replaceAll(PIECE, (whole, _, written: string | undefined) => {
      if (written === undefined || NO_ANSWER.test(written.trim())) return whole;
      return mark(gaps.push(gapOf(written)) - 1);
    });
  };
  const shown = replaced(() => '\\_\\_\\_\\_');
  if (gaps.length === 0) return null;
  const html = renderMarkdown(
    replaced((index) => `\uE000${index}\uE001`),
    { imageAddress: (name) => name, lessonAddress: () => null, fileAddress: () => null },
  );
  const blocks = readParsedHtml(html, (src) => src)?.blocks ?? [];
  const pieces = blocks
    .map((block) => plainText([block]))
    .join('\n\n')
    .split(MARK)
    .map((piece, index): string | Gap => (index % 2 === 0 ? piece : (gaps[Number(piece)] ?? '')));
  // A comment has gaps that nobody sees.
  const text = pieces.some((piece) => typeof piece !== 'string') ? textWithGaps(pieces) : null;
  return { task: text === null ? null : { kind: 'blanks', text, is_code: false, match_case: false, feedback: [] }, shown };
}
