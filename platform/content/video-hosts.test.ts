import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import {
  DEFAULT_VIDEO_HOSTS,
  framePatterns,
  playerOrigins,
  readVideoHost,
  readVideoLink,
  VIDEO_FILE,
  videoFileAddress,
} from './video-hosts.ts';

const HOSTS = [...DEFAULT_VIDEO_HOSTS, 'tube.example.org'];
const LOOM = '0281766fa2d04bb788eaf19e65135184';

describe('links to hosts of the settings', () => {
  it.each([
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871', null, null],
    ['https://www.vimeo.com/76979871/', 'https://player.vimeo.com/video/76979871', null, null],
    ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e', null, null],
    ['https://vimeo.com/channels/staffpicks/76979871#t=1m30s', 'https://player.vimeo.com/video/76979871#t=90s', 90, null],
    ['https://vimeo.com/groups/shorts/videos/76979871', 'https://player.vimeo.com/video/76979871', null, null],
    ['https://vimeo.com/showcase/123/video/76979871', 'https://player.vimeo.com/video/76979871', null, null],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e&title=0#t=5s',
      'https://player.vimeo.com/video/76979871?h=8272103f6e#t=5s',
      5,
      null,
    ],
    ['https://support.wistia.com/medias/26sk4lmiix', 'https://fast.wistia.net/embed/iframe/26sk4lmiix', null, null],
    ['https://fast.wistia.com/embed/medias/26sk4lmiix?time=9', 'https://fast.wistia.net/embed/iframe/26sk4lmiix?time=9', 9, null],
    [`https://www.loom.com/share/${LOOM}?sid=1-2`, `https://www.loom.com/embed/${LOOM}`, null, null],
    [`https://loom.com/embed/${LOOM}?t=70`, `https://www.loom.com/embed/${LOOM}?t=70`, 70, null],
    [
      'https://tube.example.org/w/iYuvJ9qFpZ?start=1m5s&stop=2m',
      'https://tube.example.org/videos/embed/iYuvJ9qFpZ?start=65&stop=120',
      65,
      120,
    ],
    ['https://TUBE.example.org:443/videos/watch/9c9de5e8-0a1e', 'https://tube.example.org/videos/embed/9c9de5e8-0a1e', null, null],
    ['https://tube.example.org/videos/embed/9c9de5e8-0a1e', 'https://tube.example.org/videos/embed/9c9de5e8-0a1e', null, null],
  ])('%s', (link, address, start, end) => {
    const video = readVideoLink(link, HOSTS);
    expect(video).toMatchObject({ kind: 'frame', start, end });
    expect(video?.address(video)).toBe(address);
    expect(framePatterns(HOSTS).filter((pattern) => pattern.test(address))).toHaveLength(1);
    // What the page may show is what its policy allows.
    expect(playerOrigins(HOSTS)).toContain(new URL(address).origin);
    expect(renderMarkdown(`<iframe src="${address}"></iframe>`, { videoHosts: HOSTS })).toMatch(/^<iframe src="https:/);
    expect(renderMarkdown(`<iframe src="${address}"></iframe>`)).toMatch(/^<p><a href="https:/);
    expect(readVideoLink(link, [])).toBeNull();
  });

  it.each([
    'http://vimeo.com/76979871',
    'https://vimeo.com/',
    'https://vimeo.com/log_in',
    'https://vimeo.com/76979871/../x',
    'https://vimeo.com.evil.org/76979871',
    'https://evil-vimeo.com/76979871',
    'https://vimeo.com./76979871',
    'https://vimeo.com:8443/76979871',
    'https://user@vimeo.com/76979871',
    'https://user:password@vimeo.com/76979871',
    'https://vimeo.com@evil.example/76979871',
    'https://vimeo.com\\@evil.example/76979871',
    'https://evil.example#vimeo.com/76979871',
    'https://evil.example/vimeo.com/76979871',
    'https://vіmeo.com/76979871',
    'https://vimeo。com.evil.org/76979871',
    'https://player.vimeo.com/video/76979871x',
    'https://player.vimeo.com/video/76979871?h=<script>',
    'https://support.wistia.com.evil.org/medias/26sk4lmiix',
    'https://a.b.wistia.com/medias/26sk4lmiix',
    'https://evilwistia.com/medias/26sk4lmiix',
    'https://www.loom.com/share/short',
    `https://loom.com.evil.org/share/${LOOM}`,
    'https://tube.example.org/w/p/iYuvJ9qFpZ',
    'https://tube.example.org/videos/watch/playlist/9c9de5e8',
    'https://tube.example.org/login',
    'https://sub.tube.example.org/w/iYuvJ9qFpZ',
    'https://tubexexample.org/w/iYuvJ9qFpZ',
    'https://[::1]/w/iYuvJ9qFpZ',
    'https://127.0.0.1/w/iYuvJ9qFpZ',
    'javascript:alert(1)//vimeo.com/76979871',
    'data:text/html,https://vimeo.com/76979871',
    '//vimeo.com/76979871',
    'https://',
    'https:///',
    '',
  ])('%s plays no video', (link) => {
    expect(readVideoLink(link, HOSTS)).toBeNull();
    expect(renderMarkdown(`<iframe src="${link}"></iframe>`, { videoHosts: HOSTS })).not.toContain('<iframe');
  });
});

describe('video files', () => {
  it.each([
    ['https://a.example/a.mp4', 'https://a.example/a.mp4', null, null],
    ['https://a.example/a.MP4?token=x&y=%2F', 'https://a.example/a.MP4?token=x&y=%2F', null, null],
    ['https://a.example/~me/@x/a.webm#t=30', 'https://a.example/~me/@x/a.webm#t=30', 30, null],
    ['https://a.example/a.ogv#t=30,60', 'https://a.example/a.ogv#t=30,60', 30, 60],
    ['https://a.example/a.m4v#t=,60', 'https://a.example/a.m4v#t=0,60', null, 60],
    ['https://a.example:8443/a.mov', 'https://a.example:8443/a.mov', null, null],
    ['https://10.0.0.5/a.mp4', 'https://10.0.0.5/a.mp4', null, null],
    ['https://bücher.example/ü.mp4', 'https://xn--bcher-kva.example/%C3%BC.mp4', null, null],
    [`https://a.example/'".mp4`, 'https://a.example/%27%22.mp4', null, null],
    ['https://vimeo.com/1.mp4', 'https://vimeo.com/1.mp4', null, null],
  ])('%s', (link, address, start, end) => {
    const video = readVideoLink(link, HOSTS);
    expect(video).toMatchObject({ kind: 'file', start, end, hasEnd: true });
    expect(video?.address(video)).toBe(address);
    expect(address).toMatch(VIDEO_FILE);
    expect(videoFileAddress(link)).toMatch(VIDEO_FILE);
  });

  it.each([
    'http://a.example/a.mp4',
    'https://a.example/a.mp4/',
    'https://a.example/a.html?x=.mp4',
    'https://a.example/a.html#.mp4',
    'https://a.example/mp4',
    'https://a.example.mp4',
    'https://user:password@a.example/a.mp4',
    'https://a.example/a b.mp4',
    'https://a.example\\a.mp4',
    'https://a.example/a\n.mp4',
    'ftp://a.example/a.mp4',
    'file:///a.mp4',
    'data:video/mp4;base64,AAAA.mp4',
    'blob:https://a.example/a.mp4',
    'javascript:a.mp4',
    '../../files/a.mp4',
    'https://a.example/a.svg',
  ])('%s is none', (link) => {
    expect(readVideoLink(link, HOSTS)).toBeNull();
    expect(videoFileAddress(link)).toBeNull();
    expect(renderMarkdown(`<video src="${link}"></video>`)).not.toContain('<video');
  });
});

describe('videos in a text', () => {
  const FILE =
    '<video src="https://a.example/a.mp4#t=3" title="A tune" width="560" controls preload="metadata" playsinline aria-label="A tune"></video>';

  it.each([
    ['a file', '<video src="https://a.example/a.mp4#t=3" title="A tune" controls width=560 autoplay></video>', FILE],
    [
      'the first of several sources',
      '<video title=x><source src="https://a.example/a.webm"><source src="https://a.example/a.mp4"></video>',
      'src="https://a.example/a.webm"',
    ],
    ['a name for each video', '<video src="https://a.example/a.mp4"></video>', 'aria-label="Video"'],
    ['a name for each frame', '<iframe src="https://www.youtube.com/embed/a"></iframe>', 'title="Video"'],
    [
      'captions',
      '<video src="https://a.example/a.mp4"><track kind="captions" src="https://a.example/a.vtt" srclang="en" label="English" default></video>',
      'crossorigin="anonymous"><track kind="captions" src="https://a.example/a.vtt" srclang="en" label="English" default></video>',
    ],
    [
      'a link to other hosts',
      '<iframe src="https://other.example/embed/1" title="A <b>tune</b>"></iframe>',
      '<p><a href="https://other.example/embed/1" target="_blank" rel="noopener noreferrer">A &#x3C;b>tune&#x3C;/b></a></p>',
    ],
    [
      'a link within a sentence',
      'See <iframe src="http://other.example/1"></iframe>.',
      '<p>See <a href="http://other.example/1" target="_blank" rel="noopener noreferrer">http://other.example/1</a>.</p>',
    ],
    ['the words of a video that cannot be shown', '<video src="clip.mp4">Sorry</video>', '<p>Sorry</p>'],
    ['nothing of a frame without an address', 'a <iframe></iframe> b', '<p>a  b</p>'],
  ])('shows %s', (_, source, expected) => {
    expect(renderMarkdown(source)).toContain(expected);
  });
});

describe('hosts in the settings', () => {
  it.each([
    ['vimeo.com', 'vimeo.com'],
    ['Tube.Example.org', 'tube.example.org'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a-b.c.example', 'a-b.c.example'],
  ])('%s', (text, name) => {
    expect(readVideoHost(text)).toBe(name);
  });

  it.each([
    'vimeo',
    'localhost',
    '*',
    '*.example.org',
    'https://tube.example.org',
    'tube.example.org/w',
    'tube.example.org:8443',
    'tube.example.org:443',
    'user@tube.example.org',
    "tube.example.org;script-src'unsafe-inline'",
    'tube.example.org%20x',
    'tube.example.org?x',
    'tube.example.org#x',
    'tube.example.org.',
    '127.0.0.1',
    '[::1]',
    'player.vimeo.com',
    'www.loom.com',
    'youtube.com',
    'www.youtube.com',
    '',
  ])('%s is refused', (text) => {
    expect(readVideoHost(text)).toBeNull();
  });
});
