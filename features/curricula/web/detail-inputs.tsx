import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { LevelField } from '#features/lessons/web/level-field.tsx';
import { LIMITS } from '#platform/contract/limits.ts';
import { PARAGRAPH, textFields } from '#platform/web/ui/editing/text-field.ts';
import type { Editor } from '#platform/web/ui/editing/use-editor.ts';
import type { Unfinished } from '#platform/web/ui/editing/use-unfinished.ts';
import { ListInput } from '#platform/web/ui/list-input.tsx';
import type { CourseFields } from '../contract/courses.ts';
import type { PathFields } from '../contract/paths.ts';
import layout from '#platform/web/ui/layout.module.css';

type SharedFields = Pick<CourseFields, keyof CourseFields & keyof PathFields>;
type Names<F, T> = { [N in keyof F]: F[N] extends T ? N : never }[keyof F] & string;

interface DetailInputsOptions<F extends object, N extends string> {
  editor: Editor<F>;
  labels: Readonly<Record<keyof F, string>>;
  unfinished: Unfinished<N>;
  isReadOnly: boolean;
}

/** The inputs that the forms of courses and paths have in common; each form has its own order. */
export function detailInputs<F extends SharedFields, N extends Names<F, string[]>>(options: DetailInputsOptions<F, N>) {
  const { editor, labels, unfinished, isReadOnly } = options;
  const { fields, edit, fieldErrors } = editor;
  const text = textFields<F>(editor, labels, isReadOnly) as (
    name: Names<SharedFields, string>,
  ) => ReturnType<ReturnType<typeof textFields<F>>>;
  /** The props of a number input; empty is null. */
  const amount = (name: Names<F, number | null>) => ({
    label: labels[name],
    min: 0,
    allowNegative: false,
    readOnly: isReadOnly,
    hideControls: isReadOnly,
    error: fieldErrors[name],
    value: (fields[name] as number | null) ?? '',
    onChange: (value: number | string) => edit({ [name]: typeof value === 'number' ? value : null } as Partial<F>),
  });
  return {
    amount,
    name: (
      <div className={layout.allColumns}>
        <TextInput {...text('name')} required maxLength={LIMITS.titleMax} />
      </div>
    ),
    slug: <TextInput {...text('slug')} maxLength={LIMITS.titleMax} />,
    level: <LevelField editor={editor} label={labels.skill_level} isReadOnly={isReadOnly} />,
    hours: <NumberInput {...amount('duration' as Names<F, number | null>)} description="Hours" decimalScale={2} />,
    paragraph: (name: Names<SharedFields, string>) => <Textarea {...text(name)} {...PARAGRAPH} />,
    list: (name: N, noun: string) => (
      <ListInput
        label={labels[name]}
        noun={noun}
        values={fields[name] as string[]}
        onChange={(values) => edit({ [name]: values } as unknown as Partial<F>)}
        pending={unfinished.texts[name] ?? ''}
        onPending={(typed) => unfinished.type(name, typed)}
        maxLength={LIMITS.messageMax}
        isReadOnly={isReadOnly}
        error={fieldErrors[name]}
      />
    ),
  };
}
