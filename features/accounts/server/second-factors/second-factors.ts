import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '#features/audit/server/index.ts';
import type { Actor } from '#platform/contract/roles.ts';
import type { Handle } from '#platform/server/database/database.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { SecondFactorNeeded, SecondFactors } from '../../contract/second-factors.ts';
import type { LockOut } from '../lock-out.ts';
import { isPassword } from '../passwords.ts';
import { needsSecondFactor } from '../rules.ts';
import { lockUser, type User } from '../user-queries.ts';
import { displayName, getUser } from '../users.ts';
import { creationOptions, PasskeyData, presentedId, readCreated, requestOptions, supportsPasskeys, verifyPasskey } from './passkeys.ts';
import { beginProof, endProof, findProof } from './pending-proofs.ts';
import {
  countRecoveryCodes,
  deleteFactor,
  deleteFactors,
  findPasskey,
  insertFactor,
  listFactors,
  noteUse,
  passkeysOf,
  replaceRecoveryCodes,
  takeRecoveryCode,
  TotpData,
  type Factor,
} from './queries.ts';
import { newRecoveryCodes } from './recovery-codes.ts';
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts';

type Deps = Pick<Platform, 'db' | 'config'> & {
  /** Counts wrong passwords and wrong codes of an account together. */
  readonly lockOut: LockOut;
};
/** A call of a signed-in user. */
type OwnCall = { readonly actor: Actor; readonly request: FastifyRequest; readonly reply: FastifyReply };
/** A call of a browser that is signing in. */
type Exchange = Pick<OwnCall, 'request' | 'reply'>;
type Added = { id: number; recovery_codes: string[] | null };

const MOST = 10;
const WRONG_CODE = 'Wrong code. Enter the code that the app shows now, or a recovery code that you have not used.';
const TOO_LATE = 'The sign-in took too long, or began in another browser. Start again.';
const WRONG_PASSKEY = 'This passkey was not accepted. Try again, or use a code.';

/** Second factors: adding and removing them, and proving them when signing in. */
export class SecondFactorService {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async list({ id }: Pick<Actor, 'id'>): Promise<SecondFactors> {
    const { db, config } = this.#deps;
    const [factors, recovery_codes] = await Promise.all([listFactors(db, id), countRecoveryCodes(db, id)]);
    return { factors: factors.map(toWire), recovery_codes, has_passkeys: supportsPasskeys(config) };
  }

