import { notifications } from '@mantine/notifications';
import type { FormattedLanguage } from '#platform/contract/languages.ts';
import { api } from '#platform/web/api.ts';
import { errorText, fieldErrors } from '#platform/web/error-text.ts';
import type { EditorHandle } from '#platform/web/ui/code-editor/editor-handle.ts';
import type { Dialect } from '../contract/format-code.ts';
import { formatProblem, RUN_MESSAGES } from './messages.ts';

/** How long a save may lock the editor, in milliseconds. */
const LOCKED_MS = 5_000;

/** Formats the code of an editor, or says why it stays as it is. What is typed meanwhile wins. */
export async function formatCode(editor: EditorHandle, options: { language: FormattedLanguage; dialect: Dialect }): Promise<void> {
  const code = editor.read();
  const problem = await api.formatCode({ body: { ...options, code } }).then(
    async (formatted) => {
      if ('problem' in formatted) return formatProblem(formatted);
      return (await respace(editor, code, formatted.code)) ? null : RUN_MESSAGES.changedMeanwhile;
    },
    (error: unknown) => fieldErrors(error)['code'] ?? errorText(error, RUN_MESSAGES.notFormatted),
  );
  notifications.hide('format-code');
  if (problem !== null) notifications.show({ id: 'format-code', color: 'red', role: 'alert', message: problem });
}

async function respace(editor: EditorHandle, before: string, after: string): Promise<boolean> {
  const end = performance.now() + LOCKED_MS;
  while (!editor.respace(before, after)) {
    if (editor.read() !== before || performance.now() > end) return false;
    await new Promise(requestAnimationFrame);
  }
  return true;
}
