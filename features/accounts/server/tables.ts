import type { Role } from '#platform/contract/roles.ts';
import type { Table } from '#platform/server/database/tables.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    users: Table<'users', { role: Role }>;
    identities: Table<'identities'>;
    login_attempts: Table<'login_attempts'>;
    sessions: Table<'sessions'>;
    second_factors: Table<'second_factors', { kind: 'totp' | 'passkey' }>;
    recovery_codes: Table<'recovery_codes'>;
    pending_proofs: Table<'pending_proofs', { purpose: 'sign-in' | 'passkey-sign-in' | 'add-passkey' }>;
    personal_tokens: Table<'personal_tokens'>;
    invitations: Table<'invitations'>;
    user_groups: Table<'user_groups'>;
    user_group_members: Table<'user_group_members'>;
  }
}
