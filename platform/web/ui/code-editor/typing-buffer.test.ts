import { describe, expect, it } from 'vitest';
import { TypingBuffer } from './typing-buffer.ts';

describe('typing while an editor is busy', () => {
  it.each([
    [
      'letters',
      [
        ['insertText', 'a'],
        ['insertText', 'b'],
      ],
      'ab',
      true,
    ],
    [
      'lines',
      [
        ['insertText', 'a'],
        ['insertParagraph', null],
        ['insertLineBreak', null],
      ],
      'a\n\n',
      true,
    ],
    [
      'a slip and its repair',
      [
        ['insertText', 'a'],
        ['insertText', 'x'],
        ['deleteContentBackward', null],
        ['insertText', 'b'],
      ],
      'ab',
      true,
    ],
    [
      'a step back before what was typed',
      [
        ['deleteContentBackward', null],
        ['insertText', 'a'],
      ],
      'a',
      true,
    ],
    ['what cannot wait', [['insertFromPaste', 'x']], '', false],
  ] as [string, [string, string | null][], string, boolean][])('%s', (_, events, text, isTaken) => {
    const buffer = new TypingBuffer();
    expect(events.map(([type, data]) => buffer.take(type, data)).every(Boolean)).toBe(isTaken);
    expect(buffer.empty()).toBe(text);
    expect(buffer.empty()).toBe('');
  });
});
