/**
 * The audit trail: who changed what, and when. `recordAudit` writes an entry in the transaction of the change it describes; `recordCall`
 * adds one for a changing API call that wrote none. Also the API console with its history of calls.
 */

export { type AuditEntry, recordAudit, recordCall } from './audit.ts';
export { listPushers } from './queries.ts';
export { auditModule } from './routes.ts';
