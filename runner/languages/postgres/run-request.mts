import { StatementError, type Answer, type Database } from './database.mts';
import { loadFiles, type LessonFile } from './load-files.mts';
import { resultText } from './result-text.mts';
import { keepsTransaction, lineAndColumn, splitStatements, type Statement } from './statements.mts';

export interface Request {
  readonly files: readonly LessonFile[];
  /** Code of earlier screens, which runs first. */
  readonly earlier: readonly { readonly name: string; readonly code: string; readonly may_fail: boolean }[];
  readonly preamble: readonly string[];
  readonly code: string;
  readonly maxRows: number;
  /** Limit for the printed result. */
  readonly maxBytes: number;
  /** Keep the result of every statement, for checks. */
  readonly keepsStatements: boolean;
}

/** Position in the learner's code, counted from 1; null if the error isn't in it. */
interface Position {
  readonly line: number | null;
  readonly column: number | null;
}

interface Outcome {
  readonly output: string;
  readonly isCut: boolean;
  readonly error: ({ readonly name: string; readonly message: string } & Position) | null;
  readonly statements: readonly { readonly code: string; readonly line: number; readonly text: string | null; readonly isCut: boolean }[];
}

interface Hooks {
  /** Called before each statement of the code. */
  readonly onStatement: (at: Position) => void;
  readonly onNotice: (text: string) => void;
  /** Called before the code of each earlier screen, and with null when all of it has run. */
  readonly onEarlier: (name: string | null) => void;
  /** An error ended the code of an earlier screen. */
  readonly onEarlierError: (name: string, message: string) => void;
}

/** Limit for all statement results kept for checks together. */
const STATEMENTS_CHARACTERS = 2 * 1024 * 1024;
const COPY = /^\s*copy\b/i;
const FEATURE_NOT_SUPPORTED = '0A000';

/** Builds the lesson's database, runs the code of earlier screens, then runs preamble and code statement by statement until the first error. */
export async function runRequest(database: Database, request: Request, hooks: Hooks): Promise<Outcome> {
  const { maxRows, maxBytes, code } = request;
  const statements: { code: string; line: number; text: string | null; isCut: boolean }[] = [];
  let room = STATEMENTS_CHARACTERS;
  let last: Answer | null = null;
  let current: Statement | null = null;
  let error: Outcome['error'] = null;
  try {
    await loadFiles(database, request.files);
    await runEarlier();
    for (const text of request.preamble) for (const statement of splitStatements(text)) await execute(statement.text, maxRows);
    for (const statement of splitStatements(code)) {
      current = statement;
      const { line } = lineAndColumn(code, statement.start);
      hooks.onStatement({ line, column: null });
      const answer = await execute(statement.text, maxRows);
      if (answer.columns !== null) last = answer;
      if (!request.keepsStatements) continue;
      const printed = answer.columns === null ? { text: null, isCut: false } : resultText(answer, Math.min(maxBytes, room));
      room -= statement.text.length + (printed.text?.length ?? 0);
      if (room > 0) statements.push({ code: statement.text, line, ...printed });
    }
  } catch (failure) {
    if (!(failure instanceof StatementError)) throw failure;
    error = { name: nameOf(failure), message: failure.message, ...positionOf(failure, code, current) };
  }
  const printed = last === null ? { text: '', isCut: false } : resultText(last, maxBytes);
  return { output: printed.text, isCut: printed.isCut, error, statements };

  /** A transaction that is left open is committed, unless code after it ends it. */
  async function runEarlier(): Promise<void> {
    const { earlier, preamble } = request;
    const after = [...earlier.map((cell) => cell.code), ...preamble, code];
    for (const [index, cell] of earlier.entries()) {
      hooks.onEarlier(cell.name);
      try {
        for (const { text } of splitStatements(cell.code)) await execute(text, maxRows, () => undefined);
      } catch (failure) {
        if (!(failure instanceof StatementError)) throw failure;
        if (!cell.may_fail) hooks.onEarlierError(cell.name, `${nameOf(failure)}: ${failure.message}`);
      }
      if (database.hasFailedTransaction || !keepsTransaction(after.slice(index + 1))) await database.endTransaction();
    }
    if (earlier.length > 0) hooks.onEarlier(null);
  }

  async function execute(statement: string, rows: number, onNotice = hooks.onNotice): Promise<Answer> {
    // COPY needs files, programs or standard input; a learner's database has none, and it would wait forever.
    if (COPY.test(statement)) throw new StatementError(FEATURE_NOT_SUPPORTED, 'COPY is not allowed here.', 0);
    return database.execute(statement, rows, onNotice);
  }
}

function nameOf({ code }: StatementError): string {
  return code === 'LessonFiles' ? code : `ERROR ${code}`;
}

function positionOf(failure: StatementError, code: string, statement: Statement | null): Position {
  if (statement === null) return { line: null, column: null };
  if (failure.offset === null) return { line: lineAndColumn(code, statement.start).line, column: null };
  return lineAndColumn(code, statement.start + failure.offset);
}
