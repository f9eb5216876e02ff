import { type Call, CommandRefused } from '../command.ts';

const REPOSITORY = '/git/content.git';

/** The server whose content repository has this address, as features/sync serves it; null: it is another host's. Never has credentials. */
export function productAddress(origin: string): string | null {
  const url = URL.canParse(origin) ? new URL(origin) : null;
  const isOurs = url !== null && isWeb(url) && url.pathname.replace(/\/$/, '') === REPOSITORY;
  return isOurs ? url.origin : null;
}

/** The server that an author named; null: this isn't the address of one. */
export function serverAddress(named: string): string | null {
  const url = URL.canParse(named) ? new URL(named) : null;
  const isServer = url !== null && isWeb(url) && url.pathname === '/' && url.search === '' && url.username === '' && url.password === '';
  return isServer ? url.origin : null;
}

/**
 * The server that the token in LESSONWRIGHT_TOKEN is for; null: the author named none. What a clone says of its server doesn't count: a clone
 * of a stranger would get the token.
 *
 * @throws CommandRefused
 */
export function namedServer({ LESSONWRIGHT_SERVER: named = '' }: Call['environment']): string | null {
  if (named === '') return null;
  const server = serverAddress(named);
  if (server === null) throw new CommandRefused('LESSONWRIGHT_SERVER must be an address such as https://lessons.example.org.');
  return server;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}
