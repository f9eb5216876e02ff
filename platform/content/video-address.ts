import { queryOf, readHttps, readVideoLink, secondsOf, type LinkedVideo, type VideoPart } from './video-hosts.ts';

/** The author's input for a video, as typed. */
export interface VideoInput {
  /** An address that starts with `https://`; for YouTube also a bare id. */
  url: string;
  isYouTube: boolean;
  /** Whole seconds; empty: from the start, to the end. */
  start: string;
  end: string;
}

export type VideoResult =
  /** Plays in the lesson: in a frame with its host's player, or as a file. */
  | { kind: LinkedVideo['kind']; address: string; hasEnd: boolean }
  /** Only linked. */
  | { kind: 'link'; address: string }
  | { kind: 'refused'; field: 'url' | 'start' | 'end'; error: string };

/** The first two are dictated by the specification. */
export const VIDEO_ERRORS = {
  url: 'Incorrect url provided. Url should be specified with protocol, video ID should follow alphanumeric format.',
  time: 'Incorrect time format, start and end time should be specified in seconds',
  order: 'The end must be later than the start.',
  credentials: 'Remove the user name and password from the address. Learners would see them.',
} as const;

/** YouTube ids are alphanumeric with `-` and `_`; their length isn't documented. */
const VIDEO_ID = /^[\w-]{1,64}$/;
const HOSTS = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/;
const SECONDS = /^\d{1,6}$/;

/** Whether an address is on YouTube, whatever it points to. */
export function isYouTubeLink(text: string): boolean {
  const url = readUrl(text.trim());
  return url !== null && (url.hostname === 'youtu.be' || HOSTS.test(url.hostname));
}

/** The video of an `https` address that plays in a lesson; null: it is only linked, or no address of a video. */
export function readVideo(text: string, hosts: readonly string[]): LinkedVideo | null {
  return readYouTubeLink(text) ?? (isYouTubeLink(text) ? null : readVideoLink(text.trim(), hosts));
}

/** The video of an `https` link to YouTube, in any of its forms; null if it has none. */
export function readYouTubeLink(text: string): LinkedVideo | null {
  const url = readHttps(text.trim());
  const id = url === null || url.port !== '' ? '' : idOf(url);
  if (url === null || !VIDEO_ID.test(id)) return null;
  const query = url.searchParams;
  return youTubeVideo(id, {
    start: secondsOf(query.get('start') ?? query.get('t') ?? /^#t=(.*)$/.exec(url.hash)?.[1]),
    end: secondsOf(query.get('end')),
  });
}

function youTubeVideo(id: string, part: VideoPart): LinkedVideo {
  return {
    ...part,
    kind: 'frame',
    hasEnd: true,
    address: ({ start, end }) => `https://www.youtube.com/embed/${id}${queryOf({ start, end })}`,
  };
}

/** Validates the input and returns the address to show. `hosts`: whose videos play in lessons, beside YouTube's. */
export function videoAddress({ url, isYouTube, start, end }: VideoInput, hosts: readonly string[]): VideoResult {
  const text = url.trim();
  const isId = isYouTube && VIDEO_ID.test(text);
  const video = isId ? youTubeVideo(text, { start: null, end: null }) : isYouTube ? readYouTubeLink(text) : readVideo(text, hosts);
  const other = isYouTube || isYouTubeLink(text) ? null : readUrl(text);
  if (other !== null && other.username + other.password !== '') return { kind: 'refused', field: 'url', error: VIDEO_ERRORS.credentials };
  if (video === null && other?.protocol !== 'https:') return { kind: 'refused', field: 'url', error: VIDEO_ERRORS.url };
  if (video === null) return { kind: 'link', address: other?.href ?? text };
  const [from, to] = [start.trim(), video.hasEnd ? end.trim() : ''];
  if (from !== '' && !SECONDS.test(from)) return { kind: 'refused', field: 'start', error: VIDEO_ERRORS.time };
  if (to !== '' && !SECONDS.test(to)) return { kind: 'refused', field: 'end', error: VIDEO_ERRORS.time };
  if (to !== '' && Number(to) <= Number(from)) return { kind: 'refused', field: 'end', error: VIDEO_ERRORS.order };
  const part = { start: from === '' ? null : Number(from), end: to === '' ? null : Number(to) };
  return { kind: video.kind, address: video.address(part), hasEnd: video.hasEnd };
}

function readUrl(text: string): URL | null {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
}

/** The id, or whatever is in its place. */
function idOf({ hostname, pathname, searchParams }: URL): string {
  const [first = '', second = ''] = pathname.slice(1).split('/');
  if (hostname === 'youtu.be') return first;
  if (!HOSTS.test(hostname)) return '';
  if (['embed', 'shorts', 'live', 'v', 'e'].includes(first)) return second === 'videoseries' ? '' : second;
  return first === 'watch' ? (searchParams.get('v') ?? second) : '';
}
