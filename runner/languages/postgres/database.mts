import { PGlite, protocol } from '@electric-sql/pglite';

/** A protocol message from the database; only the fields that are read here. */
interface Message {
  readonly name: string;
}
interface Description extends Message {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}
interface Row extends Message {
  readonly fields: readonly (string | null)[];
}
interface Readiness extends Message {
  /** I: no transaction; T: one is open; E: one is open, and failed. */
  readonly status: string;
}
interface Complaint extends Message {
  readonly message: string;
  readonly severity?: string;
  readonly code?: string;
  readonly detail?: string;
  readonly hint?: string;
  /** Characters from the start of the statement, counted from 1. */
  readonly position?: string;
}

/** Result of one statement. `columns` is null if it returns no rows. */
export interface Answer {
  readonly columns: readonly { readonly name: string; readonly type: number }[] | null;
  readonly rows: readonly (readonly (string | null)[])[];
  readonly isCut: boolean;
}

/** A statement failed. */
export class StatementError extends Error {
  readonly code: string;
  /** Characters from the start of the statement, counted from 0; null if the database doesn't report a position. */
  readonly offset: number | null;

  constructor(code: string, message: string, offset: number | null = null) {
    super(message);
    this.code = code;
    this.offset = offset;
  }
}

const INTERNAL_ERROR = 'XX000';
const ENDED = new Set(['commandComplete', 'portalSuspended', 'emptyQuery']);

/** An in-memory PostgreSQL in this process. */
export class Database {
  readonly #engine: PGlite;
  #status = 'I';

  private constructor(engine: PGlite) {
    this.#engine = engine;
  }

  /** @param files from `makeFiles` */
  static async open(files: Buffer<ArrayBuffer>): Promise<Database> {
    const engine = await PGlite.create('memory://', { loadDataDir: new Blob([files]) });
    const database = new Database(engine);
    // The first statement is slow; run one before the learner's.
    await database.execute('SELECT 1', 1, () => undefined);
    return database;
  }

  static async makeFiles(): Promise<Uint8Array> {
    const engine = await PGlite.create('memory://');
    return new Uint8Array(await (await engine.dumpDataDir('none')).arrayBuffer());
  }

  /** Ends an open transaction: commits it, or rolls back one that failed. */
  async endTransaction(): Promise<void> {
    for (const statement of ['COMMIT', 'ROLLBACK']) {
      if (!this.hasTransaction) return;
      await this.execute(statement, 0, () => undefined).catch((error: unknown) => {
        if (!(error instanceof StatementError)) throw error;
      });
    }
  }

  get hasTransaction(): boolean {
    return this.#status !== 'I';
  }

  /** Whether nothing but the end of the open transaction is possible. */
  get hasFailedTransaction(): boolean {
    return this.#status === 'E';
  }

  /**
   * Runs one statement and returns its first `maxRows` rows.
   * @throws StatementError
   */
  async execute(statement: string, maxRows: number, onNotice: (text: string) => void): Promise<Answer> {
    const { serialize } = protocol;
    const steps = [
      serialize.parse({ text: statement }),
      serialize.bind({}),
      serialize.describe({ type: 'P' }),
      serialize.execute({ rows: maxRows + 1 }),
    ];
    const messages: Message[] = [];
    for (const step of steps) {
      messages.push(...(await this.#send(step)));
      if (messages.some(({ name }) => name === 'error')) break;
    }
    messages.push(...(await this.#send(serialize.sync())));
    const readiness = messages.findLast(({ name }) => name === 'readyForQuery') as Readiness | undefined;
    if (readiness) this.#status = readiness.status;
    for (const message of messages) if (message.name === 'notice') onNotice(noticeText(message as Complaint));
    const error = messages.find(({ name }) => name === 'error');
    if (error) throw statementError(error as Complaint, statement);
    if (!messages.some(({ name }) => ENDED.has(name))) throw new StatementError(INTERNAL_ERROR, 'The statement failed.');
    const description = messages.find(({ name }) => name === 'rowDescription') as Description | undefined;
    const rows = messages.filter(({ name }) => name === 'dataRow').map((row) => (row as Row).fields);
    return {
      columns: description?.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })) ?? null,
      rows: rows.slice(0, maxRows),
      isCut: rows.length > maxRows,
    };
  }

  async #send(message: Uint8Array): Promise<readonly Message[]> {
    const { messages } = await this.#engine.execProtocol(message, { throwOnError: false });
    return messages;
  }
}

function statementError(complaint: Complaint, statement: string): StatementError {
  const { message, code, detail, hint, position } = complaint;
  const text = [message, ...(detail ? [`Detail: ${detail}`] : []), ...(hint ? [`Hint: ${hint}`] : [])].join('\n');
  if (position === undefined) return new StatementError(code ?? INTERNAL_ERROR, text);
  // PostgreSQL counts code points; JavaScript counts UTF-16 units.
  const before = Array.from(statement).slice(0, Number(position) - 1);
  return new StatementError(code ?? INTERNAL_ERROR, text, before.join('').length);
}

function noticeText({ severity, message }: Complaint): string {
  return `${severity ?? 'NOTICE'}: ${message}`;
}
