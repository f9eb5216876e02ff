import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import type { SQLNamespace } from '@codemirror/lang-sql';
import { syntaxTree } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';

/** Names that code can use and that aren't in its text. */
export interface CodeNames {
  /** Files by the path with which code opens them, and the columns of those that are tables. */
  readonly files: readonly { readonly name: string; readonly columns: readonly string[] }[];
  /** The tables of a database; without a schema those of the main one. */
  readonly tables: readonly { readonly schema: string | null; readonly name: string; readonly columns: readonly string[] }[];
  readonly packages: readonly string[];
}

/** Where an editor gets names from, and how its language writes them. */
export interface NameCompletion {
  /** Called when the author types a name, and not before. */
  readonly read: () => Promise<CodeNames>;
  /** The code queries tables. */
  readonly isQuery: boolean;
  /** Columns are named without quotes. */
  readonly namesColumns: boolean;
  /** A database takes a name with capital letters for one without, unless it is in quotes. */
  readonly foldsCapitals: boolean;
}

/** Completes the names of files, columns, tables and packages. */
export function completeNames(completion: NameCompletion): Extension {
  const source = nameSource(completion);
  return EditorState.languageData.of(() => [{ autocomplete: source }]);
}

/** Where {@link completeNames} looks up names. */
export function nameSource(completion: NameCompletion): CompletionSource {
  return completion.isQuery ? querySource(completion) : codeSource(completion);
}

