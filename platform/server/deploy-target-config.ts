import { z } from 'zod';
import type { CodeHostConfig } from './code-host-config.ts';
import { readWebhookConfig, type WebhookConfig } from './webhook-config.ts';

/** Where builds are deployed in addition to the built-in preview. docs/operating.md documents the settings. */
export type DeployTargetConfig =
  | { readonly kind: 'built-in' }
  /** Its address is notified of each deploy. */
  | ({ readonly kind: 'webhook' } & WebhookConfig)
  /** A workflow in the content repository; `ref` is the branch whose version of it runs. */
  | { readonly kind: 'github'; readonly workflow: string; readonly ref: string | null };

/** From the environment; validated together by {@link readDeployTarget}. */
export const DeployTargetEnvironment = z.object({
  LESSONWRIGHT_DEPLOY_WEBHOOK: z.url({ protocol: /^https?$/, error: 'must be an https address' }).optional(),
  LESSONWRIGHT_DEPLOY_WEBHOOK_SECRET: z.string().optional(),
  LESSONWRIGHT_DEPLOY_WEBHOOK_SECRET_FILE: z.string().optional(),
  LESSONWRIGHT_DEPLOY_WORKFLOW: z
    .string()
    .regex(/^[\w.-]+\.ya?ml$/, 'must be the file name of a workflow, like deploy.yml')
    .optional(),
  LESSONWRIGHT_DEPLOY_WORKFLOW_REF: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/, 'must be the name of a branch or tag')
    .optional(),
});

/**
 * Builds the deploy target's configuration.
 *
 * @param options.isSafe Whether an address is acceptable: https, this machine, or one that the operator allowed.
 * @throws Error with what is wrong, without secrets.
 */
export function readDeployTarget(
  env: z.infer<typeof DeployTargetEnvironment> & { LESSONWRIGHT_CODE_HOST: CodeHostConfig['kind'] },
  { isSafe }: { isSafe: (url: URL) => boolean },
): DeployTargetConfig {
  const { LESSONWRIGHT_DEPLOY_WEBHOOK: address, LESSONWRIGHT_DEPLOY_WORKFLOW: workflow, LESSONWRIGHT_CODE_HOST: host } = env;
  if (address !== undefined && workflow !== undefined) {
    throw new Error('LESSONWRIGHT_DEPLOY_WORKFLOW: set either a webhook or a workflow, not both.');
  }
  if (workflow !== undefined) {
    if (host !== 'github') throw new Error('LESSONWRIGHT_DEPLOY_WORKFLOW: needs LESSONWRIGHT_CODE_HOST=github.');
    return { kind: 'github', workflow, ref: env.LESSONWRIGHT_DEPLOY_WORKFLOW_REF ?? null };
  }
  const webhook = readWebhookConfig(env, 'LESSONWRIGHT_DEPLOY_WEBHOOK', { isSafe });
  if (webhook === null) return { kind: 'built-in' };
  return { kind: 'webhook', ...webhook };
}
