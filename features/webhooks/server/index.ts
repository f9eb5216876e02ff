export { pollCodeHost } from './poll-code-host.ts';
export { webhookHandlers } from './routes.ts';
export { startWebhookWorkers } from './workers.ts';
