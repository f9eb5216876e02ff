import { Octokit } from '@octokit/core';
import { z } from 'zod';
import type { HostedConfig } from '#platform/server/code-host-config.ts';
import type { GitHubCredentials } from './github-credentials.ts';
import { unexpectedResponse, toCodeHostError } from './host-failure.ts';
import { causeOfFailedRequest, readOctokitError } from './octokit-error.ts';

const NAME = 'GitHub';

/**
 * The GitHub REST API for one repository: authenticated, with parsed responses and failures as {@link CodeHostError}.
 */
export class GitHubClient {
  readonly octokit: Octokit;
  readonly repository: { readonly owner: string; readonly repo: string };

  constructor(config: HostedConfig, credentials: GitHubCredentials, fetch: typeof globalThis.fetch) {
    this.repository = { owner: config.owner, repo: config.repository };
    this.octokit = new Octokit({ baseUrl: config.api, request: { fetch } });
    this.octokit.hook.wrap('request', async (request, options) => {
      const ask = async (isRefused: boolean) => {
        options.headers.authorization = `token ${await credentials.token({ isRefused })}`;
        return request(options);
      };
      try {
        return await ask(false);
      } catch (error) {
        if (readOctokitError(error)?.status !== 401 || !credentials.canRenew) throw error;
        return ask(true);
      }
    });
  }

  /** @param what The thing asked for, used in error messages. @throws CodeHostError */
  async ask<S extends z.ZodType>(what: string, schema: S, request: () => Promise<{ readonly data: unknown }>): Promise<z.infer<S>> {
    let data: unknown;
    try {
      data = (await request()).data;
    } catch (error) {
      throw readError(error, what);
    }
    const read = schema.safeParse(data);
    if (!read.success) throw unexpectedResponse(NAME, what);
    return read.data;
  }
}

/** Request parameters that carry the signal. */
export function withSignal(signal: AbortSignal | undefined): { request?: { signal: AbortSignal } } {
  return signal === undefined ? {} : { request: { signal } };
}

function readError(error: unknown, what: string): unknown {
  const answer = readOctokitError(error);
  if (answer === null) return error;
  if (answer.response === undefined) return causeOfFailedRequest(error);
  const { status, response } = answer;
  const headers = new Headers(Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]));
  return toCodeHostError({ host: NAME, status, headers, words: wordsOf(response.data), what });
}

const ErrorBody = z.object({
  message: z.string(),
  errors: z
    .array(z.union([z.string(), z.object({ message: z.string() })]))
    .optional()
    .catch(undefined),
});

function wordsOf(data: unknown): string {
  const read = ErrorBody.safeParse(data);
  if (!read.success) return '';
  const details = (read.data.errors ?? []).map((one) => (typeof one === 'string' ? one : one.message));
  return [read.data.message, ...details].join(': ');
}
