import type { DeployOrder } from '#features/publishing/server/deploys/targets/target.ts';

/** An order for a deploy target, in tests that create no build for it. */
export const DEPLOY_ORDER: DeployOrder = {
  id: 'lessonwright-7-2',
  lesson: { id: 1, sequence: 5, title: 'Sums', release: 'main' },
  build_number: 2,
  bundle_url: 'https://lessons.example/api/deploy-bundle/secret',
  bundle_expires_at: '2026-01-01T00:00:00Z',
  log_url: 'https://lessons.example/lesson/1/deploy/2',
};
