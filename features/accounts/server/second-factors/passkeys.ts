import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { isLoopback, type Config } from '#platform/server/config.ts';

type Site = Pick<Config, 'publicUrl'>;

/** What is stored of a passkey. */
export const PasskeyData = z.object({ public_key: z.base64url(), counter: z.number().int(), transports: z.array(z.string()) });
export type PasskeyData = z.infer<typeof PasskeyData>;

export interface StoredPasskey {
  readonly credential_id: string;
  readonly data: PasskeyData;
}

/** Whether browsers offer passkeys at this address: https or localhost, and a name rather than an IP address. */
export function supportsPasskeys({ publicUrl }: Site): boolean {
  const { hostname, protocol } = new URL(publicUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isAddress && (protocol === 'https:' || isLoopback(hostname));
}

const siteId = ({ publicUrl }: Site): string => new URL(publicUrl).hostname;

/** Options for `navigator.credentials.create`; they contain the challenge. */
export function creationOptions(site: Site, user: { id: number; email: string; name: string }, known: readonly StoredPasskey[]) {
  return generateRegistrationOptions({
    rpName: 'Lessonwright',
    rpID: siteId(site),
    userID: new Uint8Array(Buffer.from(`user ${user.id}`)),
    userName: user.email,
    userDisplayName: user.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    // A passkey that the device can find by itself also signs in without an address.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

/** Options for `navigator.credentials.get`. Without passkeys: the user chooses one of those that the device has. */
export function requestOptions(site: Site, known: readonly StoredPasskey[]) {
  return generateAuthenticationOptions({
    rpID: siteId(site),
    allowCredentials: known.map(({ credential_id }) => ({ id: credential_id })),
    userVerification: 'required',
  });
}

/** The passkey that a browser created for a challenge; null if the reply is not valid. */
export async function readCreated(site: Site, challenge: string, response: Record<string, unknown>): Promise<StoredPasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.publicUrl,
      expectedRPID: siteId(site),
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports } = registrationInfo.credential;
    return { credential_id: id, data: { public_key: Buffer.from(publicKey).toString('base64url'), counter, transports: transports ?? [] } };
  } catch {
    // The library throws for everything that a browser may send wrongly.
    return null;
  }
}

/** The id by which the passkey of a reply presents itself; null if it has none. */
export function presentedId(response: Record<string, unknown>): string | null {
  return typeof response['id'] === 'string' ? response['id'] : null;
}

/** The new counter of a passkey whose reply to a challenge is valid; null if it is not. */
export async function verifyPasskey(
  site: Site,
  challenge: string,
  { credential_id, data }: StoredPasskey,
  response: Record<string, unknown>,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.publicUrl,
      expectedRPID: siteId(site),
      credential: {
        id: credential_id,
        publicKey: new Uint8Array(Buffer.from(data.public_key, 'base64url')),
        counter: data.counter,
        transports: data.transports,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
