import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { ID_PREFIX } from './markdown-footnotes.ts';
import { MATH_DISPLAY, MATH_INLINE } from './markdown-math.ts';
import { framePatterns, VIDEO_FILE } from './video-hosts.ts';

const { attributes = {} } = defaultSchema;
const tagNames = defaultSchema.tagNames ?? [];

/** Of the boxes that markdown-boxes.ts makes. */
const BOX_CLASS = /^box(-[a-z-]+)?$/;

const BASE: Schema = {
  ...defaultSchema,
  clobberPrefix: ID_PREFIX,
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
  },
  ancestors: { ...defaultSchema.ancestors, track: ['video'] },
  protocols: {
    ...defaultSchema.protocols,
    href: ['http', 'https', 'mailto'],
    src: ['http', 'https'],
  },
};

/**
 * What markdown may contain, with videos of these hosts. The sanitizer removes everything else, however it is spelled: scripts,
 * styles, forms, event handlers, other protocols. Ids get a prefix, so that content can't shadow globals of the page.
 */
export function markdownSchema(videoHosts: readonly string[]): Schema {
  const iframe: NonNullable<Schema['attributes']>[string] = [
    ['src', ...framePatterns(videoHosts)],
    'width',
    'height',
    'allowFullScreen',
    'title',
  ];
  return { ...BASE, attributes: { ...BASE.attributes, iframe } };
}
