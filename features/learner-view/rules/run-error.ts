/** An error as learners read it. */
export interface ReadableError {
  /** What happened, without the way there. */
  readonly sentence: string;
  /** The whole report, with the calls that led to it; null: it says nothing more. */
  readonly details: string | null;
}

/** Number and name of an operating system's error, in front of what it says. */
const NUMBERED = /^(\w+): \[Errno \d{1,5}\] /;
/** The module of an error's class: `pandas.errors.` */
const MODULE = /^(?:[a-z_]\w{0,60}\.){1,8}(?=[A-Z]\w{0,80}(?::|$))/;
const R_CALL = /^\d{1,4}: /;

/**
 * Splits what a run reports into what happened and how it came to that: in Python the text behind the last call, in R that before the first.
 * Other languages report only what happened.
 */
export function readableError(report: string): ReadableError {
  const lines = report.trimEnd().split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('  File "'));
  if (last !== -1) {
    const message = lines.findIndex((line, index) => index > last && !line.startsWith(' '));
    if (message !== -1) return { sentence: withoutInternals(lines.slice(message).join('\n')), details: report.trimEnd() };
  }
  const first = lines.findIndex((line, index) => index > 0 && R_CALL.test(line));
  if (first !== -1 && lines.slice(first).every(isOfCalls)) return { sentence: lines.slice(0, first).join('\n'), details: report.trimEnd() };
  return { sentence: withoutInternals(report.trimEnd()), details: null };
}

/** A call, or a further line of its code. */
function isOfCalls(line: string): boolean {
  return R_CALL.test(line) || line.startsWith(' ') || line === '';
}

function withoutInternals(sentence: string): string {
  return sentence.replace(MODULE, '').replace(NUMBERED, '$1: ');
}
