import { columnsOf, parseCsv } from './csv.mts';
import { StatementError, type Database } from './database.mts';
import { splitStatements } from './statements.mts';

/** A lesson file that fills the database. */
export interface LessonFile {
  readonly name: string;
  /** The table that it becomes; null: it is a script. */
  readonly table: string | null;
  readonly text: string;
}

const ROWS_AT_ONCE = 500;

/**
 * Builds the database from the lesson's files: runs every script, then creates a table for each CSV or TSV file whose table
 * doesn't exist yet. Names become lower case, as PostgreSQL does with unquoted names.
 *
 * @throws StatementError naming the file
 */
export async function loadFiles(database: Database, files: readonly LessonFile[]): Promise<void> {
  for (const file of files) {
    const load = file.table === null ? runScript(database, file) : loadTable(database, file, file.table);
    await load.catch((error: unknown) => {
      if (!(error instanceof StatementError)) throw error;
      throw new StatementError('LessonFiles', `The lesson file ${file.name} failed: ${error.message}`);
    });
  }
}

async function runScript(database: Database, { text }: LessonFile): Promise<void> {
  for (const statement of splitStatements(text)) await database.execute(statement.text, 0, () => undefined);
}

async function loadTable(database: Database, { name, text }: LessonFile, tableName: string): Promise<void> {
  const [header, ...rows] = parseCsv(text, name.toLowerCase().endsWith('.tsv') ? '\t' : ',');
  if (!header) return;
  const table = quoted(tableName);
  const columns = columnsOf(header, rows);
  const execute = (statement: string) => database.execute(statement, 0, () => undefined);
  const { rows: known } = await database.execute(`SELECT to_regclass(${literal(table)})`, 1, () => undefined);
  if (known[0]?.[0] !== null) return;
  await execute(`CREATE TABLE ${table} (${columns.map((column) => `${quoted(column.name.toLowerCase())} ${column.type}`).join(', ')})`);
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const values = rows
      .slice(at, at + ROWS_AT_ONCE)
      .map((row) => `(${columns.map((_, index) => (row[index] ? literal(row[index]) : 'NULL')).join(', ')})`);
    await execute(`INSERT INTO ${table} VALUES ${values.join(', ')}`);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(text: string): string {
  return `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll('\0', '')}'`;
}
