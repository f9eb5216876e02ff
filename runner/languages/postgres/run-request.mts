import { StatementError, type Answer, type Database } from './database.mts';
import { loadFiles, type LessonFile } from './load-files.mts';
import { resultText } from './result-text.mts';
import { lineAndColumn, splitStatements, type Statement } from './statements.mts';

export interface Request {
  readonly files: readonly LessonFile[];
  readonly preamble: readonly string[];
  readonly code: string;
  readonly maxRows: number;
  /** Of the result, as it is written. */
  readonly maxBytes: number;
  /** The results of all statements are wanted, for checks. */
  readonly keepsStatements: boolean;
}

/** Of the learner's code; both from 1. Null: nothing of it was at fault. */
interface Place {
  readonly line: number | null;
  readonly column: number | null;
}

interface Outcome {
  readonly output: string;
  readonly isCut: boolean;
  readonly error: ({ readonly name: string; readonly message: string } & Place) | null;
  readonly statements: readonly { readonly code: string; readonly line: number; readonly text: string | null; readonly isCut: boolean }[];
}

interface Hooks {
  /** Before each statement of the code. */
  readonly onStatement: (at: Place) => void;
  readonly onNotice: (text: string) => void;
}

/** All results that are kept for checks, together. */
const STATEMENTS_CHARACTERS = 2 * 1024 * 1024;
const COPY = /^\s*copy\b/i;
const FEATURE_NOT_SUPPORTED = '0A000';

/** Builds the lesson's database, then runs preamble and code, statement by statement, up to the first error. */
export async function runRequest(database: Database, request: Request, hooks: Hooks): Promise<Outcome> {
  const { maxRows, maxBytes, code } = request;
  const statements: { code: string; line: number; text: string | null; isCut: boolean }[] = [];
  let room = STATEMENTS_CHARACTERS;
  let last: Answer | null = null;
  let current: Statement | null = null;
  let error: Outcome['error'] = null;
  try {
    await loadFiles(database, request.files);
    for (const text of request.preamble) for (const statement of splitStatements(text)) await execute(statement.text, maxRows);
    for (const statement of splitStatements(code)) {
      current = statement;
      const { line } = lineAndColumn(code, statement.start);
      hooks.onStatement({ line, column: null });
      const answer = await execute(statement.text, maxRows);
      if (answer.columns !== null) last = answer;
      if (!request.keepsStatements) continue;
      const told = answer.columns === null ? { text: null, isCut: false } : resultText(answer, Math.min(maxBytes, room));
      room -= statement.text.length + (told.text?.length ?? 0);
      if (room > 0) statements.push({ code: statement.text, line, ...told });
    }
  } catch (failure) {
    if (!(failure instanceof StatementError)) throw failure;
    error = { name: nameOf(failure), message: failure.message, ...placeOf(failure, code, current) };
  }
  const told = last === null ? { text: '', isCut: false } : resultText(last, maxBytes);
  return { output: told.text, isCut: told.isCut, error, statements };

  async function execute(statement: string, rows: number): Promise<Answer> {
    // It reads and writes files and programs, of which a learner's database has none; it would never come to an end.
    if (COPY.test(statement)) throw new StatementError(FEATURE_NOT_SUPPORTED, 'COPY is not allowed here.', 0);
    return database.execute(statement, rows, hooks.onNotice);
  }
}

function nameOf({ code }: StatementError): string {
  return code === 'LessonFiles' ? code : `ERROR ${code}`;
}

function placeOf(failure: StatementError, code: string, statement: Statement | null): Place {
  if (statement === null) return { line: null, column: null };
  if (failure.offset === null) return { line: lineAndColumn(code, statement.start).line, column: null };
  return lineAndColumn(code, statement.start + failure.offset);
}
