import { createHmac } from 'node:crypto';
import { readSecret } from './read-secret.ts';
import type { SecretText } from './secret-text.ts';

/** `url` is called with requests that are signed with `secret`. */
export interface WebhookConfig {
  readonly url: string;
  readonly secret: SecretText;
}

const SECRET_MIN = 16;
const SIGNATURE = 'x-lessonwright-signature-256';

/**
 * Reads the address of a webhook from the environment variable `name`, and its secret from `name_SECRET`; null if there is none.
 *
 * @param options.isSafe Whether an address is acceptable: https, this machine, or one that the operator allowed.
 * @throws Error with what is wrong, without secrets.
 */
export function readWebhookConfig<Name extends string>(
  env: { readonly [K in Name | `${Name}_SECRET` | `${Name}_SECRET_FILE`]?: string | undefined },
  name: Name,
  { isSafe }: { isSafe: (url: URL) => boolean },
): WebhookConfig | null {
  const all: Readonly<Record<string, string | undefined>> = env;
  const address = all[name];
  if (address === undefined) return null;
  const url = new URL(address);
  if (!isSafe(url)) throw new Error(`${name}: must be an https address, so that nothing is sent unencrypted.`);
  if (url.username !== '' || url.password !== '') throw new Error(`${name}: must not contain a user name or password.`);
  const secret = readSecret<string>(all, `${name}_SECRET`);
  if (secret === null || secret.reveal().length < SECRET_MIN)
    throw new Error(`${name}_SECRET: must have ${SECRET_MIN} characters or more; the webhook is signed with it.`);
  return { url: url.href, secret };
}

/** The header that proves who sent a text: `sha256=` and its hex HMAC-SHA256. */
export function signatureOf(secret: SecretText, text: string): Record<string, string> {
  return { [SIGNATURE]: `sha256=${createHmac('sha256', secret.reveal()).update(text).digest('hex')}` };
}
