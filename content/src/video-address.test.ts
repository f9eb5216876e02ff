import { describe, expect, it } from 'vitest';
import { VIDEO_ADDRESS } from './markdown-schema.ts';
import { isYouTubeLink, readYouTubeLink, VIDEO_ERRORS, videoAddress } from './video-address.ts';

const input = { isYouTube: false, start: '', end: '' };

describe('links to YouTube', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ', null, null],
    ['https://youtube.com/watch?app=desktop&v=a-b_c', 'a-b_c', null, null],
    ['https://m.youtube.com/watch?v=abc&t=90', 'abc', 90, null],
    ['https://music.youtube.com/watch?v=abc', 'abc', null, null],
    ['https://youtu.be/abc', 'abc', null, null],
    ['https://youtu.be/abc?si=share&t=1m30s', 'abc', 90, null],
    ['  https://www.youtube.com/embed/abc?start=3&end=9  ', 'abc', 3, 9],
    ['https://www.youtube-nocookie.com/embed/abc', 'abc', null, null],
    ['https://www.youtube.com/shorts/abc?feature=share', 'abc', null, null],
    ['https://www.youtube.com/live/abc?t=1h2m3s', 'abc', 3_723, null],
    ['https://www.youtube.com/v/abc', 'abc', null, null],
    ['https://www.youtube.com/watch?v=abc&list=PL1&index=2', 'abc', null, null],
    ['https://www.youtube.com/watch?v=abc#t=45s', 'abc', 45, null],
    ['https://www.youtube.com/watch?v=abc&t=soon', 'abc', null, null],
  ])('%s', (link, id, start, end) => {
    expect(isYouTubeLink(link)).toBe(true);
    expect(readYouTubeLink(link)).toEqual({ id, start, end });
  });

  it.each([
    ['http://www.youtube.com/watch?v=abc', true],
    ['https://www.youtube.com/playlist?list=PL1', true],
    ['https://www.youtube.com/embed/videoseries?list=PL1', true],
    ['https://www.youtube.com/@somebody', true],
    ['https://www.youtube.com/watch', true],
    ['https://www.youtube.com/embed/a%22b', true],
    ['https://youtu.be/', true],
    ['youtu.be/abc', false],
    ['https://youtube.com.evil.example/watch?v=abc', false],
    ['https://notyoutube.com/watch?v=abc', false],
    ['https://vimeo.com/1', false],
    ['', false],
  ])('%s plays no video', (link, isYouTube) => {
    expect(isYouTubeLink(link)).toBe(isYouTube);
    expect(readYouTubeLink(link)).toBeNull();
  });
});

describe('the address of a video', () => {
  it.each([
    ['https://youtu.be/abc?t=9', false, '', '', 'https://www.youtube.com/embed/abc'],
    ['https://youtu.be/abc', true, '30', '', 'https://www.youtube.com/embed/abc?start=30'],
    ['https://www.youtube.com/watch?v=abc', true, ' 030 ', '60', 'https://www.youtube.com/embed/abc?start=30&end=60'],
    ['https://www.youtube-nocookie.com/embed/abc', true, '', '60', 'https://www.youtube.com/embed/abc?end=60'],
    [' dQw4w9-_XcQ ', true, '', '', 'https://www.youtube.com/embed/dQw4w9-_XcQ'],
  ])('%s is embedded', (url, isYouTube, start, end, address) => {
    expect(videoAddress({ url, isYouTube, start, end })).toEqual({ kind: 'embed', address });
    expect(address).toMatch(VIDEO_ADDRESS);
  });

  it.each([['https://vimeo.com/1'], ['https://a.example/a.mp4']])('%s is linked', (url) => {
    expect(videoAddress({ ...input, url })).toEqual({ kind: 'link', address: url });
  });

  it.each([
    ['', false],
    ['', true],
    ['abc', false],
    ['a b', true],
    ['abc!', true],
    ['http://vimeo.com/1', false],
    ['//vimeo.com/1', false],
    ['javascript:alert(1)', false],
    ['ftp://a.example/x.mp4', false],
    ['https://', false],
    ['https://vimeo.com/1', true],
    ['http://youtu.be/abc', true],
    ['http://youtu.be/abc', false],
    ['https://www.youtube.com/playlist?list=PL1', false],
    ['https://www.youtube.com/playlist?list=PL1', true],
  ])('%j (YouTube: %s) is rejected', (url, isYouTube) => {
    expect(videoAddress({ ...input, url, isYouTube })).toEqual({ kind: 'refused', field: 'url', error: VIDEO_ERRORS.url });
  });

  it.each([
    ['1:30', '', 'start', VIDEO_ERRORS.time],
    ['', '1:30', 'end', VIDEO_ERRORS.time],
    ['1.5', '', 'start', VIDEO_ERRORS.time],
    ['-1', '', 'start', VIDEO_ERRORS.time],
    ['30s', '', 'start', VIDEO_ERRORS.time],
    ['30', '30', 'end', VIDEO_ERRORS.order],
    ['', '0', 'end', VIDEO_ERRORS.order],
  ])('from %j to %j is rejected', (start, end, field, error) => {
    expect(videoAddress({ url: 'abc', isYouTube: true, start, end })).toEqual({ kind: 'refused', field, error });
  });
});
