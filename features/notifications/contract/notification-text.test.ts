import { describe, expect, it } from 'vitest';
import { linkedNotification, notificationAddress, notificationContext, notificationLink, notificationText } from './notification-text.ts';
import { NotificationDetails, type NotificationKind } from './notifications.ts';

const lesson = { sequence: 5, title: 'Loops' };
const screen = { sequence: 2, title: 'Why' };
const actor = { id: 1, name: 'Ada' };
const nowhere = { lesson_id: null, screen_id: null, comment_id: null, release_id: null, build_number: null };

describe('a notification', () => {
  it.each<[string, NotificationKind, object, string, object, string]>([
    [
      'Ada mentioned you in a comment',
      'mention',
      { lesson, screen },
      'Lesson 5: Loops, screen 2',
      { lesson_id: 7, screen_id: 8, comment_id: 9 },
      '/lesson/7/screen/8?comment=9',
    ],
    ['Ada replied to a comment', 'reply', { lesson }, 'Lesson 5: Loops', { lesson_id: 7 }, '/lesson/7'],
    ['Ada asks you to review Spring', 'review_request', { release: 'Spring' }, '', { release_id: 3 }, '/releases/3/pull'],
    ['Ada approved Spring', 'review', { release: 'Spring', verdict: 'approve' }, '', { release_id: 3 }, '/releases/3/pull'],
    ['Ada requested changes to your pull request', 'review', { verdict: 'request-changes' }, '', {}, '/releases'],
    ['Ada commented on Spring', 'review', { release: 'Spring', verdict: 'comment' }, '', { release_id: 3 }, '/releases/3/pull'],
    [
      'Your deploy failed',
      'finished',
      { lesson, work: 'deploy', has_failed: true },
      'Lesson 5: Loops',
      { lesson_id: 7, build_number: 4 },
      '/lesson/7/deploy/4',
    ],
    [
      'Ada proposes a change',
      'proposal',
      { lesson, screen, proposal: 6 },
      'Lesson 5: Loops, screen 2',
      { lesson_id: 7, screen_id: 8 },
      '/lesson/7/screen/8?proposal=6',
    ],
    ['Ada proposes a change', 'proposal', { lesson, proposal: 6 }, 'Lesson 5: Loops', { lesson_id: 7 }, '/lesson/7/proposals'],
    ['Ada declined your proposal', 'proposal_decision', { lesson, decision: 'declined' }, 'Lesson 5: Loops', { lesson_id: 7 }, '/lesson/7'],
    ['Your proposal no longer applies', 'proposal_decision', { decision: 'outdated' }, '', { lesson_id: 7 }, '/lesson/7'],
    ['Your packages were built', 'finished', { lesson, work: 'build' }, 'Lesson 5: Loops', { lesson_id: 7 }, '/lesson/7'],
    [
      'Your test passed',
      'finished',
      { lesson, screen, work: 'tests' },
      'Lesson 5: Loops, screen 2',
      { lesson_id: 7, screen_id: 8 },
      '/lesson/7/tests',
    ],
    [
      'All 4 tests passed',
      'finished',
      { lesson, work: 'tests', tests: { total: 4, failed: 0, lessons: 1, failed_in: [] } },
      'Lesson 5: Loops',
      { lesson_id: 7 },
      '/lesson/7/tests',
    ],
    [
      '2 of 9 tests in 3 lessons failed',
      'finished',
      { work: 'tests', has_failed: true, tests: { total: 9, failed: 2, lessons: 3, failed_in: [5, 6] } },
      'Failed in lessons 5, 6',
      { lesson_id: 7 },
      '/lesson/7/tests?failed=true',
    ],
    ['Your import is finished', 'finished', { work: 'import', release: 'Spring' }, 'Spring', { release_id: 3 }, '/releases'],
  ])('reads “%s”', (text, kind, pieces, context, target, address) => {
    const notification = { kind, actor, details: NotificationDetails.parse(pieces), target: { ...nowhere, ...target } };
    expect(notificationText(notification)).toBe(text);
    expect(notificationContext(notification)).toBe(context);
    expect(notificationAddress(notification)).toBe(address);
  });

  it.each([
    [{ lesson_id: 7 }, '/lesson/7?notification=12'],
    [{ lesson_id: 7, screen_id: 8, comment_id: 9 }, '/lesson/7/screen/8?comment=9&notification=12'],
  ])('has a link for emails that names it: %j', (target, link) => {
    expect(notificationLink({ id: 12, details: NotificationDetails.parse({}), target: { ...nowhere, ...target } })).toBe(link);
    expect(linkedNotification(new URL(link, 'https://x.example').search)).toBe(12);
  });

  it.each(['', '?comment=9', '?notification=', '?notification=-1', '?notification=1e3', '?notification=12345678901'])(
    'is not named by the query “%s”',
    (search) => {
      expect(linkedNotification(search)).toBeNull();
    },
  );

  it('shows no name if its user was deleted', () => {
    expect(notificationText({ kind: 'mention', actor: null, details: NotificationDetails.parse({}) })).toBe(
      'Someone mentioned you in a comment',
    );
  });
});
