/**
 * Videos that play inside a lesson: those of YouTube, of hosts that the settings list, and files. A host is named by its domain:
 * `vimeo.com`, `wistia.com` and `loom.com` are known; any other runs PeerTube.
 */

/** A part of a video, in whole seconds; null: from the start, to the end. */
export interface VideoPart {
  readonly start: number | null;
  readonly end: number | null;
}

export interface LinkedVideo extends VideoPart {
  /** `frame`: a page with the host's player; `file`: a video file. */
  readonly kind: 'frame' | 'file';
  /** The address that shows this part. */
  readonly address: (part: VideoPart) => string;
  /** Whether it can stop before its end. */
  readonly hasEnd: boolean;
}

interface Host {
  /** Origin of its player. */
  readonly origin: string;
  /** Whole addresses of its player. */
  readonly frame: RegExp;
  /** The video of an address on this host; null: none. */
  readonly read: (url: URL) => LinkedVideo | null;
}

/** Used when the settings name no hosts. */
export const DEFAULT_VIDEO_HOSTS: readonly string[] = ['vimeo.com', 'wistia.com', 'loom.com'];

/** Names that files must end with: formats that current browsers play. */
export const VIDEO_FILE_NAMES = ['.mp4', '.m4v', '.webm', '.ogv', '.mov'] as const;

/** YouTube's player. */
export const YOUTUBE_FRAME = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/[\w-]+(?:\?[\w=&;-]*)?$/;
const YOUTUBE_ORIGINS = ['https://www.youtube-nocookie.com', 'https://www.youtube.com'];

const FILE_PATH = /\.(?:mp4|m4v|webm|ogv|mov)$/i;
/** Whole addresses of files, as {@link videoFileAddress} returns them. */
export const VIDEO_FILE = /^https:\/\/[^\s@"'<>\\/?#]+\/[^\s"'<>\\?#]*\.(?:mp4|m4v|webm|ogv|mov)(?:[?#][^\s"'<>\\]*)?$/i;

