import { LIMITS } from '#platform/contract/limits.ts';
import type { Editor } from './use-editor.ts';

/** Names of the fields that are texts. */
type TextName<F> = { [N in keyof F]: F[N] extends string ? N : never }[keyof F] & string;

/** The props of a text input of a form: `text('name')`. */
export function textFields<F extends object>(editor: Editor<F>, labels: Readonly<Partial<Record<keyof F, string>>>, isReadOnly: boolean) {
  return (name: TextName<F>) => ({
    label: labels[name],
    value: String(editor.fields[name]),
    readOnly: isReadOnly,
    error: editor.fieldErrors[name],
    onChange: (event: { currentTarget: { value: string } }) => editor.edit({ [name]: event.currentTarget.value } as unknown as Partial<F>),
  });
}

/** The props of a text area of a form: it grows with its text, up to a point. */
export const PARAGRAPH = { autosize: true, minRows: 2, maxRows: 12, maxLength: LIMITS.textMax } as const;
