/** The prompt of every terminal (runner/languages/python/lessonwright_run/shells.py), with what was typed behind it. */
const PROMPT = /^(?:\([^)]*\) ?)?learner@lesson:[^$]*\$(?: (.*))?$/;
/** What bash asks with for the rest of a command. */
const CONTINUED = /^> ?(.*)$/;

/** What was typed in a terminal, and what it answered, told apart by its prompts. Both can be forged: a text is a text. */
export function tellApart(lines: readonly string[]): { commands: string[]; output: string } {
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