const KNOWN: Readonly<Record<string, Host>> = {
  'vimeo.com': {
    origin: 'https://player.vimeo.com',
    frame: /^https:\/\/player\.vimeo\.com\/video\/\d+(?:\?[\w=&.%-]*)?(?:#t=[\dhms]+)?$/,
    read: (url) => {
      const isPlayer = url.hostname === 'player.vimeo.com';
      if (!isPlayer && url.hostname !== 'vimeo.com' && url.hostname !== 'www.vimeo.com') return null;
      const [, id, key = url.searchParams.get('h') ?? ''] = (isPlayer ? VIMEO_PLAYER : VIMEO_PAGE).exec(url.pathname) ?? [];
      if (id === undefined || !/^[\da-z]{0,64}$/i.test(key)) return null;
      const query = key === '' ? '' : `?h=${key}`;
      return {
        kind: 'frame',
        start: secondsOf(/^#t=(.*)$/.exec(url.hash)?.[1]),
        end: null,
        hasEnd: false,
        address: ({ start }) => `https://player.vimeo.com/video/${id}${query}${start === null ? '' : `#t=${start}s`}`,
      };
    },
  },
  'wistia.com': {
    origin: 'https://fast.wistia.net',
    frame: /^https:\/\/fast\.wistia\.net\/embed\/iframe\/[\da-z]+(?:\?[\w=&.%-]*)?$/i,
    read: (url) => {
      const isPlayer = url.hostname === 'fast.wistia.net' || url.hostname === 'fast.wistia.com';
      if (!isPlayer && !/^[\da-z-]+\.wistia\.com$/.test(url.hostname)) return null;
      const id = (isPlayer ? /^\/embed\/(?:iframe|medias)\/([\da-z]{1,64})$/i : /^\/medias\/([\da-z]{1,64})\/?$/i).exec(url.pathname)?.[1];
      if (id === undefined) return null;
      return withStart(`https://fast.wistia.net/embed/iframe/${id}`, 'time', secondsOf(url.searchParams.get('time')));
    },
  },
  'loom.com': {
    origin: 'https://www.loom.com',
    frame: /^https:\/\/www\.loom\.com\/embed\/[\da-f]{32}(?:\?[\w=&.%-]*)?$/,
    read: (url) => {
      if (url.hostname !== 'loom.com' && url.hostname !== 'www.loom.com') return null;
      const id = /^\/(?:share|embed)\/([\da-f]{32})\/?$/.exec(url.pathname)?.[1];
      return id === undefined ? null : withStart(`https://www.loom.com/embed/${id}`, 't', secondsOf(url.searchParams.get('t')));
    },
  },
};

const VIMEO_PLAYER = /^\/video\/(\d{1,20})\/?$/;
const VIMEO_PAGE =
  /^\/(?:channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|(?:album|showcase)\/\d+\/video\/|ondemand\/[\w-]+\/)?(\d{1,20})(?:\/([\da-z]{1,64}))?\/?$/i;

function peerTube(name: string): Host {
  const origin = `https://${name}`;
  return {
    origin,
    frame: new RegExp(`^https://${name.replaceAll('.', String.raw`\.`)}/videos/embed/[\\w-]+(?:\\?[\\w=&.%-]*)?$`),
    read: (url) => {
      // Playlists are in `/w/p/`.
      const id = /^\/(?:w|videos\/(?:watch|embed))\/([\w-]{2,64})\/?$/.exec(url.pathname)?.[1];
      if (url.hostname !== name || id === undefined || id === 'playlist') return null;
      const { searchParams: query } = url;
      return {
        kind: 'frame',
        start: secondsOf(query.get('start')),
        end: secondsOf(query.get('stop')),
        hasEnd: true,
        address: ({ start, end }) => `${origin}/videos/embed/${id}${queryOf({ start, stop: end })}`,
      };
    },
  };
}

/** Hosts by their names in the settings. */
function hostsOf(names: readonly string[]): Host[] {
  return names.map((name) => KNOWN[name] ?? peerTube(name));
}

/** The origins whose frames a page has to allow. */
export function playerOrigins(names: readonly string[]): string[] {
  return [...YOUTUBE_ORIGINS, ...hostsOf(names).map(({ origin }) => origin)];
}

/** Whole addresses of players: YouTube's and those of the hosts. */
export function framePatterns(names: readonly string[]): RegExp[] {
  return [YOUTUBE_FRAME, ...hostsOf(names).map(({ frame }) => frame)];
}

/** The video of an `https` address of one of the hosts, or of a file; null: a link. */
export function readVideoLink(text: string, names: readonly string[]): LinkedVideo | null {
  const url = readHttps(text);
  if (url === null) return null;
  // A host is allowed at its usual port.
  const hosts = url.port === '' ? hostsOf(names) : [];
  for (const host of hosts) {
    const video = host.read(url);
    if (video) return video;
  }
  return readFile(url);
}

/** An `https` address without a user; null: it is none. */
export function readHttps(text: string): URL | null {
  // Control characters and spaces, which browsers remove or encode, are mistakes here.
  const isPlain = /^https:\/\/[^\s\\]+$/i.test(text);
  const url = isPlain && URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url : null;
}

/**
 * A host as settings name it, in lower case and ASCII; null: it is none. Names below a known host are refused, since its player has
 * its own address.
 */
export function readVideoHost(text: string): string | null {
  const url = readHttps(`https://${text}`);
  if (url === null || url.href !== `https://${url.hostname}/` || /[/?#:%]/.test(text)) return null;
  const name = url.hostname;
  const isDomain = /^(?:[\da-z](?:[\da-z-]*[\da-z])?\.)+[a-z](?:[\da-z-]*[\da-z])?$/.test(name);
  const isBelowKnown = ['youtube.com', 'youtube-nocookie.com', 'youtu.be', 'wistia.net', ...Object.keys(KNOWN)].some(
    (known) => name.endsWith(`.${known}`) || (name === known && !(name in KNOWN)),
  );
  return isDomain && !isBelowKnown ? name : null;
}

/** The `https` address of a video file, fit for an attribute; null: it is none. */
export function videoFileAddress(text: string): string | null {
  const url = readHttps(text);
  return url !== null && FILE_PATH.test(url.pathname) ? encodeQuotes(url.href) : null;
}

function encodeQuotes(address: string): string {
  return address.replace(/['"<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function readFile(url: URL): LinkedVideo | null {
  if (!FILE_PATH.test(url.pathname)) return null;
  const [, start, end] = /^#t=([^,]*)(?:,(.*))?$/.exec(url.hash) ?? [];
  const whole = new URL(url);
  whole.hash = '';
  const address = encodeQuotes(whole.href);
  return {
    kind: 'file',
    start: secondsOf(start),
    end: secondsOf(end),
    hasEnd: true,
    // The syntax of media fragments, which browsers know: https://www.w3.org/TR/media-frags/
    address: (part) => {
      if (part.start === null && part.end === null) return address;
      return `${address}#t=${part.start ?? 0}${part.end === null ? '' : `,${part.end}`}`;
    },
  };
}

function withStart(address: string, name: string, from: number | null): LinkedVideo {
  return { kind: 'frame', start: from, end: null, hasEnd: false, address: ({ start }) => address + queryOf({ [name]: start }) };
}

/** A query of the numbers that are given. */
export function queryOf(numbers: Readonly<Record<string, number | null>>): string {
  const given = Object.entries(numbers).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  return given.length === 0 ? '' : `?${given.join('&')}`;
}

/** `90`, `90s`, `1m30s`, `1h2m3s`. */
export function secondsOf(text: string | null | undefined): number | null {
  const parts = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/.exec(text ?? '');
  if (!text || !parts) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return hours * 3_600 + minutes * 60 + seconds;
}
