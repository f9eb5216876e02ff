import { setTimeout as sleep } from 'node:timers/promises';
import { fetchRunnerHealth, RunnerRefusal, describeMissingLimits } from '#features/runners/server/index.ts';
import type { Config } from '#platform/server/config.ts';

const REPLY_LIMIT_MS = 10_000;

/**
 * What the settings name and the product can start without, but that doesn't respond: sign-in providers, runners and the language model.
 * Each is a sentence that names the setting.
 */
export async function findUnreachable({ signIn, runners, model }: Pick<Config, 'signIn' | 'runners' | 'model'>): Promise<string[]> {
  const issuers = signIn.providers.flatMap((provider) => (provider.id === 'oidc' ? [checkIssuer(provider.issuer)] : []));
  const models = model === null ? [] : [checkModel(model)];
  const found = await Promise.all([...issuers, ...runners.map(checkRunner), ...models]);
  return found.filter((text) => text !== null);
}

async function checkIssuer(issuer: URL): Promise<string | null> {
  const place = `LESSONWRIGHT_OIDC_ISSUER: ${issuer.href}`;
  const address = `${issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const consequence = 'No one can sign in through it until it does.';
  try {
    const reply = await fetch(address, { signal: AbortSignal.timeout(REPLY_LIMIT_MS), redirect: 'follow' });
    await reply.body?.cancel();
    return reply.ok ? null : `${place} responds with ${reply.status} to /.well-known/openid-configuration. ${consequence}`;
  } catch (error) {
    return `${place} is not responding (${reasonOf(error)}). ${consequence}`;
  }
}

/** Asks for the list of models, which costs nothing. Endpoints that have none reply with 404, but they respond. */
async function checkModel({ url, key }: NonNullable<Config['model']>): Promise<string | null> {
  const place = `LESSONWRIGHT_MODEL_URL: ${new URL(url).host}`;
  try {
    const reply = await fetch(url.replace(/\/chat\/completions$/, '/models'), {
      headers: key === null ? {} : { authorization: `Bearer ${key.reveal()}` },
      signal: AbortSignal.timeout(REPLY_LIMIT_MS),
      redirect: 'manual',
    });
    await reply.body?.cancel();
    if (reply.status === 401 || reply.status === 403) return `LESSONWRIGHT_MODEL_KEY: ${new URL(url).host} refuses the key.`;
    return reply.status < 300 || reply.status === 404
      ? null
      : `${place} responds with ${reply.status}. Nothing can be drafted until it works.`;
  } catch (error) {
    return `${place} is not responding (${reasonOf(error)}). Nothing can be drafted until it does.`;
  }
}

async function checkRunner({ name, url, token }: Config['runners'][number]): Promise<string | null> {
  const place = `LESSONWRIGHT_RUNNERS: the runner "${name}" at ${url}`;
  try {
    const health = await fetchRunnerHealth({ url, token });
    if (!health.sandbox.ok) return `${place} cannot run code: ${health.sandbox.reason}`;
    const missing = describeMissingLimits([{ name, health, reason: null }]);
    return missing === null ? null : `${place}: ${missing}`;
  } catch (error) {
    if (error instanceof RunnerRefusal) return `${place} refuses calls: ${error.message}`;
    return `${place} is not responding (${reasonOf(error)}). No code runs there until it does.`;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const inner = error.cause instanceof Error ? error.cause : error;
  return 'code' in inner && typeof inner.code === 'string' ? inner.code : inner.message || inner.name;
}

/** Logs what is unreachable after a start, once. Returns a function that stops it. */
export function warnOfUnreachable(config: Pick<Config, 'signIn' | 'runners' | 'model'>, log: { warn(text: string): void }): () => void {
  const stopped = new AbortController();
  // The start itself isn't delayed.
  void sleep(0, undefined, { signal: stopped.signal, ref: false })
    .then(() => findUnreachable(config))
    .then((texts) => {
      if (!stopped.signal.aborted) for (const text of texts) log.warn(text);
    })
    .catch(() => undefined);
  return () => stopped.abort();
}
