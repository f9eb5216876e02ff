import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { completionScript } from './completion-script.ts';

const COMMANDS = [
  { name: 'check', help: "Checks: what's there.", options: [{ name: 'format', help: 'text [or] json.', hasValue: true }] },
  { name: 'push', help: 'Pushes.', options: [] },
];

describe('completion', () => {
  it.each([
    ['lessonwright', '', ['check', 'push']],
    ['lessonwright', 'ch', ['check']],
    ['lessonwright check', '--', ['--format']],
    ['lessonwright push', '--', []],
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
    expect(script).toContain(String.raw`check) _arguments '--format[text \[or\] json.]:value:_files' '*:path:_files' ;;`);
  });

  it('of fish has a line for each command and option', () => {
    expect(completionScript('fish', COMMANDS).split('\n')).toEqual([
      "complete -c lessonwright -n __fish_use_subcommand -f -a check -d 'Checks: what’s there.'",
      "complete -c lessonwright -n __fish_use_subcommand -f -a push -d 'Pushes.'",
      "complete -c lessonwright -n '__fish_seen_subcommand_from check' -l format -r -d 'text [or] json.'",
    ]);
  });
});
