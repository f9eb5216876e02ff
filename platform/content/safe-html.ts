import type { SafeHtml } from '#platform/contract/safe-html.ts';

/** The HTML of an empty text. */
export const NO_HTML = '' as SafeHtml;
