const SECRET_NAME = /password|secret|token|api_?key|private_?key|access_?key|credential|authorization/i;
/** Replaces a secret that was sent. */
const NOT_KEPT = '[not kept]';

/** A payload without secrets: valid JSON with secret fields (by name) masked. Anything else is not stored. */
export function payloadWithoutSecrets(payload: string): string | null {
  try {
    return JSON.stringify(JSON.parse(payload), (name, value: unknown) => (SECRET_NAME.test(name) && value !== null ? NOT_KEPT : value), 2);
  } catch {
    return null;
  }
}

/** A path without secrets: masks secret query parameters and the tokens of one-time links. */
export function pathWithoutSecrets(path: string): string {
  const [way = '', query] = path.split('?', 2);
  const plain = way.replace(/^((?:login\/)?(?:invitation|preview)\/)[^/]+/, `$1${NOT_KEPT}`);
  if (query === undefined) return plain;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return SECRET_NAME.test(name) ? `${name}=${NOT_KEPT}` : part;
  });
  return `${plain}?${parts.join('&')}`;
}
