import { readFileSync } from 'node:fs';
import { SecretText } from './secret-text.ts';

/**
 * Reads a secret from the environment variable `name` or from the file named by `name_FILE`; null if neither is set.
 * @throws Error that names the setting but never the secret.
 */
export function readSecret<Name extends string>(
  env: { readonly [K in Name | `${Name}_FILE`]?: string | undefined },
  name: Name,
): SecretText | null {
  const all: Readonly<Record<string, string | undefined>> = env;
  const file = all[`${name}_FILE`];
  const text = all[name] ?? (file === undefined ? undefined : readSecretFile(`${name}_FILE`, file));
  if (text === undefined) return null;
  // Other characters would end the header that carries it, or make it invalid.
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error(`${name}: must be printable ASCII characters without spaces.`);
  return new SecretText(text);
}

/** Reads the file that a setting names and trims it. @throws Error that names the setting and the file. */
export function readSecretFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new Error(`${name}: ${path} cannot be read (${reason}).`, { cause: error });
  }
  if (text === '') throw new Error(`${name}: ${path} is empty.`);
  return text;
}
