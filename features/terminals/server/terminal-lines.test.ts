import { describe, expect, it } from 'vitest';
import { splitTerminalText } from './terminal-lines.ts';

describe('lines of a terminal', () => {
  it('are commands after a prompt, or output', () => {
    const lines = ['learner@lesson:~$ cd garden', 'learner@lesson:~/garden$ ls', '2023  2024', 'README.txt', 'learner@lesson:~/garden$ '];
    expect(splitTerminalText(lines)).toEqual({ commands: ['cd garden', 'ls'], output: '2023  2024\nREADME.txt' });
  });

  it.each([
    ['nothing', [], [], ''],
    ['a prompt alone', ['learner@lesson:~$'], [], ''],
    ['a folder with a space', ['learner@lesson:~/my notes$ pwd', '/work/my notes'], ['pwd'], '/work/my notes'],
    ['a dollar in a command', ['learner@lesson:~$ echo $HOME', '/work'], ['echo $HOME'], '/work'],
    [
      'a command of several lines',
      ['learner@lesson:~$ for f in *; do', '> echo $f', '> done', 'a', '> b'],
      ['for f in *; do\necho $f\ndone'],
      'a\n> b',
    ],
    ['an active environment', ['(venv) learner@lesson:~$ ls', 'x'], ['ls'], 'x'],
    ['another prompt', ['$ ls', 'root@host:~$ ls'], [], '$ ls\nroot@host:~$ ls'],
    ['blanks at the ends of lines', ['learner@lesson:~$ ls   ', 'a  ', '', ''], ['ls'], 'a'],
  ])('of %s', (_, lines, commands, output) => {
    expect(splitTerminalText(lines)).toEqual({ commands, output });
  });
});