  async startTotp({ id }: Actor): Promise<{ secret: string; uri: string }> {
    const secret = newTotpSecret();
    return { secret, uri: totpUri(secret, (await getUser(this.#deps.db, id)).email) };
  }

  /** @throws AppError `refused` for a wrong password or code, or without a password. */
  async addTotp(
    { actor, request }: OwnCall,
    input: { current_password: string; name: string; secret: string; code: string },
  ): Promise<Added> {
    await this.#requirePassword({ actor, request }, input.current_password);
    const last_step = stepOfCode(input.secret, input.code, null, Date.now());
    if (last_step === null) throw refused('Wrong code. Check the time of your phone, and enter the code that the app shows now.');
    const data = { secret: input.secret, last_step };
    return this.#add(actor, { kind: 'totp', name: input.name, credential_id: null, data });
  }

  /** @throws AppError `refused` for a wrong password, or where browsers offer no passkeys. */
  async startPasskey({ actor, request, reply }: OwnCall, input: { current_password: string }): Promise<Record<string, unknown>> {
    const { db, config } = this.#deps;
    if (!supportsPasskeys(config)) throw refused('Passkeys need an https address or localhost.');
    const user = await this.#requirePassword({ actor, request }, input.current_password);
    const known = passkeysOf(await listFactors(db, actor.id));
    const options = await creationOptions(config, { id: user.id, email: user.email, name: displayName(user) }, known);
    await beginProof(this.#deps, { request, reply }, { purpose: 'add-passkey', user_id: actor.id, challenge: options.challenge });
    return { ...options };
  }

  /** @throws AppError `refused` if the reply is not valid, or not of a passkey that this browser began to create. */
  async addPasskey({ actor, request, reply }: OwnCall, input: { name: string; response: Record<string, unknown> }): Promise<Added> {
    const { db, config } = this.#deps;
    const pending = await findProof(db, request, 'add-passkey');
    if (pending === null || pending.challenge === null || pending.user_id !== actor.id) throw refused(TOO_LATE);
    if (!(await endProof(db, pending, reply))) throw refused(TOO_LATE);
    const created = await readCreated(config, pending.challenge, input.response);
    if (created === null) throw refused('Couldn’t verify the passkey. Nothing was added; try again.');
    return this.#add(actor, { kind: 'passkey', name: input.name, ...created });
  }

  /** @throws AppError `not_found`; `refused` for a wrong password. */
  async remove({ actor, request }: OwnCall, id: number, input: { current_password: string }): Promise<SecondFactors> {
    const user = await this.#requirePassword({ actor, request }, input.current_password);
    await this.#deps.db.transaction().execute(async (tx) => {
      await lockUser(tx, actor.id);
      const removed = await deleteFactor(tx, actor.id, id);
      if (removed === undefined) throw notFound('second factor');
      const isLast = (await listFactors(tx, actor.id)).length === 0;
      if (isLast && (await needsSecondFactor(tx, actor)))
        throw refused('The rules of this installation require a second factor. Add another one before you remove this one.');
      if (isLast) await replaceRecoveryCodes(tx, actor.id, []);
      await recordAudit(tx, { actor, action: 'second-factor.remove', subject: user.email, details: { name: removed.name } });
    });
    return this.list(actor);
  }

  /** @throws AppError `refused` for a wrong password, or without a second factor. */
  async renewRecoveryCodes({ actor, request }: OwnCall, input: { current_password: string }): Promise<string[]> {
    const user = await this.#requirePassword({ actor, request }, input.current_password);
    const codes = newRecoveryCodes();
    await this.#deps.db.transaction().execute(async (tx) => {
      await lockUser(tx, actor.id);
      if ((await listFactors(tx, actor.id)).length === 0) throw refused('Recovery codes need a second factor. Add one first.');
      await replaceRecoveryCodes(tx, actor.id, codes);
      await recordAudit(tx, { actor, action: 'second-factor.recovery-codes', subject: user.email });
    });
    return codes;
  }

  /** Begins the second step of a sign-in whose first one was right; null if the user has no second factor. */
  async require(exchange: Exchange, user: Pick<User, 'id'>): Promise<SecondFactorNeeded | null> {
    const factors = await listFactors(this.#deps.db, user.id);
    if (factors.length === 0) return null;
    const passkeys = passkeysOf(factors);
    const options = passkeys.length === 0 ? null : await requestOptions(this.#deps.config, passkeys);
    await beginProof(this.#deps, exchange, { purpose: 'sign-in', user_id: user.id, challenge: options?.challenge ?? null });
    const kinds = [...new Set(factors.map(({ kind }) => kind))];
    return { second_factor: { kinds, passkey: options === null ? null : { ...options } } };
  }

  /** Which second factors the sign-in of this browser waits for, with a new challenge; null if none is under way. */
  async pending(exchange: Exchange): Promise<SecondFactorNeeded | null> {
    const id = (await findProof(this.#deps.db, exchange.request, 'sign-in'))?.user_id ?? null;
    return id === null ? null : this.require(exchange, { id });
  }

  /**
   * Ends the second step of a sign-in. @returns the user, who may be signed in.
   * @throws AppError `refused` for a wrong proof; `too_many` after too many.
   */
  async finish(
    { request, reply }: Exchange,
    proof: { readonly code: string } | { readonly passkey: Record<string, unknown> },
  ): Promise<User> {
    const { db, lockOut } = this.#deps;
    const pending = await findProof(db, request, 'sign-in');
    if (pending === null || pending.user_id === null) throw refused(TOO_LATE);
    const user = await getUser(db, pending.user_id);
    if (user.revoked_at !== null) throw refused(TOO_LATE);
    const entry = { actor: user, subject: user.email, address: request.ip };
    await lockOut.during({ email: user.email, address: request.ip }, async () => {
      try {
        if ('code' in proof) await this.#useCode(user, proof.code);
        else await this.#usePasskey(pending.challenge, proof.passkey, user.id);
      } catch (error) {
        await recordAudit(db, { ...entry, action: 'second-factor.wrong' });
        throw error;
      }
    });
    if (!(await endProof(db, pending, reply))) throw refused(TOO_LATE);
    await recordAudit(db, { ...entry, action: 'second-factor.use' });
    return user;
  }

  /** Begins a sign-in with a passkey alone. @throws AppError `refused` where there are no passwords or passkeys. */
  async startPasskeyLogin(exchange: Exchange): Promise<Record<string, unknown>> {
    const { config } = this.#deps;
    if (!config.signIn.hasPasswords || !supportsPasskeys(config)) throw refused('Signing in with a passkey is not available here.');
    const options = await requestOptions(config, []);
    await beginProof(this.#deps, exchange, { purpose: 'passkey-sign-in', user_id: null, challenge: options.challenge });
    return { ...options };
  }

  /** @returns the user, who may be signed in. @throws AppError `refused` for a passkey that is unknown or not proven. */
  async finishPasskeyLogin({ request, reply }: Exchange, passkey: Record<string, unknown>): Promise<User> {
    const { db, config } = this.#deps;
    const pending = await findProof(db, request, 'passkey-sign-in');
    if (pending === null || !config.signIn.hasPasswords || !(await endProof(db, pending, reply))) throw refused(TOO_LATE);
    const user = await getUser(db, await this.#usePasskey(pending.challenge, passkey, null));
    if (user.revoked_at !== null || user.password_hash === null) throw refused(WRONG_PASSKEY);
    return user;
  }

  async #useCode(user: User, code: string): Promise<void> {
    const { db } = this.#deps;
    for (const factor of await listFactors(db, user.id)) {
      if (factor.kind !== 'totp') continue;
      const data = TotpData.parse(factor.data);
      const step = stepOfCode(data.secret, code, data.last_step, Date.now());
      if (step !== null && (await noteUse(db, factor, { ...data, last_step: step }))) return;
    }
    if (!(await takeRecoveryCode(db, user.id, code))) throw refused(WRONG_CODE);
    await recordAudit(db, { actor: user, action: 'second-factor.use-recovery-code', subject: user.email });
  }

  /** @param userId The user who must own the passkey; null: any. @returns the id of its user */
  async #usePasskey(challenge: string | null, response: Record<string, unknown>, userId: number | null): Promise<number> {
    const { db, config } = this.#deps;
    const id = presentedId(response);
    const factor = id === null || challenge === null ? null : await findPasskey(db, id);
    if (factor === null || challenge === null || id === null || (userId !== null && factor.user_id !== userId))
      throw refused(WRONG_PASSKEY);
    const data = PasskeyData.parse(factor.data);
    const counter = await verifyPasskey(config, challenge, { credential_id: id, data }, response);
    if (counter === null || !(await noteUse(db, factor, { ...data, counter }))) throw refused(WRONG_PASSKEY);
    return factor.user_id;
  }

  async #add(
    actor: Actor,
    factor:
      | Pick<Factor, 'kind' | 'name' | 'credential_id' | 'data'>
      | { kind: 'passkey'; name: string; credential_id: string; data: PasskeyData },
  ): Promise<Added> {
    return this.#deps.db.transaction().execute(async (tx) => {
      await lockUser(tx, actor.id);
      const before = await listFactors(tx, actor.id);
      if (before.length >= MOST) throw refused(`An account can have at most ${MOST} second factors. Remove one first.`);
      const id = await insertFactor(tx, { ...factor, user_id: actor.id, data: { ...factor.data } });
      if (id === null) throw refused('This passkey is already in use.');
      const recovery_codes = before.length === 0 ? newRecoveryCodes() : null;
      if (recovery_codes !== null) await replaceRecoveryCodes(tx, actor.id, recovery_codes);
      await recordAudit(tx, { actor, action: 'second-factor.add', details: { kind: factor.kind, name: factor.name } });
      return { id, recovery_codes };
    });
  }

  /** A session that was left open must not be enough to change how the user signs in. */
  async #requirePassword({ actor, request }: Pick<OwnCall, 'actor' | 'request'>, password: string): Promise<User> {
    const { db, config, lockOut } = this.#deps;
    const user = await getUser(db, actor.id);
    if (!config.signIn.hasPasswords || user.password_hash === null)
      throw refused('Second factors protect passwords. You sign in with a provider, which has its own.');
    await lockOut.during({ email: user.email, address: request.ip }, async () => {
      if (!(await isPassword(user.password_hash, password))) throw refused('The current password is incorrect.');
    });
    return user;
  }
}

/** Removes the second factors of a user who lost them, in the caller's transaction. Returns whether there were any. */
export async function resetSecondFactorsOf(tx: Handle, userId: number): Promise<boolean> {
  return (await deleteFactors(tx, userId)) > 0;
}

/** Removes the second factors of any user, on the command line: an owner's way back in. Returns a sentence with the outcome. */
export async function resetSecondFactorsOfUser(db: Platform['db'], user: User): Promise<string> {
  const hadAny = await db.transaction().execute(async (tx) => {
    const removed = await resetSecondFactorsOf(tx, user.id);
    if (removed) await recordAudit(tx, { actor: null, action: 'second-factor.reset', subject: user.email, address: 'command line' });
    return removed;
  });
  return hadAny ? `Done. ${user.email} signs in with the password alone.` : `${user.email} has no second factor.`;
}

function toWire({ id, kind, name, created_at, last_used_at }: Factor): SecondFactors['factors'][number] {
  return { id, kind, name, created: created_at.toISOString(), last_used: last_used_at?.toISOString() ?? null };
}
