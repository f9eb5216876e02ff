import { NoRemoteError, type Remote } from '#features/git/server/index.ts';
import type { HostedConfig } from '#platform/server/code-host-config.ts';
import type { Config } from '#platform/server/config.ts';
import { CodeHostError, type CodeHost, type HostFailure, type PullHost } from './code-host.ts';
import { GiteaPulls } from './gitea.ts';
import { GitHubClient } from './github-client.ts';
import { openGitHubCredentials } from './github-credentials.ts';
import { GitHubWorkflows } from './github-workflows.ts';
import { GitHubPulls } from './github.ts';
import { createHostFetch } from './host-fetch.ts';
import { readWebhook } from './read-webhook.ts';

/** Wraps the pull requests to record the latest failure for operators. */
function rememberFailures(pulls: PullHost): Pick<CodeHost, 'lastError'> & { pulls: PullHost } {
  let last: HostFailure | null = null;
  const watched = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      if (error instanceof CodeHostError) last = { text: error.message, at: new Date() };
      throw error;
    }
  };
  return {
    lastError: () => last,
    pulls: {
      find: (...input) => watched(pulls.find(...input)),
      get: (...input) => watched(pulls.get(...input)),
      open: (...input) => watched(pulls.open(...input)),
      reopen: (...input) => watched(pulls.reopen(...input)),
      close: (...input) => watched(pulls.close(...input)),
      comment: (...input) => watched(pulls.comment(...input)),
      editComment: (...input) => watched(pulls.editComment(...input)),
      deleteComment: (...input) => watched(pulls.deleteComment(...input)),
      review: (...input) => watched(pulls.review(...input)),
      merge: (...input) => watched(pulls.merge(...input)),
    },
  };
}

const LOCAL: CodeHost = {
  kind: 'local',
  name: 'the built-in repository',
  remote: null,
  accountIssuer: null,
  mainBranch: 'main',
  pulls: null,
  workflows: null,
  readWebhook: () => null,
  lastError: () => null,
};

/** Opens the code host of the settings without contacting it. */
export function openCodeHost({ codeHost }: Pick<Config, 'codeHost'>): CodeHost {
  switch (codeHost.kind) {
    case 'local':
      return { ...LOCAL, mainBranch: codeHost.mainBranch ?? LOCAL.mainBranch };
    case 'github':
      return openGitHub(codeHost);
    case 'gitea':
      return openGitea(codeHost);
  }
}

function openGitHub(config: HostedConfig): CodeHost {
  const fetch = createHostFetch('GitHub');
  const credentials = openGitHubCredentials(config, fetch);
  const client = new GitHubClient(config, credentials, fetch);
  const remote = async (why: { isRefused: boolean }) => toRemote(config, await asRemoteError(credentials.token(why)));
  return {
    ...common(config),
    name: 'GitHub',
    remote: credentials.canRenew ? remote : toRemoteOfToken(config),
    workflows: new GitHubWorkflows(client, config.mainBranch),
    ...rememberFailures(new GitHubPulls(client, config.mainBranch)),
  };
}

function openGitea(config: HostedConfig): CodeHost {
  const pulls = new GiteaPulls(config, tokenOf(config), createHostFetch('Gitea'));
  return { ...common(config), name: 'Gitea', remote: toRemoteOfToken(config), workflows: null, ...rememberFailures(pulls) };
}

function common(config: HostedConfig): Pick<CodeHost, 'kind' | 'mainBranch' | 'accountIssuer' | 'readWebhook'> {
  const { kind, mainBranch, webhookSecret } = config;
  const read: CodeHost['readWebhook'] = (headers, body) =>
    webhookSecret === null ? null : readWebhook(kind, webhookSecret, headers, body);
  return { kind, mainBranch, accountIssuer: issuerOf(config), readWebhook: read };
}

/** Both hosts sign people in at their own address, which is that of the repository without its owner and name. */
function issuerOf({ address }: HostedConfig): string {
  return address.split('/').slice(0, -2).join('/');
}

function tokenOf({ credentials }: HostedConfig): string {
  return credentials.kind === 'token' ? credentials.token.reveal() : '';
}

function toRemoteOfToken(config: HostedConfig): Remote {
  return toRemote(config, tokenOf(config));
}

/** Any user name works with a token; GitHub requires this one for App tokens. */
function toRemote({ address }: HostedConfig, token: string): Remote {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return { address: `${address}.git`, config: { 'http.extraHeader': `Authorization: Basic ${basic}` } };
}

async function asRemoteError<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof CodeHostError ? new NoRemoteError(error.message, { cause: error }) : error;
  }
}
