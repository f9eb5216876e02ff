import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { putVideo, videoAt, videoFile, videoFrame, videoLink } from './video-markdown.ts';

const ADDRESS = 'https://www.youtube.com/embed/abc?start=3&end=9';

/** A bar marks the cursor. */
function stateOf(marked: string): EditorState {
  return EditorState.create({ doc: marked.replace('|', ''), selection: { anchor: marked.indexOf('|') } });
}

describe('a video in the text', () => {
  it('is shown to the learner with any title', () => {
    const html = renderMarkdown(videoFrame(ADDRESS, '"><script>alert(1)</script> & &amp;'));
    expect(html).toContain('<iframe src="https://www.youtube.com/embed/abc?start=3&#x26;end=9"');
    expect(html).toContain('title="&#x22;><script>alert(1)</script> &#x26; &#x26;amp;"');
    expect(html).toContain('allowfullscreen');
    expect(html.match(/<script>/g)).toHaveLength(1);
  });

  it('is found when the cursor is in it', () => {
    const frame = videoFrame(ADDRESS, 'A "fine" one');
    expect(videoAt(stateOf(`see ${frame.slice(0, 9)}|${frame.slice(9)}`))).toEqual({
      from: 4,
      to: 4 + frame.length,
      address: ADDRESS,
      title: 'A "fine" one',
    });
    expect(videoAt(stateOf(`s|ee ${frame}`))).toBeNull();
    expect(videoAt(stateOf('<iframe| src="http://a.example/"></iframe>'))).toBeNull();
    expect(videoAt(stateOf('<iframe| src="https://a.example/"></video>'))).toBeNull();
  });

  it('may be a file', () => {
    const address = 'https://a.example/a.mp4?x=1&amp=2#t=3,9';
    const file = videoFile(address, 'A "fine" one');
    expect(videoAt(stateOf(`|${file}`))).toMatchObject({ address, title: 'A "fine" one' });
    const html = renderMarkdown(file);
    expect(html).toContain('<video src="https://a.example/a.mp4?x=1&#x26;amp=2#t=3,9"');
    expect(html).toContain('controls preload="metadata" playsinline aria-label="A &#x22;fine&#x22; one"></video>');
  });

  it.each([
    ['|', 'V', 'V|'],
    ['a|', 'V', 'a\n\nV|'],
    ['a|b', 'V', 'a\n\nV\n\n|b'],
    ['a\n\n|\n\nb', 'V', 'a\n\nV|\n\nb'],
  ])('goes into %j with nothing beside it', (before, text, after) => {
    const { state } = stateOf(before).update(putVideo(stateOf(before), text, null));
    const { head } = state.selection.main;
    expect(`${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`).toBe(after);
  });

  it('replaces another', () => {
    const state = stateOf(`a ${videoFrame(ADDRESS, 'x')}| b`);
    expect(state.update(putVideo(state, 'V', videoAt(state))).state.doc.toString()).toBe('a V b');
  });

  it('that plays elsewhere is a link', () => {
    expect(renderMarkdown(videoLink('https://vimeo.com/1(2)', 'A [nice] one'))).toContain(
      '<a href="https://vimeo.com/1%282%29" target="_blank" rel="noopener noreferrer">A [nice] one</a>',
    );
  });
});
