import { AUDIT_KINDS, type AuditKind } from '../contract/audit-kinds.ts';
import type { AuditFilter } from '../contract/audit.ts';
import type { AuditSearch } from './audit-search.ts';

const isKind = (kind: string): kind is AuditKind => Object.hasOwn(AUDIT_KINDS, kind);

/** What the page asks for: deeds, unless the search names a kind, or an action, which may be of any kind. */
export function auditFilter({ kind, ...search }: AuditSearch): AuditFilter & Pick<AuditSearch, 'before'> {
  if (kind !== undefined && isKind(kind)) return { ...search, kind };
  return kind === 'all' || search.action !== undefined ? search : { ...search, kind: 'deeds' };
}
