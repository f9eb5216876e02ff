import { type Actor, canCall } from '#platform/contract/roles.ts';

/** The pages with views, where each is, and what its views are called. */
export const VIEW_PAGES = {
  lessons: { to: '/', noun: 'view' },
  library: { to: '/library', noun: 'view' },
  search: { to: '/search', noun: 'search' },
} as const;
export type ViewPage = keyof typeof VIEW_PAGES;
export const VIEW_PAGE_NAMES = Object.keys(VIEW_PAGES) as [ViewPage, ...ViewPage[]];

/** Most views of one person. */
export const VIEWS_MAX = 200;

/** Whether a user shares views with the team, and sees those of others. They name people and releases. */
export function mayShareViews(actor: Pick<Actor, 'role'>): boolean {
  return canCall('staff', actor);
}

/** Leads take shared views of others out of everyone's list. Whoever saved one keeps it. */
export function mayUnshareView(actor: Pick<Actor, 'role'>, view: { readonly is_own: boolean; readonly is_shared: boolean }): boolean {
  return view.is_shared && (view.is_own || canCall('lead', actor));
}
