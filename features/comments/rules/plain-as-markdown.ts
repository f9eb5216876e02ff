/** Markdown that shows a text as it was typed: its lines stay lines, and nothing in it is markup. */
export function plainAsMarkdown(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .map((line) => line.trim().replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`))
    .join('\n')
    .replaceAll(/([^\n])\n(?=[^\n])/g, '$1\\\n');
}
