import type { Element, ElementContent, Root } from 'hast';
import { SKIP, visit } from 'unist-util-visit';
import { framePatterns, videoFileAddress } from './video-hosts.ts';

/**
 * Prepares the frames and videos of a text for the sanitizer, which removes the address of every frame that isn't a player of these
 * hosts, and of every video that isn't a file. Others become a link, so that learners still reach them.
 */
export function prepareVideos(tree: Root, hosts: readonly string[]): void {
  const frames = framePatterns(hosts);
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined || (node.tagName !== 'iframe' && node.tagName !== 'video')) return undefined;
    const address = addressOf(node);
    const isVideo = node.tagName === 'video';
    const file = isVideo ? videoFileAddress(address) : null;
    if (file !== null) {
      node.properties['src'] = file;
      node.children = node.children.filter((child) => child.type === 'element' && child.tagName === 'track');
      return SKIP;
    }
    if (!isVideo && frames.some((pattern) => pattern.test(address))) {
      node.properties['src'] = address;
      return SKIP;
    }
    const link = linkTo(address, node.properties['title']);
    const kept = link ?? (isVideo ? node.children : []);
    parent.children.splice(index, 1, ...(link && parent.type === 'root' ? [paragraph(link)] : kept));
    return index + (link ? 1 : 0);
  });
}

/** A video has its address in `src`, or in its sources, of which the first counts. */
function addressOf({ properties, children }: Element): string {
  const source = children.find((child) => child.type === 'element' && child.tagName === 'source');
  const address = properties['src'] ?? (source?.type === 'element' ? source.properties['src'] : undefined);
  return typeof address === 'string' ? address.trim() : '';
}

/** Null: the address is none to link to. */
function linkTo(address: string, title: unknown): ElementContent[] | null {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  const value = typeof title === 'string' && title.trim() !== '' ? title : url.href;
  return [{ type: 'element', tagName: 'a', properties: { href: url.href }, children: [{ type: 'text', value }] }];
}

function paragraph(children: ElementContent[]): Element {
  return { type: 'element', tagName: 'p', properties: {}, children };
}

/**
 * Completes a sanitized frame or video. Its name is for people who can't see it. One without an address is removed.
 *
 * @returns where to go on, for `visit`.
 */
export function showVideo(node: Element, siblings: unknown[], index: number): number | typeof SKIP {
  const { properties } = node;
  if (!properties['src']) {
    siblings.splice(index, 1);
    return index;
  }
  const { title } = properties;
  const name = typeof title === 'string' && title.trim() !== '' ? title : 'Video';
  if (node.tagName === 'iframe') {
    node.children = [];
    Object.assign(properties, { title: name, loading: 'lazy', referrerPolicy: 'strict-origin-when-cross-origin' });
    return SKIP;
  }
  // Captions of another host are only read with its permission, for which the browser has to ask.
  const tracks = node.children.length > 0 ? { crossOrigin: 'anonymous' } : {};
  Object.assign(properties, { controls: true, preload: 'metadata', playsInline: true, ariaLabel: name, ...tracks });
  return SKIP;
}
