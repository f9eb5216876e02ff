import { describe, expect, it } from 'vitest';
import { withLooseImages } from './block-syntax.ts';

describe('an image of HTML', () => {
  it.each([
    ['before a paragraph', '<img src="a.png">\n*Owls*', '<img src="a.png">\n\n*Owls*'],
    ['after a comment', '<!-- a -->\n<img src="a.png"/>\nOwls', '<!-- a -->\n<img src="a.png"/>\n\nOwls'],
    ['after a paragraph', 'Text\n\n<IMG src="a.png">\n[Owls](b)', 'Text\n\n<IMG src="a.png">\n\n[Owls](b)'],
  ])('leaves the lines after it Markdown: %s', (_name, source, loose) => expect(withLooseImages(source)).toBe(loose));

  it.each([
    ['inside a paragraph', 'Text\n<img src="a.png">\nmore'],
    ['inside HTML', '<p>\n<img src="a.png">\n</p>'],
    ['before HTML', '<img src="a.png">\n<b>Owls</b>'],
    ['alone', '<img src="a.png">\n\nText'],
    ['in a listing', '- a\n\n  ```html\n\n  <img src="a.png">\n  text\n  ```'],
    ['that is code', '    x\n\n    <img src="a.png">\n    text'],
  ])('changes nothing %s', (_name, source) => expect(withLooseImages(source)).toBe(source));
});
