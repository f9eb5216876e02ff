import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageNameOf, markdownImagePath } from './image-path.ts';

describe('the image that an address refers to', () => {
  it.each([
    ['../../images/cat.png', 'cat.png'],
    ['../images/cat.png', 'cat.png'],
    ['images/cat.png', 'cat.png'],
    ['images/a%20b%28c%29.png', 'a b(c).png'],
    ['images/katze-%C3%BC.png', 'katze-ü.png'],
    ['../../../images/cat.png', null],
    ['/images/cat.png', null],
    ['./images/cat.png', null],
    ['images/', null],
    ['images/a/b.png', null],
    ['images/..', null],
    ['images/%2e%2e', null],
    ['images/..%2f..%2fsecret', null],
    ['images/a%5cb.png', null],
    ['images/a%00b.png', null],
    ['images/%E0%A4%A', null],
    ['images/cat.png?x=1', null],
    ['https://a.example/images/cat.png', null],
    ['//a.example/images/cat.png', null],
    ['data:image/png;base64,images/x', null],
  ])('%s: %s', (address, name) => {
    expect(imageNameOf(address)).toBe(name);
  });

  it('is the one whose path was written', () => {
    const names = string({ minLength: 1, unit: 'grapheme' }).filter((name) => !/[/\\\0]/.test(name) && name !== '.' && name !== '..');
    assert(property(names, (name) => imageNameOf(markdownImagePath(name)) === name.normalize('NFC')));
  });
});
