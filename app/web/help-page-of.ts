import { INDEX_PAGE } from '#features/operations/web/help/read-guide.ts';

/** What a page of the product is about in the guide: the first pattern of its address that matches. */
const PAGES: readonly (readonly [address: RegExp, page: string])[] = [
  [/^\/lesson\/[^/]+\/screen\//, 'screens'],
  [/^\/lesson\/[^/]+\/tests?$/, 'lesson-tests'],
  [/^\/lesson\/[^/]+\/checks$/, 'checks'],
  [/^\/lesson\/[^/]+\/comments$/, 'comments'],
  [/^\/lesson\/[^/]+\/proposals$/, 'proposals'],
  [/^\/(?:lesson|releases)\/[^/]+\/preflight$/, 'preflight'],
  [/^\/(?:lesson|course|track)\/[^/]+\/history$/, 'history'],
  [/^\/lesson\/[^/]+\/deploy\//, 'preview'],
  [/^\/lesson\//, 'lesson-settings'],
  [/^\/(?:home|lessons)?$/, 'first-lesson'],
  [/^\/work$/, 'my-work'],
  [/^\/library(?:\/|$)/, 'library'],
  [/^\/(?:courses?|tracks?)(?:\/|$)/, 'courses-and-paths'],
  [/^\/releases\/[^/]+\/rehearsal$/, 'rehearsal'],
  [/^\/releases(?:\/|$)/, 'releases'],
  [/^\/datasets(?:\/|$)/, 'files-and-datasets'],
  [/^\/(?:search|trash)$/, 'search-and-trash'],
  [/^\/bulk-edits$/, 'many-lessons'],
  [/^\/model-requests$/, 'language-model'],
  [/^\/(?:people|manage-external|rules|account)$/, 'people'],
  [/^\/(?:debug|debug\/components|audit|console)$/, 'health'],
];

/** The page of the guide for the page at this address. */
export function helpPageOf(address: string): string {
  return PAGES.find(([pattern]) => pattern.test(address))?.[1] ?? INDEX_PAGE;
}
