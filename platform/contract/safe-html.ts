import { z } from 'zod';

/**
 * HTML that is safe to show. Only the Markdown renderer makes it (platform/content/markdown.ts); on the wire and in builds it is a plain
 * string, which schemas mark again where the renderer filled the field. `RenderedHtml` shows it.
 */
export const SafeHtml = z.string().brand<'SafeHtml'>();
export type SafeHtml = z.infer<typeof SafeHtml>;
