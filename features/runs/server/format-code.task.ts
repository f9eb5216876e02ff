import type { FormattedLanguage } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import { withTree } from '#platform/server/code/syntax-trees.ts';
import type { Dialect, Formatted } from '../contract/format-code.ts';
import { indentR } from './indent-r.ts';

declare module '#platform/server/text-tasks/text-tasks.ts' {
  interface TextTasks {
    formatText: typeof formatText;
  }
}

const FORMATTERS: Readonly<Record<FormattedLanguage, (code: string, dialect: Dialect) => Promise<Formatted>>> = {
  python: formatPython,
  r: formatR,
  sql: formatSql,
};

/** Code as the formatter of its language writes it. It ends with an empty line only if it did before. */
export async function formatText(language: FormattedLanguage, dialect: Dialect, code: string): Promise<Formatted> {
  if (code.trim() === '') return { code };
  const formatted = await FORMATTERS[language](code, dialect);
  if (!('code' in formatted)) return formatted;
  const text = formatted.code.trimEnd();
  return { code: code.endsWith('\n') ? `${text}\n` : text };
}

/** Lessons choose their version of Python, and quotes are a matter of taste that checks may depend on. */
const RUFF = {
  'target-version': 'py38',
  'indent-width': LIMITS.editorIndent,
  format: { 'quote-style': 'preserve', 'docstring-code-format': false },
};

async function formatPython(code: string): Promise<Formatted> {
  const { default: ruff } = await import('@astral-sh/ruff-wasm-nodejs');
  const workspace = new ruff.Workspace(RUFF, ruff.PositionEncoding.Utf16);
  try {
    return { code: workspace.format(code) };
  } catch (error) {
    return pythonProblem(code, error instanceof Error ? error.message : String(error));
  } finally {
    workspace.free();
  }
}

/** From “… at byte range 6..7”. */
function pythonProblem(code: string, message: string): Formatted {
  const [, problem = message, byte = ''] = /^(.*?) at byte range (\d+)\.\./s.exec(message) ?? [];
  return { problem, line: byte === '' ? null : Buffer.from(code.trimEnd()).subarray(0, Number(byte)).toString().split('\n').length };
}

function formatR(code: string): Promise<Formatted> {
  return withTree('r', code, (root) => indentR(root, code));
}

const DIALECTS = { sqlite: 'sqlite', postgres: 'postgresql' } as const satisfies Record<Dialect, string>;

async function formatSql(code: string, dialect: Dialect): Promise<Formatted> {
  const { format } = await import('sql-formatter');
  try {
    const formatted = format(code, { language: DIALECTS[dialect], tabWidth: LIMITS.editorIndent, keywordCase: 'preserve' });
    if (withoutSpace(formatted) === withoutSpace(code)) return { code: formatted };
    return { problem: 'The formatter would change more than white space', line: null };
  } catch (error) {
    return sqlProblem(error instanceof Error ? error.message : String(error));
  }
}

/** From “Parse error at token: x at line 1 column 15”, or “Parse error: Unexpected "x" at line 1 column 8.”, and lines of grammar. */
function sqlProblem(message: string): Formatted {
  const at = message.indexOf(' at line ');
  const what = message.slice(message.indexOf(': ') + 2, at);
  if (at < 0 || !message.startsWith('Parse error')) return { problem: 'It can’t be read', line: null };
  const problem = what === '«EOF»' ? 'It ends too early' : what.startsWith('Unexpected') ? what : `Unexpected ${what}`;
  return { problem, line: Number.parseInt(message.slice(at + ' at line '.length), 10) };
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
