import { type ScreenFields, emptyScreenFields } from '#features/screens/contract/screens.ts';
import { drawText, firstDraw } from '#features/screens/rules/values/fill-in-values.ts';
import { type Cut, cutsOf, usedLabels } from '#platform/content/markdown-cuts.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { COUNT } from './join-screens.ts';

/** A screen in two. */
interface SplitScreen {
  /** The new screen above: the text before the cut, under the title. */
  readonly above: ScreenFields;
  /** The screen itself, with everything else. */
  readonly below: ScreenFields;
  /** Where the text below begins in the whole text: the heading that became its title is before it. */
  readonly cut: number;
}

/** Why a text can't be split there, as a sentence for authors. */
interface SplitRefusal {
  readonly refused: string;
}

const MESSAGES = {
  nothing: 'There is no text before and after this line. Place the cursor in a later paragraph.',
  tooLong: 'This text is too long to be split. Move a part of it to a new screen by hand.',
  label: (label: string) =>
    `[${label}] is used on one side of the cursor and defined on the other. Define it where it is used, or split at another paragraph.`,
  values: 'The text before the cursor has values of this screen, which a screen of its own would not have. Split at another paragraph.',
} as const;

/**
 * Splits the text of a screen before the block with a line. The parts together are the whole text, but for empty lines between them. A
 * heading at the cut becomes the title of the second part if it is nothing but words.
 *
 * @param line counts from 1
 */
export function splitScreen(fields: ScreenFields, line: number): SplitScreen | SplitRefusal {
  const { title, type, body_markdown: body } = fields;
  const found = cutsOf(body);
  if (found === null) return { refused: MESSAGES.tooLong };
  const at = cutAt(found.cuts, line);
  if (!at || body.slice(0, at.start).trim() === '') return { refused: MESSAGES.nothing };
  const before = withoutEnd(body.slice(0, at.start));
  const named = titleOf(at, title);
  const cut = named.isTaken ? afterEmptyLines(body, at.heading?.end ?? 0) : at.start;
  const after = body.slice(cut);
  if (after.trim() === '' && !named.isTaken) return { refused: MESSAGES.nothing };
  const label = sharedLabel(before, after);
  if (label !== null) return { refused: MESSAGES.label(label) };
  const draw = firstDraw(fields);
  if (draw !== null && drawText(before, draw) !== before) return { refused: MESSAGES.values };
  return {
    above: { ...emptyScreenFields(type === 'takeaways' ? type : 'text'), title, body_markdown: before },
    below: { ...fields, title: named.title, body_markdown: after },
    cut,
  };
}

/** The cut before the block with a line, and before the headings of this block. */
function cutAt(cuts: readonly Cut[], line: number): Cut | undefined {
  let index = cuts.findLastIndex((cut) => cut.line <= line);
  while (cuts[index - 1]?.heading) index--;
  return cuts[index];
}

/** The title of the second part: its heading, or the one of the screen, counted. */
function titleOf({ heading }: Cut, title: string): { title: string; isTaken: boolean } {
  if (heading === null || heading.text === '') return { title: counted(title), isTaken: false };
  // What a title can't hold stays in the text.
  return { title: heading.text.slice(0, LIMITS.titleMax).trim(), isTaken: heading.isPlain && heading.text.length <= LIMITS.titleMax };
}

function counted(title: string): string {
  if (title === '') return '';
  const count = Number(/\((\d{1,4})\)$/.exec(title)?.[1] ?? 1) + 1;
  const bare = title.replace(COUNT, '');
  return `${bare.slice(0, LIMITS.titleMax - 8)} (${count})`;
}

/** A label that one part defines and the other one uses. */
function sharedLabel(before: string, after: string): string | null {
  const [defined, definedAfter] = [cutsOf(before)?.labels ?? new Set(), cutsOf(after)?.labels ?? new Set()];
  const lacks = (used: Iterable<string>, own: ReadonlySet<unknown>, other: ReadonlySet<unknown>) =>
    [...used].find((label) => other.has(label) && !own.has(label));
  return lacks(usedLabels(before), defined, definedAfter) ?? lacks(usedLabels(after), definedAfter, defined) ?? null;
}

/** A text without the end of its last line and the empty lines behind it. */
function withoutEnd(text: string): string {
  let end = text.length;
  for (let at = end; at > 0 && /\s/.test(text[at - 1] ?? ''); at--) if (/[\r\n]/.test(text[at - 1] ?? '')) end = at - 1;
  return text.slice(0, end);
}

/** Where the first line with text begins, from the start of a line on. */
function afterEmptyLines(text: string, from: number): number {
  let start = from;
  for (let at = from; at < text.length && /\s/.test(text[at] ?? ''); at++) if (/[\r\n]/.test(text[at] ?? '')) start = at + 1;
  return Math.min(start, text.length);
}
