import { expect, it } from 'vitest';
import { list } from './as-markdown.ts';

it.each(['\n', '\r\n', '\r'])('keeps an item in its list after %j', (ending) => {
  expect(list([`one${ending}<?`, 'two'])).toBe('1. one\n   <?\n2. two');
  expect(list([`one${ending}<?`], false)).toBe('- one\n  <?');
});
