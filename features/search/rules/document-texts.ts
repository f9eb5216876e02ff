import type { ScreenAttached } from '#features/content-model/rules/content-documents.ts';
import { textsOfQuestion } from '#features/content-model/rules/texts-of-question.ts';
import type { CourseFields } from '#features/curricula/contract/courses.ts';
import type { PathFields, StepFields } from '#features/curricula/contract/paths.ts';
import { courseLabel, lessonLabel } from '#features/documents/rules/content-labels.ts';
import type { LessonFields } from '#features/lessons/contract/lessons.ts';
import { withTaskText } from '#features/questions/contract/kinds/task-texts.ts';
import { screenFieldLabel } from '#features/screens/contract/screen-labels.ts';
import { SCREEN_TEXT_FIELDS, SCREEN_TEXTS } from '#features/screens/contract/screen-texts.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { SearchKind } from '../contract/search-kinds.ts';

/** What is searched as one: its texts are found together and written together. */
export type TextDocument =
  | { readonly document: 'screen'; readonly fields: ScreenFields; readonly attached: ScreenAttached }
  | { readonly document: 'lesson'; readonly fields: LessonFields }
  | { readonly document: 'course'; readonly fields: CourseFields }
  | { readonly document: 'path'; readonly fields: PathFields }
  | { readonly document: 'step'; readonly fields: StepFields }
  | { readonly document: 'file'; readonly file_name: string; readonly alias: string; readonly text: string | null }
  | { readonly document: 'comment'; readonly comment: string; readonly messages: readonly { id: number; message: string }[] };

export interface DocumentText {
  /** Its address in the document: keys and positions separated by slashes. Questions, tests and skills are named by what identifies them. */
  readonly field: string;
  readonly kind: SearchKind;
  /** What people call it. */
  readonly label: string;
  readonly text: string;
}

const SCREEN_KINDS: Readonly<Record<string, SearchKind | null>> = Object.fromEntries(
  SCREEN_TEXT_FIELDS.map((field) => [field, SCREEN_TEXTS[field].search]),
);

const LESSON_KINDS = {
  title: 'title',
  meta_title: 'details',
  meta_description: 'details',
  description: 'details',
  overview: 'text',
  preview: 'text',
  objectives: 'details',
  skill_topics: 'details',
  skill_requirements: 'details',
  solution_notebook: 'details',
} as const satisfies Partial<Record<keyof LessonFields, SearchKind>>;

const CURRICULUM_KINDS = {
  name: 'title',
  slug: 'details',
  meta_title: 'details',
  meta_description: 'details',
  short_description: 'details',
  description: 'details',
  objectives: 'details',
  skill_requirements: 'details',
  overview: 'text',
  motivation: 'text',
  outcomes: 'text',
} as const satisfies Partial<Record<keyof CourseFields | keyof PathFields | keyof StepFields, SearchKind>>;

/** All texts of a document that people can search, in the order in which people read them. Empty ones are left out. */
export function listTexts(document: TextDocument): DocumentText[] {
  return allTexts(document).filter(({ text }) => text !== '');
}

function allTexts(document: TextDocument): DocumentText[] {
  switch (document.document) {
    case 'screen':
      return [
        ...fieldTexts(document.fields, SCREEN_KINDS, (field) => screenFieldLabel(field, document.fields.type) ?? field),
        ...attachedTexts(document.attached),
      ];
    case 'lesson':
      return fieldTexts(document.fields, LESSON_KINDS, lessonLabel);
    case 'file':
      return [
        { field: 'file_name', kind: 'file_name', label: 'File name', text: document.file_name },
        { field: 'alias', kind: 'file_name', label: 'Alias', text: document.alias },
        { field: 'text', kind: 'file', label: document.file_name, text: document.text ?? '' },
      ];
    case 'comment':
      return [
        { field: 'comment', kind: 'comment', label: 'Comment', text: document.comment },
        ...document.messages.map(({ id, message }): DocumentText => ({
          field: `messages/${id}/message`,
          kind: 'comment',
          label: 'Reply',
          text: message,
        })),
      ];
    case 'course':
    case 'path':
    case 'step':
      return fieldTexts(document.fields, CURRICULUM_KINDS, courseLabel);
  }
}

