import type { AnswerOutput } from '#features/screens/contract/screens.ts';
import { canShowLastValue, isQuery } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { CodeCell } from './cells.ts';

/** Most pictures of a recorded output. */
const IMAGES_MAX = 20;

/**
 * Two cells of code as one program, which shows what both showed; null: it would not. A program shows only its last value and draws into one
 * figure, a query has one result, and an error ends what follows.
 *
 * @param hasOutputs the document has recorded outputs, so that code without one showed nothing
 */
export function joinedCode(one: CodeCell, other: CodeCell, hasOutputs: boolean): CodeCell | null {
  const { language } = one;
  if (language === null || language !== other.language || one.exercise !== null || other.exercise !== null) return null;
  if (one.has_error || other.has_error || isQuery(language)) return null;
  if (canShowLastValue(language) && (endsWithValue(one, hasOutputs) || leavesFigure(one))) return null;
  // What they print together is not known.
  if (one.output === null ? other.output !== null && printsText(one.source) : other.output === null && printsText(other.source))
    return null;
  const source = `${withoutBlankEnds(one.source)}\n\n${withoutBlankEnds(other.source)}`;
  if (source.length > LIMITS.textMax) return null;
  return { ...one, source, output: joinedOutput(one.output, other.output, startsLine(other, hasOutputs)) };
}

const withoutBlankEnds = (code: string) => code.trimEnd().replace(/^(?:[ \t]*\n)+/, '');

/** Whether a run starts a line for what a cell shows: for a value, but not for text that it prints. */
function startsLine(cell: CodeCell, hasOutputs: boolean): boolean {
  return canShowLastValue(cell.language) && endsWithValue(cell, hasOutputs) && !printsText(cell.source);
}

function joinedOutput(one: AnswerOutput | null, other: AnswerOutput | null, isOnOwnLine: boolean): AnswerOutput | null {
  if (one === null || other === null) return one ?? other;
  const lineEnd = isOnOwnLine && one.stdout !== '' && !one.stdout.endsWith('\n') ? '\n' : '';
  return {
    stdout: one.stdout + lineEnd + other.stdout,
    stderr: one.stderr + other.stderr,
    images: [...one.images, ...other.images].slice(0, IMAGES_MAX),
  };
}

const PRINTS = /^[ \t]*(?:print|pprint|cat)\(/;
/** The lines in it run only when it is called. */
const DEFINES = /^(?:(?:async[ \t]+)?def|class)\b|\bfunction[ \t]?\(/;

/** Whether code prints by itself, judged by how its lines start. */
export function printsText(source: string): boolean {
  let isDefinition = false;
  return source.split('\n').some((line) => {
    if (/^\S/.test(line)) isDefinition = DEFINES.test(line.slice(0, 300));
    return !isDefinition && PRINTS.test(line);
  });
}

/** Statements that print or give a value to a name, by how they start. */
const WITHOUT_VALUE =
  /^(?:(?:print|pprint|display|import|from|def|class|async|for|while|if|else|elif|try|except|finally|with|return|raise|assert|del|global|pass)\b|match\b(?![.[])|plt\.|@|[\w.[\]'", ():+*-]{1,200}[-+*/|&@%^]?=(?!=))/;

/** Whether the last line of a cell of Python shows a value, judged by what was recorded and how the line starts. */
function endsWithValue({ source, output }: CodeCell, hasOutputs: boolean): boolean {
  if (hasOutputs && (output === null || output.stdout.trim() === '')) return false;
  const last = source.split('\n').findLast((line) => /^[^\s#)\]}]/.test(line)) ?? '';
  return last !== '' && !WITHOUT_VALUE.test(last.slice(0, 300)) && !source.trimEnd().endsWith(';');
}

/** Whether a cell draws into a figure that later code would draw into too. */
function leavesFigure({ source, output }: CodeCell): boolean {
  const draws =
    (output?.images.length ?? 0) > 0 || /\bplt\.(?!rcParams|style|show)|\.(?:plot|hist|boxplot|scatter)\(|\bsns\.(?!set)/.test(source);
  return draws && !/\bplt\.(?:show|close)\(/.test(source);
}
