import type { BulkEditResult } from '#features/bulk-edits/contract.ts';
import { toBulkEditResult, writeBulkEdit } from '#features/bulk-edits/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handlers } from '#platform/server/http/mount.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { replaceRoutes } from '../contract.ts';
import { editsOf, type ReplacePlan } from './apply-plan.ts';
import { checkReplace } from './check-replace.ts';
import { MESSAGES, replaceSummary } from './messages.ts';
import { previewReplace } from './preview-replace.ts';

/** The handlers of all routes of this module. */
export const replaceModule = (platform: Platform): Handlers<typeof replaceRoutes> => ({
  previewReplace: ({ actor, body }) => previewReplace(platform, actor, body),
  checkReplace: ({ actor, body }) =>
    platform.operations.run({ id: body.operation_id, actor, stopped: MESSAGES.stopped }, (operation) =>
      checkReplace(platform, actor, body, operation),
    ),
  replace: ({ actor, body }) =>
    platform.operations.run({ id: body.operation_id, actor, stopped: MESSAGES.stopped }, (operation) =>
      replace(platform, actor, body, operation),
    ),
});

/** Carries out a plan as one bulk edit. Texts that changed since their preview are left alone. */
async function replace(
  platform: Platform,
  actor: Actor,
  plan: ReplacePlan & { message?: string | undefined },
  operation: Operation,
): Promise<BulkEditResult> {
  const summary = replaceSummary(plan.query.text, plan.replacement);
  const spec = { kind: 'replace' as const, summary, message: plan.message || null };
  return toBulkEditResult(platform, await writeBulkEdit(platform, actor, spec, editsOf(plan), operation));
}
