import { WebSocketServer } from 'ws';
import { TerminalCheckRequest, TerminalRequest } from '#platform/contract/runner-protocol.ts';
import type { ApiPart } from '../api-part.ts';
import { NO_RUNNER } from '../cannot-run.ts';
import { readBody, reply } from '../http-api.ts';
import type { RuntimeDeps } from '../language-runtime.ts';
import { requireFileNames } from '../lesson-files.ts';
import type { PreparedPython } from '../python/prepare-python.ts';
import { Refusal } from '../refusal.ts';
import { processOf } from './open-terminal.ts';
import { SpareProcess } from './spare-process.ts';
import { connect } from './terminal-connection.ts';
import { TerminalProcess } from './terminal-process.ts';
import { Terminal } from './terminal.ts';

const MAX_OF_ONE_OWNER = 4;
const MAX_OF_ALL = 40;
/** How long an ended terminal's output is kept for a page that was disconnected. */
const REMEMBERED_MS = 60_000;
/** Limit for one message from the page, such as pasted text. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

type Call = Parameters<ApiPart['handle']>[0];
type Upgrade = Parameters<NonNullable<ApiPart['upgrade']>>[0];

/** Terminals of command-line lessons (see `/terminals` in runner-protocol.ts). */
export class Terminals {
  readonly #deps: RuntimeDeps;
  /** Null: this machine has no Python, so there are no terminals. */
  readonly #python: PreparedPython | null;
  readonly #spare: SpareProcess;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  readonly #terminals = new Map<string, Terminal>();
  readonly #forgetting = new Set<NodeJS.Timeout>();

  constructor(deps: RuntimeDeps, interpreters: readonly PreparedPython[]) {
    const [python = null] = interpreters;
    this.#deps = deps;
    this.#python = python;
    this.#spare = new SpareProcess((bounds) => {
      if (!python) throw new Error('No Python is installed.');
      return TerminalProcess.start(deps, python, bounds, []);
    });
  }

  /** Number of open terminals, for `/health`. */
  get size(): number {
    return this.#open.length;
  }

  get api(): ApiPart {
    return { name: 'terminals', handle: (call) => this.#handle(call), upgrade: (call) => this.#upgrade(call) };
  }

  /** Ends all terminals and waits until they are gone. */
  async close(): Promise<void> {
    const terminals = [...this.#terminals.values()];
    for (const terminal of terminals) terminal.end('stopped');
    await Promise.all([...terminals.map((terminal) => terminal.ended), this.#spare.close()]);
    for (const timer of this.#forgetting) clearTimeout(timer);
    this.#sockets.close();
  }

  async #handle({ request, response, path }: Call): Promise<void> {
    const [, id = '', part, more] = path;
    switch (`${request.method} /${id === '' ? '' : '…'}${part === undefined ? '' : `/${part}`}${more === undefined ? '' : '/…'}`) {
      case 'POST /':
        reply(request, response, 201, this.#create(await readBody(request, TerminalRequest)));
        return;
      case 'POST /…/checks':
        reply(request, response, 200, await this.#get(id).check(await readBody(request, TerminalCheckRequest)));
        return;
      case 'DELETE /…':
        this.#get(id).end('stopped');
        await this.#get(id).ended;
        reply(request, response, 204, null);
        return;
      default:
        throw new Refusal(404, { error: 'Unknown path or method.' });
    }
  }

  async #upgrade({ request, socket, head, path, query }: Upgrade): Promise<void> {
    const [, id = '', part, more] = path;
    if (part !== 'socket' || more !== undefined) throw new Refusal(404, { error: 'Unknown path or method.' });
    const terminal = this.#get(id);
    const after = Number(query.get('after') ?? 0);
    if (!Number.isSafeInteger(after) || after < 0) throw new Refusal(400, { error: '`after` must be a number of bytes.' });
    this.#sockets.handleUpgrade(request, socket, head, (connection) => connect(connection, terminal, after));
  }

  #create(wanted: TerminalRequest): { id: string } {
    const { settings, blobs } = this.#deps;
    const need = wanted.requirements.find((requirement) => !settings.offers.includes(requirement));
    if (!this.#python || need !== undefined)
      throw new Refusal(503, { error: need === undefined ? NO_RUNNER : `${NO_RUNNER}: it needs ${need}.` });
    requireFileNames(wanted.files);
    const missing = blobs.missing(wanted.files.map(({ sha256 }) => sha256));
    if (missing.length > 0) throw new Refusal(409, { error: 'Send the missing files first.', missing });
    if (this.#terminals.has(wanted.id)) throw new Refusal(400, { error: 'A terminal with this id already exists.' });
    this.#makeRoom(wanted.owner);
    const terminal = new Terminal(wanted.owner, wanted, processOf(this.#deps, this.#python, this.#spare, wanted));
    this.#terminals.set(wanted.id, terminal);
    void terminal.ended.then(() => this.#forgetLater(wanted.id));
    return { id: wanted.id };
  }

  /** If the owner has too many terminals, ends the one that has been without a viewer longest. */
  #makeRoom(owner: string): void {
    const own = this.#open.filter((terminal) => terminal.owner === owner);
    if (own.length >= MAX_OF_ONE_OWNER) {
      const unwatched = own.filter((terminal) => terminal.unwatchedSince !== null);
      const [oldest] = unwatched.sort((one, other) => (one.unwatchedSince ?? 0) - (other.unwatchedSince ?? 0));
      if (!oldest)
        throw new Refusal(503, { error: `You have ${own.length} terminals open, which is the limit. Close one of them and try again.` });
      oldest.end('stopped');
    } else if (this.size >= MAX_OF_ALL) {
      throw new Refusal(503, { error: 'All terminals of this runner are in use. Try again in a few minutes.' });
    }
  }

  get #open(): Terminal[] {
    return [...this.#terminals.values()].filter((terminal) => terminal.isOpen);
  }

  #get(id: string): Terminal {
    const terminal = this.#terminals.get(id);
    if (!terminal) throw new Refusal(404, { error: 'This terminal has ended.' });
    return terminal;
  }

  #forgetLater(id: string): void {
    const timer = setTimeout(() => {
      this.#terminals.delete(id);
      this.#forgetting.delete(timer);
    }, REMEMBERED_MS);
    this.#forgetting.add(timer);
  }
}
