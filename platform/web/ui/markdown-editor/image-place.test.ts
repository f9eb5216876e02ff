import { EditorSelection, EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { imageMarkdown } from '#platform/content/image-markdown.ts';
import { imageFilesOf, tableFileOf } from './image-files.ts';
import { imageParagraph, placeOutsideImages, putImage } from './image-place.ts';

describe('an image in the text', () => {
  it.each([
    ['a|b', 1],
    ['![a|](x) b', 7],
    ['|![a](x)', 0],
    ['![a](x)|', 7],
    ['![a](x) ![b](|y)', 15],
    ['[a|](x)', 2],
  ])('%s is outside of images at %i', (marked, at) => {
    const state = EditorState.create({ doc: marked.replace('|', '') });
    expect(placeOutsideImages(state, marked.indexOf('|'))).toBe(at);
  });

  it.each([
    ['a «»b', 'a I|b'],
    ['a «cat» b', 'a I| b'],
    ['![«a»](x) b', '![a](x)\n\nI| b'],
    ['«»![a](x)', 'I\n\n|![a](x)'],
  ])('goes into %s', (marked, expected) => {
    const [from, to] = [marked.indexOf('«'), marked.indexOf('»') - 1];
    const before = EditorState.create({ doc: marked.replace(/[«»]/g, ''), selection: EditorSelection.range(from, to) });
    const { state } = before.update(putImage(before, 'I'));
    const { head } = state.selection.main;
    expect(`${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`).toBe(expected);
  });

  it.each([
    ['$$x$$|', '$$x$$\n\nI'],
    ['One.|Two.', 'One.\n\nI\n\nTwo.'],
    ['One.\n|', 'One.\n\nI'],
    ['One.\n\n|\nTwo.', 'One.\n\nI\n\nTwo.'],
    ['|', 'I'],
    ['- item |', '- item I'],
    ['| a | b|', '| a | bI'],
    ['> said |', '> said I'],
  ])('is its own paragraph in %j', (marked, expected) => {
    const at = marked.lastIndexOf('|');
    const state = EditorState.create({ doc: marked.slice(0, at) + marked.slice(at + 1) });
    const { text } = imageParagraph(state, at, 'I');
    expect(state.sliceDoc(0, at) + text + state.sliceDoc(at)).toBe(expected);
  });

  it.each([
    ['a cat', '![a cat](x)'],
    [' two\nlines ', '![two lines](x)'],
    ['a [b] \\', '![a \\[b\\] \\\\](x)'],
    ['', '![](x)'],
  ])('is described as %j', (alt, markdown) => {
    expect(imageMarkdown({ alt, path: 'x' })).toBe(markdown);
  });

  it.each([
    [['Files'], ['image/png', 'text/csv'], 1],
    [['text/plain', 'text/html', 'Files'], ['image/png'], 0],
    [['text/html', 'Files'], ['image/png', 'image/jpeg'], 2],
    [['text/plain'], [], 0],
  ])('comes from a clipboard of %j with files %j: %i', (types, kinds, count) => {
    const files = kinds.map((type) => new File(['x'], 'x', { type })) as unknown as FileList;
    expect(imageFilesOf({ types, files })).toHaveLength(count);
  });

  it.each([
    [['Files'], ['a.CSV'], 'a.CSV'],
    [['Files'], ['a.csv', 'b.csv'], undefined],
    [['text/plain', 'Files'], ['a.csv'], undefined],
    [['Files'], ['a.png'], undefined],
  ])('comes as a table of data of %j with files %j: %s', (types, names, expected) => {
    const files = names.map((name) => new File(['x'], name)) as unknown as FileList;
    expect(tableFileOf({ types, files })?.name).toBe(expected);
  });

  it('does not come from an empty clipboard', () => {
    expect(imageFilesOf(null)).toEqual([]);
  });
});
