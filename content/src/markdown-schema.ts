import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { MATH_DISPLAY, MATH_INLINE } from './markdown-math.ts';

/** The only allowed frames: YouTube's player. */
export const VIDEO_ADDRESS = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/[\w-]+(?:\?[\w=&;-]*)?$/;

const { attributes = {} } = defaultSchema;
const tagNames = defaultSchema.tagNames ?? [];

/**
 * What markdown may contain. The sanitizer removes everything else, however it is spelled: scripts, styles, forms, event
 * handlers, other protocols. Ids get a prefix, so that content can't shadow globals of the page.
 */
export const MARKDOWN_SCHEMA: Schema = {
  ...defaultSchema,
  clobberPrefix: 'user-content-',
  tagNames: [...tagNames.filter((name) => name !== 'input'), 'iframe', 'mark', 'figure', 'figcaption', 'u', 'abbr'],
  attributes: {
    ...attributes,
    code: [['className', /^language-[\w+#-]+$/, MATH_INLINE, MATH_DISPLAY]],
    iframe: [['src', VIDEO_ADDRESS], 'width', 'height', 'allowFullScreen', 'title'],
    abbr: ['title'],
  },
  protocols: {
    ...defaultSchema.protocols,
    href: ['http', 'https', 'mailto'],
    src: ['http', 'https'],
  },
};
