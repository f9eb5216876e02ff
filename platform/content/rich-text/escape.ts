/** Start of a line that Markdown reads as a heading, quote, list, definition, fence, underline or row of a table. */
const LINE_START = /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|[:~](?=\s|$)|(?::{3}|~{3}|`{3})|[-=_*:| ]+$)/;
const NUMBER_START = /^(\d{1,9})([.)])(?=\s|$)/;
const WORD = /[\p{L}\p{N}]/u;

interface Around {
  /** Characters before and behind the text; empty: the text begins or ends there. */
  readonly before: string;
  readonly behind: string;
  /** Dollars can be formulas. */
  readonly hasFormulas: boolean;
  readonly isInLink: boolean;
}

/** Text that Markdown shows as it is. Only characters that would have a meaning where they are get a backslash. */
export function escapeText(text: string, { before, behind, hasFormulas, isInLink }: Around): string {
  const isLineStart = before === '' || before === '\n';
  const number = isLineStart ? NUMBER_START.exec(text) : null;
  const start = number ? (number[1]?.length ?? 0) : isLineStart && LINE_START.test(text) ? 0 : -1;
  let escaped = '';
  let copied = 0;
  for (const { 0: sign, index } of text.matchAll(/[\\`*_[\]<&~$|{.#>+:=)-]/g)) {
    const previous = text[index - 1] ?? before;
    const next = text[index + 1] ?? behind;
    if (sign === '$' && !hasFormulas) continue;
    const isBracket = isInLink && /[[\]\\]/.test(sign);
    if (index !== start && !isBracket && !isMeant(sign, previous, next, text.slice(index, index + 40))) continue;
    escaped += `${text.slice(copied, index)}\\`;
    copied = index;
  }
  return escaped + text.slice(copied);
}

function isMeant(sign: string, previous: string, next: string, rest: string): boolean {
  switch (sign) {
    case '`':
      return true;
    case '\\':
      return next === '' || /[!-/:-@[-`{-~\n]/.test(next);
    case '*':
      return !(isBlank(previous) && isBlank(next));
    case '_':
      return !(isBlank(previous) && isBlank(next)) && !(WORD.test(previous) && WORD.test(next));
    case '[':
      return next === '^' || previous === '!';
    case ']':
      return /[([:{]/.test(next);
    case '<':
      return /[A-Za-z/!?]/.test(next);
    case '&':
      return /^&(?:#|[A-Za-z][A-Za-z0-9]{1,31};)/.test(rest);
    // Attributes of a link or code.
    case '{':
      return previous === ')' || previous === '`';
    case '~':
      return previous === '~' || next === '~';
    case '$':
      return next === '$' || previous === '$' || !isBlank(next);
    default:
      return false;
  }
}

function isBlank(sign: string): boolean {
  return sign === '' || /\s/.test(sign);
}
