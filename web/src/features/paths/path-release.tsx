import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Path } from '#contract/paths.ts';
import { releasesQuery } from '#web/platform/queries.ts';

/** The release of a path, with its branch on hover. */
export function PathRelease({ path }: { path: Pick<Path, 'release_id' | 'release_name' | 'is_main'> }) {
  const releases = useQuery(releasesQuery);
  const release = releases.data?.find(({ id }) => id === path.release_id);
  return (
    <Badge color={path.is_main ? 'green' : 'gray'} title={release ? `Branch ${release.version_major}` : undefined}>
      {path.release_name}
    </Badge>
  );
}
