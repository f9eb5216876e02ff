import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { ApiError } from '#contract/client.ts';
import type { CurrentUser } from '#contract/users.ts';
import { currentUserQuery } from '#web/platform/queries.ts';
import { Shell } from '../shell.tsx';
import { SignedIn } from '../signed-in.tsx';

/** What every route is given. */
export interface RouterContext {
  queryClient: QueryClient;
}

/** Asks for what a page will need while its script is still on its way. A failure is told by the page. */
export function ahead(...queries: Promise<unknown>[]): void {
  for (const query of queries) query.catch(() => undefined);
}

/** A §6, B §6: for external authors there is no such page. */
export function staffOnly({ context }: { context: { user: CurrentUser } }): void {
  if (context.user.external) redirect({ to: '/', replace: true, throw: true });
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

/** Everything behind the sign-in. A §1: without a user, or without an email, the way leads to /login. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const user = await context.queryClient.query({ ...currentUserQuery, staleTime: 'static' }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    });
    if (!user?.email) redirect({ to: '/login', search: location.href === '/' ? {} : { to: location.href }, throw: true });
    return { user: user as CurrentUser };
  },
  component: SignedIn,
});

export const shellRoute = createRoute({ getParentRoute: () => signedInRoute, id: 'shell', component: Shell });
