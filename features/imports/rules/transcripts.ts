import { languageNamed } from '#platform/contract/languages.ts';
import { isInText, isOpen } from './incomplete-code.ts';

/** Code that was copied from a console, taken apart. */
export interface Transcript {
  readonly code: string;
  /** What the console printed between the commands; empty: nothing. */
  readonly output: string;
  /** Running the code prints the output. False if the console showed values that the code, run as a program, doesn't print. */
  readonly isPrinted: boolean;
  /** Its last command ended with an error. */
  readonly isError: boolean;
}

interface Prompt {
  /** Starts a command. */
  readonly first: RegExp;
  /** Continues it. */
  readonly more: RegExp;
  /** Precedes a value that the console shows. */
  readonly value: RegExp | null;
  /** Whether a program prints what this command printed in the console. */
  readonly prints: (command: string) => boolean;
}

const PROMPTS: Readonly<Record<'shell' | 'python' | 'ipython' | 'r', Prompt>> = {
  shell: { first: /^(?:\([\w.-]+\) ?)?(?:[\w.-]+@[\w.-]+[: ][^$%#\s]* ?)?[$%] /, more: /^> /, value: null, prints: () => true },
  python: { first: /^>>> ?/, more: /^\.\.\. ?/, value: null, prints: (command) => /\bprint\s*\(/.test(command) },
  ipython: { first: /^In \[\d*\]: ?/, more: /^ *\.\.\.: ?/, value: /^Out\[\d*\]: ?/, prints: (command) => /\bprint\s*\(/.test(command) },
  // R shows values of commands in scripts too.
  r: { first: /^R?> /, more: /^\+ /, value: null, prints: () => true },
};

/** Prompts by the language that a fence names. A fence that only shows output has none of them. */
const OF_LANGUAGE: Readonly<Record<string, readonly (keyof typeof PROMPTS)[]>> = {
  cli: ['shell'],
  python: ['python', 'ipython'],
  r: ['r'],
};

/** Longer commands aren't checked for open brackets and quotes, because each of their lines would be read again for every line. */
const LONGEST_COMMAND = 4_000;
/** How Python reports an error. */
const RAISED = /^(?:Traceback \(most recent call last\):|(?:[\w.]*(?:Error|Exception)|StopIteration|KeyboardInterrupt)(?:: |$))/;

/** The line that shows whether code is a transcript. Only Python's prompt is unmistakable when comments and definitions precede it. */
function startOf(name: keyof typeof PROMPTS, lines: readonly string[]): string {
  const start = lines.find((line) => line.trim() !== '') ?? '';
  return name === 'python' ? (lines.find((line) => line.startsWith('>>> ')) ?? start) : start;
}

/** Splits a Python transcript after each error: run as one program, it would end at the first one. Other code stays in one part. */
export function splitAtErrors(language: string | null, source: string): string[] {
  const start = /^>>> /m.exec(source)?.index;
  if (language !== 'python' || start === undefined || isInText(source.slice(0, start))) return [source];
  const parts: string[][] = [[]];
  let hasFailed = false;
  for (const line of source.split('\n')) {
    if (hasFailed && /^(?:>>> |#)/.test(line)) {
      parts.push([]);
      hasFailed = false;
    }
    hasFailed ||= RAISED.test(line) && !line.startsWith('>>> ') && parts.at(-1)?.some((each) => each.startsWith('>>> ')) === true;
    parts.at(-1)?.push(line);
  }
  return parts.map((part) => part.join('\n')).filter((part) => part.trim() !== '');
}

/**
 * Splits code with prompts (`$`, `>>>`, `In [1]:`, `>`) from its output.
 *
 * @param language of lessons; null: any whose prompt is unmistakable
 * @returns null for code without prompts
 */
export function splitTranscript(language: string | null, source: string): (Transcript & { readonly console: keyof typeof PROMPTS }) | null {
  const lines = source.split('\n');
  const names = language === null ? (['python', 'ipython'] as const) : (OF_LANGUAGE[language] ?? []);
  const console = names.find((name) => PROMPTS[name].first.test(startOf(name, lines)));
  if (console === undefined) return null;
  const prompt = PROMPTS[console];
  const isPython = console === 'python' || console === 'ipython';
  const first = lines.findIndex((line) => prompt.first.test(line) || /^>>>$/.test(line));
  // Examples in the text that documents a function.
  if (isPython && isInText(lines.slice(0, first).join('\n'))) return null;
  const code: string[] = [];
  const output: string[] = [];
  let command = '';
  /** The first command whose output a program doesn't print. */
  let unprinted: number | null = null;
  let commands = 0;
  /** Where the output of the last command starts. */
  let ownOutput = 0;
  let isInCommand = false;
  for (const [index, line] of lines.entries()) {
    // What precedes the first prompt is code, and so are comments between commands.
    if (index < first || (console === 'python' && line.startsWith('#') && !isInCommand)) {
      if (line.trim() !== '' || code.length > 0) code.push(line);
      continue;
    }
    const bare = console === 'python' && /^(>>>|\.\.\.)$/.test(line) ? `${line} ` : line;
    const isMore = isInCommand && prompt.more.test(bare) && (console !== 'shell' || isUnfinished(command));
    if (prompt.first.test(bare) || isMore) {
      const rest = bare.replace(isMore ? prompt.more : prompt.first, '');
      // Python refuses a command that starts with blanks.
      const part = isPython && !isMore ? rest.trimStart() : rest;
      command = isMore ? `${command}\n${part}` : part;
      if (!isMore) {
        commands++;
        ownOutput = output.length;
      }
      code.push(part);
      isInCommand = true;
    } else if (isInCommand && console === 'python' && continues(command, line)) {
      command = `${command}\n${line}`;
      code.push(line);
    } else if (line.trim() !== '' || !isInCommand) {
      isInCommand = false;
      if (line.trim() !== '' && !prompt.prints(command)) unprinted ??= commands;
      if (output.length > 0 || line.trim() !== '') output.push(prompt.value ? line.replace(prompt.value, '') : line);
    }
  }
  const isError = isPython && output.slice(ownOutput).some((line) => RAISED.test(line));
  // No program prints its own error.
  const isPrinted = !isError && (unprinted === null || unprinted === commands);
  return { console, code: code.join('\n').trimEnd(), output: output.join('\n').trimEnd(), isPrinted, isError };
}

/** Whether a line without a prompt belongs to a Python command: a bracket or a text is open, and only a text goes on after an empty line. */
function continues(command: string, line: string): boolean {
  return command.length <= LONGEST_COMMAND && (line.trim() === '' ? isInText(command) : isOpen(command));
}

/** Whether a shell asks for more of a command: it ends with a backslash or a bar, or a loop, condition or quote is open. */
function isUnfinished(command: string): boolean {
  if (command.length > LONGEST_COMMAND) return false;
  if (/[\\|]$/.test(command.trimEnd())) return true;
  const plain = command
    .replace(/\\./g, '')
    .replace(/'[^']*'|"[^"]*"/g, '')
    .replace(/(^|\s)#.*$/gm, '$1');
  if (/['"]/.test(plain)) return true;
  const count = (pattern: RegExp) => plain.match(pattern)?.length ?? 0;
  const opened = count(/(?:^|[;&|\n]|\b(?:do|then|else)\b)\s{0,20}(?:for|while|until|if|case|select)\b/g);
  return opened > count(/(?:^|[;\n])\s{0,20}(?:done|fi|esac)\b/g);
}

/** Whether code of R shows in comments that it fails: `## Error in f() : no owls`. */
export function printsError(language: string | null, source: string): boolean {
  return printsComments(language) && /^#{1,2}>?[ \t]?Error(?: in [^\n]{1,300}?)?[ \t]?:/m.test(source);
}

/** Whether documents show what code of this language printed as comments. */
export function printsComments(language: string | null): boolean {
  return language === 'r';
}

/** What code printed, as knitr and reprex show it: each line is a comment, `## [1] 2` or `#> [1] 2`. Null: it is something else. */
export function commentedOutput(label: string, code: string): string | null {
  if (label !== '' && !printsComments(languageNamed(label))) return null;
  const lines = code.split('\n');
  if (code.trim() === '' || !lines.every((line) => line.trim() === '' || /^(?:##|#>)(?: |$)/.test(line))) return null;
  return lines.map((line) => line.replace(/^(?:##|#>) ?/, '')).join('\n');
}
