import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript } from './completion-script.ts';

const COMMANDS = [
  {
    name: 'check',
    help: "Checks: what's there.",
    first: [],
    options: [
      { name: 'format', help: 'text [or] json.', hasValue: true, choices: ['text', 'json'] },
      { name: 'output', help: 'A file.', hasValue: true, choices: [] },
    ],
  },
  { name: 'new', help: 'Writes.', first: ['lesson', 'course'], options: [] },
];

describe('completion', () => {
  it.each([
    ['lessonwright', '', ['check', 'new']],
    ['lessonwright', 'ch', ['check']],
    ['lessonwright check', '--', ['--format', '--output']],
    ['lessonwright check', '', []],
    ['lessonwright check --format', '', ['text', 'json']],
    ['lessonwright check --output', '', []],
    ['lessonwright new', '', ['lesson', 'course']],
    ['lessonwright new lesson', '', []],
    ['lessonwright new', '--', []],
  ])('of bash after “%s” for “%s”', (before, word, expected) => {
    const words = [...before.split(' '), word];
    const script = `${completionScript('bash', COMMANDS)}
COMP_WORDS=(${words.map((each) => `"${each}"`).join(' ')}); COMP_CWORD=${words.length - 1}; _lessonwright; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
    expect(printed.split('\n').filter((line) => line !== '')).toEqual(expected);
  });

  it('of zsh escapes what ends a description', () => {
    const script = completionScript('zsh', COMMANDS);
    expect(script).toContain(String.raw`'check:Checks\: what’s there.'`);
    expect(script).toContain(
      String.raw`check) _arguments '--format[text \[or\] json.]:value:(text json)' '--output[A file.]:value:_files' '*:path:_files' ;;`,
    );
    expect(script).toContain("new) _arguments '2:kind:(lesson course)' '*:path:_files' ;;");
  });

  it('of fish has a line for each command, option and first argument', () => {
    expect(completionScript('fish', COMMANDS).split('\n')).toEqual([
      "complete -c lessonwright -n __fish_use_subcommand -f -a check -d 'Checks: what’s there.'",
      "complete -c lessonwright -n __fish_use_subcommand -f -a new -d 'Writes.'",
      "complete -c lessonwright -n '__fish_seen_subcommand_from check' -l format -r -f -a 'text json' -d 'text [or] json.'",
      "complete -c lessonwright -n '__fish_seen_subcommand_from check' -l output -r -d 'A file.'",
      "complete -c lessonwright -n '__fish_seen_subcommand_from new; and not __fish_seen_subcommand_from lesson course' -f -a 'lesson course'",
    ]);
  });
});
