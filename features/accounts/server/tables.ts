import type { Generated, GeneratedAlways } from 'kysely';
import type { Role } from '#platform/contract/roles.ts';
import type { Document, Json } from '#platform/server/database/column-types.ts';

declare module '#platform/server/database/tables.ts' {
  interface Tables {
    users: UserTable;
    identities: IdentityTable;
    login_attempts: LoginAttemptTable;
    sessions: SessionTable;
    second_factors: SecondFactorTable;
    recovery_codes: RecoveryCodeTable;
    pending_proofs: PendingProofTable;
    personal_tokens: PersonalTokenTable;
    invitations: InvitationTable;
  }
}

interface UserTable {
  id: GeneratedAlways<number>;
  email: string;
  name: string | null;
  role: Role;
  password_hash: string | null;
  created_at: Generated<Date>;
  revoked_at: Date | null;
  staff_by_settings: Generated<boolean>;
}

interface IdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  email: string;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
}

interface LoginAttemptTable {
  id_hash: string;
  provider: string;
  state: string;
  nonce: string;
  code_verifier: string;
  expires_at: Date;
}

interface SessionTable {
  id_hash: string;
  user_id: number | null;
  data: Json<Document>;
  expires_at: Date;
}

interface SecondFactorTable {
  id: GeneratedAlways<number>;
  user_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  credential_id: string | null;
  data: Json<Document>;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

interface RecoveryCodeTable {
  user_id: number;
  code_hash: string;
}

interface PendingProofTable {
  id_hash: string;
  purpose: 'sign-in' | 'passkey-sign-in' | 'add-passkey';
  user_id: number | null;
  challenge: string | null;
  expires_at: Date;
}

interface PersonalTokenTable {
  id: GeneratedAlways<number>;
  user_id: number;
  name: string;
  token_hash: string;
  created_at: Generated<Date>;
  last_used_at: Date | null;
}

interface InvitationTable {
  id: GeneratedAlways<number>;
  user_id: number;
  token_hash: string;
  expires_at: Date;
  used_at: Date | null;
}
