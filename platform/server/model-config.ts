import { z } from 'zod';
import { readSecret } from './read-secret.ts';
import type { SecretText } from './secret-text.ts';

/** A language model behind an endpoint that is compatible with OpenAI's. docs/operating.md documents the settings. */
export interface ModelConfig {
  /** Where requests are posted: the base address with `/chat/completions`. */
  readonly url: string;
  readonly model: string;
  /** Null: the endpoint needs none. */
  readonly key: SecretText | null;
  /** Requests that one person may send within 24 hours. */
  readonly perDay: number;
}

/** From the environment; validated together by {@link readModel}. */
export const ModelEnvironment = z.object({
  LESSONWRIGHT_MODEL_URL: z.url({ protocol: /^https?$/, error: 'must be an address like https://models.example.org/v1' }).optional(),
  LESSONWRIGHT_MODEL: z
    .string()
    .trim()
    // It is named as the sender of proposals, in commits.
    .regex(/^[\x21-\x7e]{1,100}$/, 'must be the name of a model, without spaces')
    .optional(),
  LESSONWRIGHT_MODEL_KEY: z.string().optional(),
  LESSONWRIGHT_MODEL_KEY_FILE: z.string().optional(),
  LESSONWRIGHT_MODEL_REQUESTS_PER_DAY: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(50),
});

/**
 * Returns the endpoint; null if none is set.
 *
 * @param options.isSafe Whether secrets may be sent to an address. An endpoint without a key may be in a network of one's own, unencrypted.
 * @throws Error that names the setting and the problem, without secrets.
 */
export function readModel(env: z.infer<typeof ModelEnvironment>, { isSafe }: { isSafe: (url: URL) => boolean }): ModelConfig | null {
  const { LESSONWRIGHT_MODEL_URL: address, LESSONWRIGHT_MODEL: model } = env;
  const key = readSecret(env, 'LESSONWRIGHT_MODEL_KEY');
  if (address === undefined && model === undefined && key === null) return null;
  if (address === undefined || model === undefined) throw new Error('LESSONWRIGHT_MODEL_URL and LESSONWRIGHT_MODEL must be set together.');
  const url = new URL(address);
  if (url.username !== '' || url.password !== '')
    throw new Error('LESSONWRIGHT_MODEL_URL: must not contain a user name or password. Set LESSONWRIGHT_MODEL_KEY.');
  if (key !== null && !isSafe(url))
    throw new Error('LESSONWRIGHT_MODEL_URL: must be an https address, so that the key is not sent unencrypted.');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`;
  return { url: url.href, model, key, perDay: env.LESSONWRIGHT_MODEL_REQUESTS_PER_DAY };
}
