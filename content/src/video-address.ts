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
  /** YouTube videos play in the lesson; others are only linked. */
  { kind: 'embed' | 'link'; address: string } | { kind: 'refused'; field: 'url' | 'start' | 'end'; error: string };

/** The first two are dictated by the specification. */
export const VIDEO_ERRORS = {
  url: 'Incorrect url provided. Url should be specified with protocol, video ID should follow alphanumeric format.',
  time: 'Incorrect time format, start and end time should be specified in seconds',
  order: 'The end must be later than the start.',
} as const;

/** A part of a video, in whole seconds. */
export interface YouTubeVideo {
  id: string;
  start: number | null;
  end: number | null;
}

/** YouTube ids are alphanumeric with `-` and `_`; their length isn't documented. */
const VIDEO_ID = /^[\w-]{1,64}$/;
const HOSTS = /^(?:(?:www|m|music)\.)?youtube\.com$|^(?:www\.)?youtube-nocookie\.com$/;
const SECONDS = /^\d{1,6}$/;

/** Whether an address is on YouTube, whatever it points to. */
export function isYouTubeLink(text: string): boolean {
  const url = readUrl(text.trim());
  return url !== null && (url.hostname === 'youtu.be' || HOSTS.test(url.hostname));
}

/** The video of an `https` link to YouTube, in any of its forms; null if it has none. */
export function readYouTubeLink(text: string): YouTubeVideo | null {
  const url = readUrl(text.trim());
  if (url === null || url.protocol !== 'https:') return null;
  const id = idOf(url);
  if (!VIDEO_ID.test(id)) return null;
  const query = url.searchParams;
  return {
    id,
    start: secondsOf(query.get('start') ?? query.get('t') ?? /^#t=(.*)$/.exec(url.hash)?.[1]),
    end: secondsOf(query.get('end')),
  };
}

/** Validates the input and returns the address to show. */
export function videoAddress({ url, isYouTube, start, end }: VideoInput): VideoResult {
  const text = url.trim();
  const id = isYouTube && VIDEO_ID.test(text) ? text : readYouTubeLink(text)?.id;
  const other = isYouTube || isYouTubeLink(text) ? null : readUrl(text);
  if (id === undefined && other?.protocol !== 'https:') return { kind: 'refused', field: 'url', error: VIDEO_ERRORS.url };
  const [from, to] = [start.trim(), end.trim()];
  if (from !== '' && !SECONDS.test(from)) return { kind: 'refused', field: 'start', error: VIDEO_ERRORS.time };
  if (to !== '' && !SECONDS.test(to)) return { kind: 'refused', field: 'end', error: VIDEO_ERRORS.time };
  if (to !== '' && Number(to) <= Number(from)) return { kind: 'refused', field: 'end', error: VIDEO_ERRORS.order };
  if (id === undefined) return { kind: 'link', address: other?.href ?? text };
  const part = [from === '' ? '' : `start=${Number(from)}`, to === '' ? '' : `end=${Number(to)}`].filter(Boolean).join('&');
  return { kind: 'embed', address: `https://www.youtube.com/embed/${id}${part === '' ? '' : `?${part}`}` };
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

/** `90`, `90s`, `1m30s`, `1h2m3s`. */
function secondsOf(text: string | null | undefined): number | null {
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '');
  if (!text || !parts) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return hours * 3_600 + minutes * 60 + seconds;
}
