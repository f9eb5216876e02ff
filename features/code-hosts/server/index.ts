export {
  CodeHostError,
  type CodeHost,
  type HostedComment,
  type HostedPull,
  type NewHostedComment,
  type PullHost,
  type WorkflowHost,
  type WorkflowRun,
  type WrittenReview,
} from './code-host.ts';
export { openCodeHost } from './open-code-host.ts';
export { whyNoCodeHost } from './try-code-host.ts';
export { deliveryOf } from './read-webhook.ts';
