import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Language } from '#platform/contract/languages.ts';
import { guessModule } from '#platform/contract/unit-tests.ts';

const SAFE_NAME = /^[\w-][\w.-]{0,99}$/;

/**
 * An exercise of a language with a terminal, with the file that learners start with: setup code writes it into the folder of the terminal, and the text
 * names it. Learners see no initial code there.
 *
 * @param name of the file without its ending, if the tests name none
 */
export function stubFile(language: Language, fields: ScreenFields, name: string): ScreenFields {
  const { initial_code, setup_code, body_markdown, instructions_markdown, unit_test_code, unit_test_module } = fields;
  if (initial_code.trim() === '') return fields;
  const tested = unit_test_code === '' ? null : unit_test_module || guessModule(language, unit_test_code);
  const file = tested !== null && SAFE_NAME.test(tested) ? tested : `${SAFE_NAME.test(name) ? name : 'exercise'}.sh`;
  const sentence = `The file \`${file}\` in the folder of the terminal has the code to start with.`;
  const lines = initial_code.trimEnd().split('\n');
  const end = endMark(new Set(lines));
  // Tests run in a folder that has the learner's file.
  const writing = [`[ -e ${file} ] || cat > ${file} <<'${end}'`, ...lines, end].join('\n');
  const added = (text: string) => (text === '' ? sentence : `${text}\n\n${sentence}`);
  return {
    ...fields,
    setup_code: setup_code === '' ? writing : `${setup_code}\n\n${writing}`,
    ...(instructions_markdown === '' ? { body_markdown: added(body_markdown) } : { instructions_markdown: added(instructions_markdown) }),
  };
}

/** A line that none of these is. */
function endMark(lines: ReadonlySet<string>): string {
  let mark = 'END_OF_FILE';
  while (lines.has(mark)) mark += '_';
  return mark;
}
