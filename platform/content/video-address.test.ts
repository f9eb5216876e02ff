import { describe, expect, it } from 'vitest';
import { isYouTubeLink, readYouTubeLink, VIDEO_ERRORS, videoAddress } from './video-address.ts';
import { DEFAULT_VIDEO_HOSTS, YOUTUBE_FRAME } from './video-hosts.ts';

const input = { isYouTube: false, start: '', end: '' };
const HOSTS = [...DEFAULT_VIDEO_HOSTS, 'tube.example.org'];

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
    const video = readYouTubeLink(link);
    expect(video).toMatchObject({ kind: 'frame', start, end });
    expect(video?.address({ start: null, end: null })).toBe(`https://www.youtube.com/embed/${id}`);
  });

  it.each([
    ['http://www.youtube.com/watch?v=abc', true],
    ['https://www.youtube.com/playlist?list=PL1', true],
    ['https://www.youtube.com/embed/videoseries?list=PL1', true],
    ['https://www.youtube.com/@somebody', true],
    ['https://www.youtube.com/watch', true],
    ['https://www.youtube.com/embed/a%22b', true],
    ['https://youtu.be/', true],
    ['https://www.youtube.com:8443/watch?v=abc', true],
    ['https://user@www.youtube.com/watch?v=abc', true],
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
    expect(videoAddress({ url, isYouTube, start, end }, HOSTS)).toEqual({ kind: 'frame', address, hasEnd: true });
    expect(address).toMatch(YOUTUBE_FRAME);
  });

  it.each([
    [' https://vimeo.com/76979871 ', '', '', 'frame', 'https://player.vimeo.com/video/76979871'],
    ['https://vimeo.com/76979871', '30', '60', 'frame', 'https://player.vimeo.com/video/76979871#t=30s'],
    ['https://tube.example.org/w/9c9de5e8', '30', '60', 'frame', 'https://tube.example.org/videos/embed/9c9de5e8?start=30&stop=60'],
    ['https://a.example/a.mp4', '', '', 'file', 'https://a.example/a.mp4'],
    ['https://a.example/a.mp4#t=5', '', '60', 'file', 'https://a.example/a.mp4#t=0,60'],
  ])('%s from %j to %j plays', (url, start, end, kind, address) => {
    expect(videoAddress({ ...input, url, start, end }, HOSTS)).toMatchObject({ kind, address });
  });

  it.each([
    ['https://other.example/w/9c9de5e8', 'https://other.example/w/9c9de5e8'],
    ['https://vimeo.com.evil.org/1', 'https://vimeo.com.evil.org/1'],
    ['https://tubе.example.org/w/9c9de5e8', 'https://xn--tub-tdd.example.org/w/9c9de5e8'],
  ])('%s is linked, whatever the times are', (url, address) => {
    expect(videoAddress({ ...input, url, start: 'x', end: 'y' }, HOSTS)).toEqual({ kind: 'link', address });
  });

  it.each([['https://user:password@a.example/a.mp4'], ['https://user@vimeo.com/1'], ['https://vimeo.com@evil.example/1']])(
    '%s is rejected: it has a user',
    (url) => {
      expect(videoAddress({ ...input, url }, HOSTS)).toEqual({ kind: 'refused', field: 'url', error: VIDEO_ERRORS.credentials });
    },
  );

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
    ['http://a.example/x.mp4', false],
    ['data:video/mp4;base64,AAAA', false],
    ['blob:https://a.example/x.mp4', false],
    ['https://', false],
    ['https://vimeo.com/1', true],
    ['http://youtu.be/abc', true],
    ['http://youtu.be/abc', false],
    ['https://www.youtube.com/playlist?list=PL1', false],
    ['https://www.youtube.com/playlist?list=PL1', true],
  ])('%j (YouTube: %s) is rejected', (url, isYouTube) => {
    expect(videoAddress({ ...input, url, isYouTube }, HOSTS)).toEqual({ kind: 'refused', field: 'url', error: VIDEO_ERRORS.url });
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
    expect(videoAddress({ url: 'abc', isYouTube: true, start, end }, HOSTS)).toEqual({ kind: 'refused', field, error });
  });
});
