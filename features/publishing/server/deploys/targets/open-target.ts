import type { Platform } from '#platform/server/platform.ts';
import type { DeployTarget } from '../../../contract/deploys.ts';
import { GitHubTarget } from './github-target.ts';
import { TARGET_MESSAGES } from './messages.ts';
import { TargetError, type Target } from './target.ts';
import { WebhookTarget } from './webhook-target.ts';

/**
 * The environment of a deploy; null: only the built-in preview.
 *
 * @throws TargetError if the deploy was started for another environment than the settings name now.
 */
export function openTarget({ config, codeHost }: Pick<Platform, 'config' | 'codeHost'>, wanted: DeployTarget): Target | null {
  const { deployTarget: settings } = config;
  if (wanted === 'built-in') return null;
  if (settings.kind !== wanted) throw new TargetError(TARGET_MESSAGES.changed, { isPassing: false });
  if (settings.kind === 'webhook') return new WebhookTarget(settings);
  if (settings.kind === 'github' && codeHost.workflows !== null) {
    return new GitHubTarget(codeHost.workflows, { name: settings.workflow, ref: settings.ref });
  }
  throw new TargetError(TARGET_MESSAGES.changed, { isPassing: false });
}
