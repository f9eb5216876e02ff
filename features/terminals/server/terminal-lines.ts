/** Splits the text of a terminal into commands and output. */

/** The prompt of every terminal (runner/languages/python/lessonwright_run/shells.py), followed by the input. */
const PROMPT = /^(?:\([^)]*\) ?)?learner@lesson:[^$]*\$(?: (.*))?$/;
/** Bash's prompt for the rest of a command. */
const CONTINUED = /^> ?(.*)$/;

/** Splits a terminal's text into commands and output by its prompts. Both can be forged, because it is only text. */
export function splitTerminalText(lines: readonly string[]): { commands: string[]; output: string } {
  const commands: string[] = [];
  const output: string[] = [];
  let isTyping = false;
  for (const line of lines.map((text) => text.trimEnd())) {
    const prompt = PROMPT.exec(line);
    const more: RegExpExecArray | null = isTyping ? CONTINUED.exec(line) : null;
    if (prompt) {
      if (prompt[1]) commands.push(prompt[1]);
    } else if (more) {
      commands.push(`${commands.pop() ?? ''}\n${more[1] ?? ''}`);
    } else {
      output.push(line);
    }
    isTyping = Boolean(prompt?.[1]) || more !== null;
  }
  return { commands, output: output.join('\n').trimEnd() };
}
