import type { Generated, GeneratedAlways } from 'kysely';
import type { NotificationKind } from '#features/notifications/contract/notifications.ts';
import type { Role } from '#platform/contract/roles.ts';
import type { Document, Json, JsonWithDefault } from '../column-types.ts';

// Users, how they sign in, their notifications and their audit trail.

export interface UserTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string | null;
  role: Role;
  password_hash: string | null;
  created_at: Generated<Date>;
  revoked_at: Date | null;
  staff_by_settings: Generated<boolean>;
}

export interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  email: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
}

export interface LoginAttemptTable {
  id_hash: string;
  provider: string;
  state: string;
  nonce: string;
  code_verifier: string;
  expires_at: Date;
}

export interface SessionTable {
  id_hash: string;
  user_id: number | null;
  data: Json<Document>;
  expires_at: Date;
}

export interface SecondFactorTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  credential_id: string | null;
  data: Json<Document>;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
}

export interface PendingProofTable {
  id_hash: string;
  purpose: 'sign-in' | 'passkey-sign-in' | 'add-passkey';
  user_id: number | null;
  challenge: string | null;
  expires_at: Date;
}

export interface PersonalTokenTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  token_hash: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

export interface InvitationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  token_hash: string;
  expires_at: Date;
  used_at: Date | null;
}

export interface SettingTable {
  key: string;
  value: Json<unknown>;
}

export interface AuditEntryTable {
  id: GeneratedAlways<number>;
  at: Generated<Date>;
  user_id: number | null;
  action: string;
  subject: string | null;
  details: JsonWithDefault<Document>;
  address: string | null;
  request_id: string | null;
  lesson_id: number | null;
  lesson_sequence: number | null;
  release_id: number | null;
}

export interface ConsoleCallTable {
  id: GeneratedAlways<number>;
  user_id: number;
  at: Generated<Date>;
  method: string;
  path: string;
  payload: string | null;
  status: number | null;
  took_ms: number;
}

export interface NotificationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: NotificationKind;
  about: string;
  actor_id: number | null;
  lesson_id: number | null;
  screen_id: number | null;
  comment_id: number | null;
  release_id: number | null;
  build_number: number | null;
  details: JsonWithDefault<Document>;
  in_inbox: boolean;
  by_email: boolean;
  created_at: Generated<Date>;
  read_at: Date | null;
  emailed_at: Date | null;
}

export interface NotificationSettingTable {
  user_id: number;
  settings: JsonWithDefault<Document>;
  email_failures: Generated<number>;
  email_retry_at: Date | null;
}
