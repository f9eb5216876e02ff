/** The branch's content: lessons, courses and paths, each in its own folder below one of these. */
export const CONTENT_ROOTS = ['lessons', 'courses', 'paths'] as const;
export type ContentRoot = (typeof CONTENT_ROOTS)[number];

/** The settings file at the root of a content repository. */
export const SETTINGS_FILE = '.lessonwright.yaml';