/** In strings, and in lines that import packages. */
const WORD = /^[\w ./-]*$/;
const IMPORT = /(?:^\s*(?:import|from)\s+(?:[\w.]+\s*,\s*)*|\b(?:library|require|requireNamespace|loadNamespace)\(\s*["']?)([\w.]*)$/;
const STRING = /["']([^"']*)$/;
const CLOSED_STRINGS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;
/** `birds[`, `birds[["a", `: the table whose columns are named. */
const SUBSCRIPT = /([\w.]+)\[+\s*(?:["'][^"']*["']\s*,\s*)*$/;
const MEMBER = /([\w.]+)[.$](\w*)$/;
const READING = /([\w.]+)\s*(?:=|<-)\s*[\w.:]*read[._]\w+\(\s*["']([^"'\n]+)["']/g;
/** How much of a text is searched for what it reads. */
const SEARCHED = 100_000;

type File = CodeNames['files'][number];

function codeSource({ read, namesColumns }: NameCompletion): CompletionSource {
  return async (context) => {
    if (isIn(context, /comment/i)) return null;
    const line = context.state.doc.lineAt(context.pos);
    const before = line.text.slice(0, context.pos - line.from);
    const imported = IMPORT.exec(before)?.[1];
    if (imported !== undefined) {
      const { packages } = await read();
      return resultOf(
        context,
        imported,
        packages.map((label) => ({ label, type: 'namespace' })),
        /^\w*$/,
      );
    }
    const outside = before.replace(CLOSED_STRINGS, (text) => '·'.repeat(text.length));
    const quoted = STRING.exec(outside)?.[1];
    if (quoted !== undefined) {
      const { files } = await read();
      const table = tableNamed(context, files, SUBSCRIPT.exec(before.slice(0, before.length - quoted.length - 1))?.[1]);
      return resultOf(context, quoted, [...columnOptions(table ? [table] : files), ...(table ? [] : fileOptions(files))], WORD);
    }
    const member = MEMBER.exec(before);
    if (member) {
      const table = tableNamed(context, (await read()).files, member[1]);
      return table
        ? resultOf(
            context,
            member[2] ?? '',
            columnOptions([table]).filter(({ label }) => /^[A-Za-z_]\w*$/.test(label)),
            /^\w*$/,
          )
        : null;
    }
    const word = /[A-Za-z_][\w.]*$/.exec(before)?.[0];
    if (!namesColumns || (word === undefined && !context.explicit)) return null;
    const columns = columnOptions((await read()).files).map((column) => ({ ...column, apply: asName(column.label) }));
    return resultOf(context, word ?? '', columns, /^[\w.]*$/);
  };
}

/** As R writes names with other signs. */
function asName(column: string): string {
  return /^[A-Za-z.][\w.]*$/.test(column) ? column : `\`${column}\``;
}

function querySource({ read, foldsCapitals }: NameCompletion): CompletionSource {
  return async (context) => {
    if (isIn(context, /comment|string/i)) return null;
    const isMember = context.matchBefore(/[.`"]\w*/) !== null;
    const word = context.matchBefore(/\w+/);
    // Before names are read: while a lookup without a word waits, none begins for the word that is typed meanwhile.
    if (!isMember && !word && !context.explicit) return null;
    const { tables } = await read();
    const quote = (name: string) => (isPlain(name, foldsCapitals) ? name : `"${name.replaceAll('"', '""')}"`);
    if (isMember) return (await import('@codemirror/lang-sql')).schemaCompletionSource({ schema: schemaOf(tables, quote) })(context);
    // Of the tables that the query names; without any, of all.
    const text = context.state.sliceDoc(0, SEARCHED).toLowerCase();
    const used = tables.filter(({ name }) => text.includes(name.toLowerCase()));
    const columns = (used.length > 0 ? used : tables).flatMap((table) =>
      table.columns.map((label): Completion => ({ label, type: 'property', detail: table.name, apply: quote(label) })),
    );
    return { from: word?.from ?? context.pos, options: [...tableOptions(tables, quote), ...once(columns)], validFor: /^\w*$/ };
  };
}

type Tables = CodeNames['tables'];
type Quote = (name: string) => string;

/** The tables of the main database, and the names of the others. */
function tableOptions(tables: Tables, quote: Quote): Completion[] {
  return once(tables.map(({ schema, name }) => (schema === null ? tableOption(name, quote) : databaseOption(schema, quote))));
}

function tableOption(name: string, quote: Quote): Completion {
  return { label: name, type: 'type', detail: 'table', apply: quote(name), boost: 1 };
}

function databaseOption(name: string, quote: Quote): Completion {
  return { label: name, type: 'namespace', detail: 'database', apply: quote(name) };
}

/** What follows a name and a dot. */
function schemaOf(tables: Tables, quote: Quote): SQLNamespace {
  const schema: Record<string, SQLNamespace> = {};
  for (const [database, inside] of Map.groupBy(tables, (table) => table.schema)) {
    const namespace = Object.fromEntries(
      inside.map(({ name, columns }) => {
        const children = columns.map((label): Completion => ({ label, type: 'property', apply: quote(label) }));
        return [name, { self: tableOption(name, quote), children }];
      }),
    );
    if (database === null) Object.assign(schema, namespace);
    else schema[database] = { self: databaseOption(database, quote), children: namespace };
  }
  return schema;
}

function isPlain(name: string, foldsCapitals: boolean): boolean {
  return (foldsCapitals ? /^[a-z_][a-z0-9_]*$/ : /^[A-Za-z_]\w*$/).test(name);
}

/** The file that was read into a variable of this name. */
function tableNamed({ state }: CompletionContext, files: readonly File[], variable: string | undefined): File | undefined {
  if (variable === undefined) return undefined;
  const reading = [...state.sliceDoc(0, SEARCHED).matchAll(READING)].findLast(([, name]) => name === variable);
  const path = reading?.[2]?.replace(/^\.\//, '');
  return files.find(({ name, columns }) => name === path && columns.length > 0);
}

function columnOptions(files: readonly File[]): Completion[] {
  return once(files.flatMap(({ name, columns }) => columns.map((label): Completion => ({ label, type: 'property', detail: name }))));
}

function fileOptions(files: readonly File[]): Completion[] {
  return files.map(({ name }) => ({ label: name, type: 'text', detail: 'file' }));
}

/** The first of the options with the same name. */
function once(options: readonly Completion[]): Completion[] {
  const seen = new Set<string>();
  return options.filter(({ label }) => !seen.has(label) && seen.add(label));
}

function resultOf(context: CompletionContext, typed: string, options: Completion[], validFor: RegExp): CompletionResult | null {
  if (options.length === 0) return null;
  return { from: context.pos - typed.length, options, validFor };
}

function isIn({ state, pos }: CompletionContext, kind: RegExp): boolean {
  return kind.test(syntaxTree(state).resolveInner(pos, -1).name);
}
