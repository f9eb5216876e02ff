export { archiveAudit } from './archive-audit.ts';
export { type AuditEntry, auditEntry, recordAudit, recordCall } from './audit.ts';
export type { AuditAction } from './phrases.ts';
export { listPushers } from './queries.ts';
export { auditModule } from './routes.ts';
