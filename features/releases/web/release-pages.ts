import { type RegisteredRouter, useRouter } from '@tanstack/react-router';
import { type ComponentType, useMemo } from 'react';

/**
 * What the route of a page about one release says of it (`staticData`): the list of releases and the other pages about the release link to it,
 * and needn't know its feature.
 */
interface ReleasePage {
  /** Together with the release's name it names the page: "Preflight" of "Spring". */
  readonly name: string;
  /** Its column in the list of releases. */
  readonly header: string;
  readonly minWidth: number;
  readonly hint: string;
  readonly icon: ComponentType<{ size: number; 'aria-hidden': true }>;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    releasePage?: ReleasePage;
  }
}

type ReleasePath = Extract<keyof RegisteredRouter['routesByPath'], `/releases/$releaseId/${string}`>;

export interface ReleasePageLink extends ReleasePage {
  readonly to: ReleasePath;
}

/** The pages about one release, in the order of their routes. */
export function useReleasePages(): readonly ReleasePageLink[] {
  const { routesByPath } = useRouter();
  return useMemo(
    () =>
      Object.values(routesByPath).flatMap((route) => {
        const page = route.options.staticData?.releasePage;
        return page ? [{ ...page, to: route.fullPath as ReleasePath }] : [];
      }),
    [routesByPath],
  );
}
