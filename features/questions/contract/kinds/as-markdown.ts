/** How documents show a question: what learners are asked, what they see, and the right answer. */
export interface InDocuments {
  /** One line without Markdown. */
  readonly asks: string;
  readonly shown: string;
  readonly answer: string;
}

/** A short text as code, whatever is in it. */
export function span(text: string): string {
  const fence = '`'.repeat(longestRun(text) + 1);
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '(empty)';
  return longestRun(line) > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`;
}

/** A fenced block. `language`: the info string. */
export function listing(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** A numbered list, or one with dots. Items are Markdown. */
export function list(items: readonly string[], isNumbered = true): string {
  return items
    .map((item, at) => {
      const marker = isNumbered ? `${at + 1}. ` : '- ';
      return marker + item.trim().replaceAll(/\r\n?|\n/g, `\n${' '.repeat(marker.length)}`);
    })
    .join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
