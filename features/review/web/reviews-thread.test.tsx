import { MantineProvider } from '@mantine/core';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PullRequest } from '../contract/pull-requests.ts';
import { Standing } from './reviews-thread.tsx';

type Review = PullRequest['reviews'][number];

const REVIEW: Review = {
  by: 'Rita',
  verdict: 'approve',
  text: '',
  at: '2026-11-28T10:00:00.000Z',
  commit: 'a'.repeat(40),
  is_outdated: false,
  is_own: false,
  has_left: false,
  approval: 'counts',
  changes_since: 0,
};

function shown(change: Partial<Review>): string {
  const page = document.createElement('div');
  page.innerHTML = renderToStaticMarkup(
    <MantineProvider env="test">
      <Standing review={{ ...REVIEW, ...change }} />
    </MantineProvider>,
  );
  for (const style of page.querySelectorAll('style')) style.remove();
  return page.textContent.replaceAll(/\s+/g, ' ');
}

it.each<[string, Partial<Review>, string]>([
  ['counts', {}, ''],
  ['counts, with commits since that changed no lesson', { is_outdated: true }, ''],
  [
    'is of an earlier state',
    { approval: 'outdated', is_outdated: true, changes_since: 2 },
    'Approved before the last 2 changes · see them',
  ],
  ['is of the state before', { approval: 'outdated', is_outdated: true, changes_since: 1 }, 'Approved before the last change · see it'],
  ['is of a version that is gone', { approval: 'outdated', is_outdated: true }, 'Approved an earlier version'],
  ['is the opener’s', { approval: 'opener' }, 'Doesn’t count: opened this pull request'],
  ['is a writer’s', { approval: 'writer' }, 'Doesn’t count: changed something in this release'],
  ['is of someone who has left', { approval: 'no-access' }, 'Doesn’t count: no longer has access'],
  ['is of an account that no user here has', { approval: 'no-account' }, 'Doesn’t count: has no account here'],
  [
    'is a request for changes of someone who has left',
    { verdict: 'request-changes', approval: null, has_left: true },
    'No longer has access: doesn’t block the merge',
  ],
  ['is a request for changes', { verdict: 'request-changes', approval: null }, ''],
  ['is another verdict of an earlier state', { verdict: 'comment', approval: null, is_outdated: true }, 'outdated'],
])('a review that %s says so', (_name, change, text) => {
  expect(shown(change)).toBe(text);
});
