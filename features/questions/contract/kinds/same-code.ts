/** Up to its other quote, or to the end: so it is found in one pass. */
const QUOTED = /("(?:[^"\\]|\\.)*(?:"|\\?$)|'(?:[^'\\]|\\.)*(?:'|\\?$))/s;
const WORD = /[\p{L}\p{N}_]/u;
const OPERATOR = /[=<>!&|*/:%^~+-]/;

/** A piece of code without the spaces that no language minds: `f(a,b)` for `f( a, b )`. Those in quotes stay. */
export function withoutIdleSpaces(code: string): string {
  return code
    .split(QUOTED)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/(.?)\s+(?=(.?))/gsu, idle)))
    .join('')
    .trim();
}

/** Between two words or two operators a space counts: `not x`, `= =`, `x < -1`. The sign of a number is no operator. */
function idle(_: string, left: string, right: string): string {
  const isSigned = /[+-]/.test(right) && left !== '<';
  const counts = (WORD.test(left) && WORD.test(right)) || (OPERATOR.test(left) && OPERATOR.test(right) && !isSigned);
  return counts ? `${left} ` : left;
}
