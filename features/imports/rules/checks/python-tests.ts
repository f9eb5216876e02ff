import type { Node } from 'web-tree-sitter';
import { namesOf, type ReadTree } from '../code-names.ts';
import { HIDDEN_FAILED, numberedNames, SUBMISSION, type TestCase } from './test-case.ts';

/** Runs the body of a test as a cell behind the submission: what it reads, assigns and deletes are names of the submission. */
const RUN_TEST = `def after_submission(expected=None, failure=None, is_hidden=False):
    """Runs a test with the names of the submission."""

    def wrap(test):
        @functools.wraps(test)
        def run(self):
            printed = io.StringIO()
            try:
                with contextlib.redirect_stdout(printed):
                    value = types.FunctionType(test.__code__, vars(submission))()
            except Exception as error:
                if failure is not None or is_hidden:
                    raise AssertionError(failure or "${HIDDEN_FAILED}") from None
                if isinstance(error, AssertionError) and not error.args:
                    line = traceback.extract_tb(error.__traceback__)[-1].line
                    raise AssertionError("This test failed: " + line) from None
                raise
            shown = (printed.getvalue() + ("" if value is None else repr(value))).strip()
            if expected is not None and shown != expected.strip():
                text = "${HIDDEN_FAILED}" if is_hidden else f"Expected {expected.strip()}, got {shown or 'nothing'}."
                raise AssertionError(failure or text)

        return run

    return wrap`;

const IMPORTS = ['contextlib', 'functools', 'io', 'traceback', 'types', 'unittest'].map((name) => `import ${name}`).join('\n');

/**
 * A test file for unittest.
 *
 * @returns null if the code of a test is not Python
 */
export function pythonTests(tests: readonly TestCase[], readTree: ReadTree): string | null {
  const names = numberedNames(tests);
  const methods = tests.map((test, index) => method(test, names[index] ?? '', readTree));
  if (methods.includes(null)) return null;
  return `${IMPORTS}\n\nimport ${SUBMISSION}\n\n\n${RUN_TEST}\n\n\nclass Tests(unittest.TestCase):\n${methods.join('\n\n')}\n`;
}

function method({ code, expected, isHidden, failure }: TestCase, name: string, readTree: ReadTree): string | null {
  const body = bodyOf(code, expected !== null, readTree);
  if (body === null) return null;
  const options = [
    ...(expected === null ? [] : [`expected=${JSON.stringify(expected)}`]),
    ...(failure === '' ? [] : [`failure=${JSON.stringify(failure)}`]),
    ...(isHidden ? ['is_hidden=True'] : []),
  ];
  return [`    @after_submission(${options.join(', ')})`, `    def ${name}():`, ...body].join('\n');
}

const STAR_IMPORT = /^from[ \t]+[\w.]{1,200}[ \t]+import[ \t]*\*[ \t]*(?:#.*)?$/;

/** The code of a cell as the body of a function. @returns null if it is not Python */
function bodyOf(code: string, returnsLast: boolean, readTree: ReadTree): string[] | null {
  const source = code.replace(/^(?:[ \t]*\n)+/, '').trimEnd();
  const read = readTree('python', source, (root) =>
    root.hasError ? null : { insideText: linesInTexts(root), last: returnsLast ? lastExpression(root) : null },
  );
  if (read === null) return null;
  const lines = source.split('\n').map((line, row) => {
    if (read.insideText.has(row)) return line;
    if (line.trim() === '') return '';
    // Only modules import everything.
    const plain = STAR_IMPORT.test(line) ? `exec(${JSON.stringify((line.split('#', 1)[0] ?? '').trim())}, globals())` : line;
    return `        ${row === read.last ? `return ${plain}` : plain}`;
  });
  const globals = [...namesOf(readTree, 'python', source).defined].filter((name) => !name.startsWith('__') && !isAnnotated(source, name));
  return [
    ...(globals.length === 0 ? [] : [`        global ${globals.join(', ')}`]),
    ...lines,
    ...(lines.every((line) => line.trim() === '' || line.trim().startsWith('#')) ? ['        pass'] : []),
  ];
}

/** Whether a name is declared with its type, as global names can't be. */
function isAnnotated(source: string, name: string): boolean {
  return source.split('\n').some((line) => line.startsWith(name) && /^[ \t]*:/.test(line.slice(name.length)));
}

/** The lines that begin inside of a text, which indentation would change. */
function linesInTexts(root: Node): Set<number> {
  const found = new Set<number>();
  for (const text of root.descendantsOfType('string'))
    for (let row = (text?.startPosition.row ?? 0) + 1; row <= (text?.endPosition.row ?? -1); row++) found.add(row);
  return found;
}

/** The line on which the last statement starts, if it is an expression whose value a notebook shows. */
function lastExpression(root: Node): number | null {
  const last = root.namedChildren.findLast((node) => node !== null && node.type !== 'comment');
  const [inner] = last?.type === 'expression_statement' ? last.namedChildren : [];
  if (!last || !inner || inner.type.endsWith('assignment')) return null;
  // A statement behind a semicolon has no line of its own.
  return last.startPosition.column === 0 ? last.startPosition.row : null;
}
