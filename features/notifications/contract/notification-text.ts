import type { FinishedWork, Notification, NotificationDetails } from './notifications.ts';

const WORK: Record<FinishedWork, { succeeded: string; failed: string }> = {
  build: { succeeded: 'Your packages were built', failed: 'The build of your packages failed' },
  deploy: { succeeded: 'Your deploy succeeded', failed: 'Your deploy failed' },
  tests: { succeeded: 'Your test passed', failed: 'Your test failed' },
  import: { succeeded: 'Your import is finished', failed: 'Your import failed' },
};

const REVIEWED = { approve: 'approved', 'request-changes': 'requested changes to', comment: 'commented on' } as const;

/** A notification as a sentence without a period, for the page and the email. */
export function notificationText({ kind, actor, details }: Pick<Notification, 'kind' | 'actor' | 'details'>): string {
  const by = actor?.name ?? 'Someone';
  switch (kind) {
    case 'mention':
      return `${by} mentioned you in a comment`;
    case 'reply':
      return details.is_from_learner ? 'A learner reported a problem' : `${by} replied to a comment`;
    case 'review_request':
      if (details.is_unassigned) return `${by} sent ${details.release ?? 'a pull request'} for review without choosing a reviewer`;
      return `${by} asks you to review ${details.release ?? 'a pull request'}`;
    case 'review':
      return `${by} ${REVIEWED[details.verdict ?? 'comment']} ${details.release ?? 'your pull request'}`;
    case 'proposal':
      return `${by} proposes a change`;
    case 'proposal_decision':
      return details.decision === 'outdated'
        ? 'Your proposal no longer applies'
        : `${by} ${details.decision ?? 'decided on'} your proposal`;
    case 'finished':
      if (details.tests !== null) return testsText(details.tests);
      return details.work === null ? 'Your work is finished' : WORK[details.work][details.has_failed ? 'failed' : 'succeeded'];
  }
}

function testsText({ total, failed, lessons }: NonNullable<NotificationDetails['tests']>): string {
  const of = lessons === 1 ? '' : ` in ${lessons} lessons`;
  return failed === 0 ? `All ${total} tests${of} passed` : `${failed} of ${total} tests${of} failed`;
}

/** Which lesson and screen a notification is about; empty for those about a release, whose sentence names it. */
export function notificationContext({ kind, details }: Pick<Notification, 'kind' | 'details'>): string {
  const { lesson, screen, release, tests } = details;
  if (tests !== null && tests.failed_in.length > 0 && lesson === null)
    return `Failed in ${tests.failed_in.length === 1 ? 'lesson' : 'lessons'} ${tests.failed_in.join(', ')}`;
  if (lesson === null) return kind === 'finished' && release !== null ? release : '';
  const name = `Lesson ${lesson.sequence}: ${lesson.title}`;
  return screen === null ? name : `${name}, screen ${screen.sequence}`;
}

/** The path and query of the page that shows what a notification is about. */
export function notificationAddress({ details, target }: Pick<Notification, 'details' | 'target'>): string {
  const { lesson_id: lesson, screen_id: screen, comment_id: comment, release_id: release, build_number: build } = target;
  if (lesson !== null && screen !== null && comment !== null) return `/lesson/${lesson}/screen/${screen}?comment=${comment}`;
  if (lesson !== null && build !== null) return `/lesson/${lesson}/deploy/${build}`;
  if (lesson !== null && details.work === 'tests')
    return `/lesson/${lesson}/tests${(details.tests?.failed ?? 0) > 0 ? '?failed=true' : ''}`;
  if (lesson !== null && details.proposal !== null)
    return screen === null ? `/lesson/${lesson}/proposals` : `/lesson/${lesson}/screen/${screen}?proposal=${details.proposal}`;
  if (lesson !== null && screen !== null) return `/lesson/${lesson}/screen/${screen}`;
  if (lesson !== null) return `/lesson/${lesson}`;
  if (release !== null && details.work === null) return `/releases/${release}/pull`;
  return '/releases';
}

/** Opening a page with this parameter marks the notification as read. */
const LINKED = 'notification';

/** The address for an email: opening it marks the notification as read. */
export function notificationLink(notification: Pick<Notification, 'id' | 'details' | 'target'>): string {
  const address = notificationAddress(notification);
  return `${address}${address.includes('?') ? '&' : '?'}${LINKED}=${notification.id}`;
}

/** The id of the notification whose link led to a page; null: none. `search` is the query of the address. */
export function linkedNotification(search: string): number | null {
  const text = new URLSearchParams(search).get(LINKED) ?? '';
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
