import type { ServerResponse } from 'node:http';
import { SESSION_PATH_HEADER, SessionRequest } from '#platform/contract/runner-protocol.ts';
import type { ApiCall, ApiPart } from '../api-part.ts';
import type { BlobCache } from '../blob-cache.ts';
import { CannotRunError } from '../cannot-run.ts';
import { readBody, reply } from '../http-api.ts';
import { requireFileNames } from '../lesson-files.ts';
import { Refusal } from '../refusal.ts';
import { SandboxFailure } from '../sandbox/explain-failure.ts';
import { passRequest, passUpgrade } from './port-proxy.ts';
import type { Session } from './session.ts';

/** What the calls need of sessions.ts. */
interface OpenSessions {
  open(request: SessionRequest, signal: AbortSignal): Promise<Session>;
  find(id: string): Promise<Session | undefined>;
}

/** `/sessions`: opens and ends sessions, and forwards to the ports of their applications. */
export function sessionsApi(sessions: OpenSessions, blobs: BlobCache): ApiPart {
  const get = async (id: string | undefined): Promise<Session> => {
    const session = id === undefined ? undefined : await sessions.find(id);
    if (!session || session.isEnded) throw new Refusal(404, { error: 'Session not found.' });
    return session;
  };
  return {
    name: 'sessions',
    handle: async (call) => {
      const { path, request, response } = call;
      const [, id, ports] = path;
      if (ports === 'ports' && path.length === 4) return passRequest(portCall(await get(id), call), request, response);
      switch (`${request.method} ${path.length}`) {
        case 'POST 1':
          reply(request, response, 201, await open(sessions, blobs, call));
          return undefined;
        case 'GET 2':
          reply(request, response, 200, await stateOf(await get(id)));
          return undefined;
        case 'DELETE 2':
          await (await get(id)).end();
          reply(request, response, 204, null);
          return undefined;
        default:
          throw new Refusal(404, { error: 'Unknown path or method.' });
      }
    },
    upgrade: async (call) => {
      const [, id, ports] = call.path;
      if (ports !== 'ports' || call.path.length !== 4) throw new Refusal(404, { error: 'Unknown path or method.' });
      await passUpgrade(portCall(await get(id), call), call.request, call.socket, call.head);
    },
  };
}

async function open(
  sessions: OpenSessions,
  blobs: BlobCache,
  { request, response }: ApiCall & { response: ServerResponse },
): Promise<object> {
  const wanted = await readBody(request, SessionRequest);
  requireFileNames(wanted.files);
  const missing = blobs.missing(wanted.files.map(({ sha256 }) => sha256));
  if (missing.length > 0) throw new Refusal(409, { error: 'Send the missing files first.', missing });
  const stop = new AbortController();
  response.on('close', () => stop.abort());
  try {
    return await stateOf(await sessions.open(wanted, stop.signal));
  } catch (error) {
    if (error instanceof CannotRunError || error instanceof SandboxFailure) throw new Refusal(503, { error: error.message });
    throw error;
  }
}

/** @throws Refusal if it is just ending */
async function stateOf(session: Session): Promise<object> {
  const state = await session.state();
  if (state === null) throw new Refusal(404, { error: 'Session not found.' });
  return state;
}

/** @throws Refusal if the header with the application's path is missing */
function portCall(session: Session, { path, request }: ApiCall) {
  const port = Number(path[3]);
  const url = request.headers[SESSION_PATH_HEADER];
  if (typeof url !== 'string' || !url.startsWith('/')) {
    throw new Refusal(400, { error: `\`${SESSION_PATH_HEADER}\` must be the path of the application and start with a slash.` });
  }
  return { port, url, connect: () => session.connect(port) };
}
