import { api, type Api } from '#app/contract/api.ts';
import type { Release } from '#features/releases/contract/releases.ts';
import { ApiError, createClient, type Client } from '#platform/contract/client.ts';
import { namedServer, serverAddress } from './clone/product-address.ts';
import { type Call, CommandRefused } from './command.ts';

/** The API of the server that the author named. @throws CommandRefused without a server or a token */
export function serverApi(call: Call): Client<Api> {
  const baseUrl = serverOf(call);
  const token = call.environment['LESSONWRIGHT_TOKEN'];
  if (token === undefined || token === '')
    throw new CommandRefused('Set LESSONWRIGHT_TOKEN to a personal token. You create one under Account and tokens.');
  // A redirect could lead to a host that isn't meant to read what is sent.
  const fetchHere: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'error' });
  return createClient(api, { baseUrl, headers: { authorization: `Bearer ${token}` }, fetch: fetchHere });
}

function serverOf({ options, environment }: Call): string {
  const option = options['server'];
  if (typeof option !== 'string') {
    const server = namedServer(environment);
    if (server === null) throw new CommandRefused('Name the server with --server ADDRESS, or in LESSONWRIGHT_SERVER.');
    return server;
  }
  const server = serverAddress(option);
  if (server === null) throw new CommandRefused('--server must be an address such as https://lessons.example.org.');
  return server;
}

/** By status; 0: no reply. */
const NEXT_STEPS: Readonly<Record<number, string>> = {
  0: 'Couldn’t reach the server. Check its address in --server or LESSONWRIGHT_SERVER.',
  401: 'The server doesn’t accept the token in LESSONWRIGHT_TOKEN. Create a personal token under Account and tokens.',
};

/** Waits for calls of the server. @throws CommandRefused with what the server says if one fails */
export async function saidByServer<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandRefused(NEXT_STEPS[error.status] ?? error.message);
  }
}

/** The release that has a branch. @throws CommandRefused if the server has none */
export async function findRelease(client: Client<Api>, branch: string, signal: AbortSignal): Promise<Release> {
  const releases = await saidByServer(client.listReleases(undefined, { signal }));
  const release = releases.find(({ version_major }) => version_major === branch);
  if (release) return release;
  throw new CommandRefused(`The server has no release with the branch ${branch}. Check out that of a release with git switch.`);
}
