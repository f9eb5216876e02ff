/** Parameters that only say where a reader came from. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|_hsenc|_hsmi|yclid|twclid|vero_id|mkt_tok)$/i;
/** Addresses that lead on to the one in this parameter. */
const REDIRECTS: readonly { readonly host: RegExp; readonly path: RegExp; readonly parameter: string }[] = [
  { host: /^(?:www\.)?google\.[a-z.]+$/, path: /^\/url$/, parameter: 'q' },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\/$/, parameter: 'url' },
  { host: /^l\.facebook\.com$/, path: /^\/l\.php$/, parameter: 'u' },
];

/** Where a link leads, without what tracks readers; null: nowhere outside of the page it is from. */
export function linkTarget(href: string | null): string | null {
  const url = href === null ? null : URL.parse(href.trim());
  if (!url) return null;
  if (url.protocol === 'mailto:') return url.href;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const redirect = REDIRECTS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  const target = redirect && url.searchParams.get(redirect.parameter);
  // Not followed further: it could lead round in circles.
  return withoutTracking((target ? URL.parse(target) : null) ?? url, target ?? href?.trim() ?? url.href);
}

/** As it was written, unless something is removed. */
function withoutTracking(url: URL, written: string): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  const tracking = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  if (tracking.length === 0) return written;
  for (const name of tracking) url.searchParams.delete(name);
  return url.href;
}

/** Addresses of images that only the account they were copied from can open, or that soon end. */
const PRIVATE_IMAGES = /(?:^|\.)(?:googleusercontent\.com|notion\.so|notion-static\.com|amazonaws\.com)$/;

/** Whether learners could see an image at this address. Pages load images from other hosts by https only. */
export function isPublicImage(src: string): boolean {
  const url = URL.parse(src);
  return url?.protocol === 'https:' && !PRIVATE_IMAGES.test(url.hostname);
}
