import { lessonQuery, screenNamesQuery } from '#features/lessons/web/queries.ts';
import { shortLessonLink } from '#platform/content/lesson-link.ts';
import { queryClient } from '#platform/web/query-client.ts';
import type { LinkOfAddress } from '#platform/web/ui/markdown-editor/pasted-links.ts';

/** Links to a lesson or a screen by the address of its page. */
export const linkToPage: LinkOfAddress = (address) => {
  const page = lessonPageOf(address, location.origin);
  return page && linkTo(page.lessonId, page.screenId);
};

/** The ids in the address of a page of a lesson, or of one of its screens, on this server. Null: another address. */
export function lessonPageOf(address: string, origin: string): { readonly lessonId: number; readonly screenId: number | null } | null {
  if (!address.startsWith(`${origin}/`)) return null;
  const [, lesson, screen] = /^\/lesson\/(\d{1,9})(?:\/screen\/(\d{1,9}))?\/?(?:[?#]\S*)?$/.exec(address.slice(origin.length)) ?? [];
  return lesson === undefined ? null : { lessonId: Number(lesson), screenId: screen === undefined ? null : Number(screen) };
}

async function linkTo(lessonId: number, screenId: number | null) {
  const [lesson, screens] = await Promise.all([
    queryClient.query(lessonQuery(lessonId)),
    screenId === null ? null : queryClient.query(screenNamesQuery(lessonId)),
  ]);
  if (!screens) return { title: lesson.title, href: shortLessonLink(lesson.uuid, null) };
  const screen = screens.find(({ id }) => id === screenId);
  return screen ? { title: screen.title.trim() || lesson.title, href: shortLessonLink(lesson.uuid, screen.uuid) } : null;
}
