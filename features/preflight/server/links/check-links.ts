import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '#platform/contract/times.ts';
import { refused } from '#platform/server/errors.ts';
import type { Operation } from '#platform/server/operations.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { LinkState, LinkVerdict } from '../../contract/preflight-links.ts';
import { MESSAGES } from '../messages.ts';
import { checkLink, type LinkCheckOptions } from './check-link.ts';
import { findLinkChecks, hasReachedOthers, storeLinkCheck } from './queries.ts';

/** Hosts that are asked at the same time. */
const HOSTS = 3;
/** Between two requests to one host. */
const PAUSE_MS = 1_000;
/** After so many links without a reply, a host is left alone until the next time. */
const SILENT_MAX = 2;
/** How long a result counts. Servers recover, so what isn't clear is asked again sooner. */
const VALID_MS = { ok: 7 * DAY_MS, moved: 7 * DAY_MS, gone: DAY_MS, unsure: DAY_MS } as const satisfies Record<LinkVerdict, number>;

type Deps = Pick<Platform, 'db' | 'config'>;

export interface CheckLinksOptions extends Partial<LinkCheckOptions> {
  readonly pauseMs?: number;
}

/** What is known of links, and which of them are due. */
export async function readLinkChecks(
  { db }: Pick<Platform, 'db'>,
  urls: readonly string[],
  now = new Date(),
): Promise<{ states: ReadonlyMap<string, LinkState>; due: string[] }> {
  const distinct = [...new Set(urls)];
  const known = await findLinkChecks(db, distinct);
  const due = distinct.filter((url) => {
    const check = known.get(url);
    return !check || check.checked_at.getTime() + VALID_MS[check.state] < now.getTime();
  });
  return { states: known, due };
}

/**
 * Requests the links that are due and stores what they said. Stopped, everything that was requested until then is kept.
 *
 * @throws AppError `refused` if the settings turn it off.
 */
export async function requestLinks(
  deps: Deps,
  urls: readonly string[],
  operation: Operation,
  options: CheckLinksOptions = {},
): Promise<void> {
  if (!deps.config.linkChecks) throw refused(MESSAGES.linksOff);
  const { due } = await readLinkChecks(deps, urls);
  const withoutHost: string[] = [];
  const store = async (url: string, state: LinkState) => {
    if (isWithoutHost(state)) withoutHost.push(url);
    else await storeLinkCheck(deps.db, url, state);
  };
  try {
    await requestEach(due, store, operation, options);
  } finally {
    await storeWithoutHost(deps, withoutHost);
  }
}

/** No name leads to its host. */
export function isWithoutHost({ state, status }: LinkState): boolean {
  return state === 'gone' && status === null;
}

/** Requests links, a few hosts at a time and each host one link after the other. Those of a host that doesn't reply are left out. */
export async function requestEach(
  urls: readonly string[],
  onState: (url: string, state: LinkState) => Promise<void>,
  operation: Pick<Operation, 'signal' | 'progress'>,
  options: CheckLinksOptions = {},
): Promise<void> {
  const waiting = [...Map.groupBy(urls, (url) => new URL(url).host)];
  let done = 0;
  const next = async (): Promise<void> => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const [host, links] = entry;
      let silent = 0;
      for (const [index, url] of links.entries()) {
        if (index > 0) await setTimeout(options.pauseMs ?? PAUSE_MS, undefined, { signal: operation.signal });
        operation.signal.throwIfAborted();
        operation.progress(`Requesting links of ${host}`, done, urls.length);
        const state = await checkLink(url, operation.signal, options);
        done++;
        await onState(url, state);
        if (state.reason === 'timeout' || state.reason === 'unreachable') silent++;
        if (silent >= SILENT_MAX || state.reason === 'busy') {
          done += links.length - index - 1;
          break;
        }
      }
    }
  };
  // All of them end before the error of one is reported.
  const ended = await Promise.allSettled(Array.from({ length: HOSTS }, next));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/** Where no name at all leads anywhere, it is this machine that is cut off. */
async function storeWithoutHost({ db }: Deps, urls: readonly string[]): Promise<void> {
  if (urls.length === 0) return;
  const isOnline = await hasReachedOthers(db, new Date(Date.now() - DAY_MS));
  const gone: LinkState = { state: 'gone', status: null, target: null, reason: null };
  for (const url of urls) await storeLinkCheck(db, url, isOnline ? gone : { ...gone, state: 'unsure', reason: 'unreachable' });
}
