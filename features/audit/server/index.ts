export { type AuditEntry, recordAudit, recordCall } from './audit.ts';
export { listPushers } from './queries.ts';
export { auditModule } from './routes.ts';
