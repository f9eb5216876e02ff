import { expect, it } from 'vitest';
import { failureMessage, spokenBy } from './failure-message.ts';

it.each([
  ['has no text without an error', undefined, ''],
  ['has no colours and no empty lines', { message: '\u001b[31mno such\u001b[39m\n\nmodule' }, 'no such\nmodule'],
  ['shows the difference', { message: 'not equal', diff: '- 1\n+ 2' }, 'not equal\n- 1\n+ 2'],
  [
    "names the first line of the project's own code",
    { message: 'no', stack: 'no\n at it (/root/node_modules/x.js:1:1)\n at a (/root/server/a.test.ts:3:5)\n at /root/b.ts:1:1' },
    'no\nat server/a.test.ts:3:5',
  ],
])('a failure message %s', (_, error, text) => {
  expect(failureMessage(error && [error], '/root')).toBe(text);
});

it('a failure message is cut after 24 lines', () => {
  const message = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n');
  expect(failureMessage([{ message }], '/root').split('\n')).toHaveLength(24);
});

it('what a page said is the dialogs and messages of its snapshot, with what is in them', () => {
  const snapshot = [
    '# Page',
    '- main:',
    '  - heading "Loops"',
    '  - status: Saved',
    '- dialog "Save":',
    '  - alert: Not saved',
    '  - button',
    '- list',
  ];
  expect(spokenBy(snapshot.join('\n'))).toBe('  - status: Saved\n- dialog "Save":\n  - alert: Not saved\n  - button');
});
