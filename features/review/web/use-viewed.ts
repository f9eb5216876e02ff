import { useLocalStorage } from '@mantine/hooks';
import { useCurrentUser } from '#features/accounts/web/session/current-user.ts';
import type { PullRequest } from '../contract/pull-requests.ts';
import type { Viewed } from '../rules/lesson-marks.ts';

/** Which lessons of a pull request the user marked as viewed. Kept in this browser. */
export function useViewed({ release_id, number }: Pick<PullRequest, 'release_id' | 'number'>) {
  const { id } = useCurrentUser();
  const [viewed, setViewed] = useLocalStorage<Viewed>({
    key: `lessonwright-viewed-${id}-${release_id}-${number}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return { viewed, setViewed };
}