function fieldTexts(
  fields: object,
  kinds: Readonly<Record<string, SearchKind | null>>,
  labelOf: (field: string) => string,
): DocumentText[] {
  return Object.entries(kinds).flatMap(([field, kind]): DocumentText[] => {
    const value: unknown = (fields as Record<string, unknown>)[field];
    if (kind === null) return [];
    if (typeof value === 'string') return [{ field, kind, label: labelOf(field), text: value }];
    if (!Array.isArray(value)) return [];
    return value.map((text: string, at) => ({ field: `${field}/${at}`, kind, label: `${labelOf(field)} ${at + 1}`, text }));
  });
}

function attachedTexts({ questions, skills, tests }: ScreenAttached): DocumentText[] {
  return [
    ...questions.flatMap((question, at) =>
      textsOfQuestion(question).map(({ path, label, text }): DocumentText => ({
        field: `questions/${question.uuid}/${path}`,
        ...(path === 'question'
          ? { kind: 'question', label: `Question ${at + 1}` }
          : { kind: 'option', label: `Question ${at + 1}, ${label}` }),
        text,
      })),
    ),
    ...skills.map(({ uuid, name }): DocumentText => ({ field: `skills/${uuid}/name`, kind: 'details', label: 'Skill', text: name })),
    ...tests.flatMap(({ slug, description, code }): DocumentText[] => [
      { field: `tests/${slug}/description`, kind: 'test', label: `Test ${slug}, description`, text: description },
      { field: `tests/${slug}/code`, kind: 'test', label: `Test ${slug}`, text: code },
    ]),
  ];
}

/**
 * The same document with another text in a field of {@link listTexts}.
 * @throws RangeError if the document has no such text.
 */
export function setText<D extends TextDocument>(document: D, field: string, text: string): D {
  if (!allTexts(document).some((each) => each.field === field)) throw new RangeError(`This ${document.document} has no text “${field}”.`);
  const [list, uuid, part, ...path] = field.split('/');
  if (document.document === 'screen' && list === 'questions' && part === 'task')
    return { ...document, attached: withTaskTextIn(document.attached, uuid, path.join('/'), text) };
  return setAt(document, [...holderOf(document, field), ...field.split('/')], text) as D;
}

function withTaskTextIn(attached: ScreenAttached, uuid: string | undefined, path: string, text: string): ScreenAttached {
  const questions = attached.questions.map((question) =>
    question.uuid === uuid && question.task ? { ...question, task: withTaskText(question.task, path, text) } : question,
  );
  return { ...attached, questions };
}

/** The part of the document that a field's address starts in. */
function holderOf({ document }: TextDocument, field: string): string[] {
  if (document === 'file' || document === 'comment') return [];
  return document === 'screen' && /^(?:questions|skills|tests)\//.test(field) ? ['attached'] : ['fields'];
}

/** What the entries of these lists are named by. */
const NAMES = ['uuid', 'slug', 'id'] as const;

function setAt(value: unknown, [key, ...rest]: readonly string[], text: string): unknown {
  if (key === undefined) return text;
  if (!Array.isArray(value)) return { ...(value as object), [key]: setAt((value as Record<string, unknown>)[key], rest, text) };
  const at = value.findIndex((entry: unknown, position) => {
    const name = typeof entry === 'object' && entry !== null ? NAMES.find((each) => each in entry) : undefined;
    return (name === undefined ? String(position) : String((entry as Record<string, unknown>)[name])) === key;
  });
  return value.with(at, setAt(value[at], rest, text));
}
