import { z } from 'zod';
import { oneLine } from '#platform/contract/one-line.ts';
import { Id, route } from '#platform/contract/route.ts';
import { NonEmptyPassword } from './credentials.ts';

/** Second factors of an account with a password: codes of an authenticator app, and passkeys. */
export const SecondFactorKind = z.enum(['totp', 'passkey']);

const SecondFactor = z.object({
  id: z.number().int(),
  kind: SecondFactorKind,
  name: z.string(),
  created: z.string(),
  last_used: z.string().nullable(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const SecondFactors = z.object({
  factors: z.array(SecondFactor),
  /** Unused recovery codes. */
  recovery_codes: z.number().int(),
  /** Browsers only offer passkeys at an https address or localhost, never at an IP address. */
  has_passkeys: z.boolean(),
});
export type SecondFactors = z.infer<typeof SecondFactors>;

/** What WebAuthn exchanges, in its JSON form. The server's library validates it. */
const WebAuthnJson = z.record(z.string(), z.unknown());

/** A base32 secret of 160 bits. */
const TotpSecret = z.string().regex(/^[A-Z2-7]{32}$/, 'This is not a secret of this page. Start again.');
const Code = z.string().trim().min(1, 'The code cannot be empty.').max(40);
const Name = oneLine(60).min(1, 'The name cannot be empty.');
const Proof = { current_password: NonEmptyPassword };

/** `recovery_codes`: only with the first factor, and only in this reply. */
const Added = z.object({ id: z.number().int(), recovery_codes: z.array(z.string()).nullable() });

/** Reply of a sign-in that needs a second factor. It continues with `finishLogin`, in the same browser. */
export const SecondFactorNeeded = z.object({
  second_factor: z.object({
    kinds: z.array(SecondFactorKind),
    /** Options for `navigator.credentials.get`; null: the account has no passkey. */
    passkey: WebAuthnJson.nullable(),
  }),
});
export type SecondFactorNeeded = z.infer<typeof SecondFactorNeeded>;

/** What proves the second factor: a code of the app or a recovery code, or the reply of a passkey. */
export const SecondFactorProof = z.union([z.object({ code: Code }), z.object({ passkey: WebAuthnJson })]);

export const secondFactorRoutes = {
  listSecondFactors: route({
    method: 'GET',
    path: '/api/user/second-factors',
    summary: 'Returns your second factors and the number of unused recovery codes',
    access: 'signed-in',
    forHeldSessions: true,
    reply: SecondFactors,
  }),
  startTotp: route({
    method: 'POST',
    path: '/api/user/second-factors/totp/start',
    summary: 'Returns a new secret for an authenticator app; nothing is stored',
    access: 'signed-in',
    forHeldSessions: true,
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  addTotp: route({
    method: 'POST',
    path: '/api/user/second-factors/totp',
    summary: 'Adds an authenticator app, proven by one of its codes; the first factor comes with recovery codes',
    access: 'signed-in',
    forHeldSessions: true,
    perMinute: 20,
    body: z.object({ ...Proof, name: Name, secret: TotpSecret, code: Code }),
    reply: Added,
    errors: ['refused'],
  }),
  startPasskey: route({
    method: 'POST',
    path: '/api/user/second-factors/passkey/start',
    summary: 'Returns the options with which the browser creates a passkey',
    access: 'signed-in',
    forHeldSessions: true,
    perMinute: 20,
    body: z.object(Proof),
    reply: z.object({ options: WebAuthnJson }),
    errors: ['refused'],
  }),
  addPasskey: route({
    method: 'POST',
    path: '/api/user/second-factors/passkey',
    summary: 'Adds the passkey that the browser created; the first factor comes with recovery codes',
    access: 'signed-in',
    forHeldSessions: true,
    perMinute: 20,
    body: z.object({ name: Name, response: WebAuthnJson }),
    reply: Added,
    errors: ['refused'],
  }),
  removeSecondFactor: route({
    method: 'POST',
    path: '/api/user/second-factors/{id}/remove',
    summary: 'Removes your second factor; with the last one, the recovery codes go too',
    access: 'signed-in',
    perMinute: 20,
    params: z.object({ id: Id }),
    body: z.object(Proof),
    reply: SecondFactors,
    errors: ['not_found', 'refused'],
  }),
  renewRecoveryCodes: route({
    method: 'POST',
    path: '/api/user/recovery-codes',
    summary: 'Creates new recovery codes; earlier ones stop working',
    access: 'signed-in',
    perMinute: 20,
    body: z.object(Proof),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['refused'],
  }),
};
