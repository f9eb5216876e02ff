import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { ID_PREFIX } from './markdown-footnotes.ts';
import { MATH_DISPLAY, MATH_INLINE } from './markdown-math.ts';
import { framePatterns, VIDEO_FILE } from './video-hosts.ts';

const attributes = defaultSchema.attributes ?? {};
const tagNames = defaultSchema.tagNames ?? [];

/** Classes of the boxes that markdown-boxes.ts makes. */
const BOX_CLASS = /^box(-[a-z-]+)?$/;

const NO_ROLE = ['presentation', 'none'];
const FRAME_ATTRIBUTES = ['width', 'height', 'allowFullScreen', 'title'];

const BASE: Schema = {
  ...defaultSchema,
  clobberPrefix: ID_PREFIX,
  // The cells that `headers` names have ids with the prefix.
  clobber: [...(defaultSchema.clobber ?? []), 'headers'],
  tagNames: [...tagNames.filter((name) => name !== 'input'), 'iframe', 'video', 'track', 'mark', 'figure', 'figcaption', 'u', 'abbr'],
  attributes: {
    ...attributes,
    code: [['className', /^language-[\w+#-]+$/, MATH_INLINE, MATH_DISPLAY]],
    // Nothing starts by itself: there is no `autoplay`.
    video: [['src', VIDEO_FILE], 'width', 'height', 'title'],
    track: [['src', /^https:\/\//i], ['kind', 'captions', 'subtitles', 'descriptions'], 'srcLang', 'label', 'default'],
    abbr: ['title'],
    div: [['className', BOX_CLASS]],
    details: [['className', BOX_CLASS]],
    summary: [['className', 'box-title']],
    p: [['className', 'box-title']],
    // Says that an image is decoration, and a table only layout.
    img: [...(attributes['img'] ?? []), ['role', ...NO_ROLE], ['ariaHidden', 'true']],
    table: [...(attributes['table'] ?? []), ['role', ...NO_ROLE]],
  },
  ancestors: { ...defaultSchema.ancestors, track: ['video'] },
  protocols: {
    ...defaultSchema.protocols,
    href: ['http', 'https', 'mailto', 'lesson'],
    src: ['http', 'https'],
  },
};

/**
 * What markdown may contain, with videos of these hosts. The sanitizer removes everything else, however it is spelled: scripts,
 * styles, forms, event handlers, other protocols. Ids get a prefix, so that content can't shadow globals of the page.
 */
export function markdownSchema(videoHosts: readonly string[]): Schema {
  const iframe: NonNullable<Schema['attributes']>[string] = [['src', ...framePatterns(videoHosts)], ...FRAME_ATTRIBUTES];
  return { ...BASE, attributes: { ...BASE.attributes, iframe } };
}

const nameOf = (kept: string | readonly unknown[]) => (typeof kept === 'string' ? kept : String(kept[0])).toLowerCase();
const keptEverywhere = new Set((BASE.attributes?.['*'] ?? []).map(nameOf));
const keptByTag = new Map(
  Object.entries({ ...BASE.attributes, iframe: ['src', ...FRAME_ATTRIBUTES] }).map(([tag, kept]) => [
    tag,
    new Set((kept ?? []).map(nameOf)),
  ]),
);
const keptTags = new Set(BASE.tagNames);
/** Properties whose names aren't those of their attributes. */
const PROPERTIES: Readonly<Record<string, string>> = { class: 'classname', for: 'htmlfor', 'http-equiv': 'httpequiv' };

/** Whether learners get this attribute of an element. The sanitizer removes all others. */
export function isKeptAttribute(tag: string, attribute: string): boolean {
  const name = PROPERTIES[attribute] ?? attribute.replaceAll('-', '');
  return keptEverywhere.has(name) || keptByTag.get(tag)?.has(name) === true;
}

/** Whether learners get elements of this name. Of the others they get the content, or nothing. */
export function isKeptTag(tag: string): boolean {
  return keptTags.has(tag);
}

/** Whether nothing in these elements reaches learners either. */
export function isRemovedWhole(tag: string): boolean {
  return BASE.strip?.includes(tag) === true;
}
