/** What is sent to a model for each task, and how its reply becomes fields of the screen. Pure, and the only place that decides it. */

import { z } from 'zod';
import type { ProposedScreenFields } from '#features/proposals/contract.ts';
import type { Checker } from '#features/runs/contract/checkers.ts';
import { SCREEN_FIELD_LABELS } from '#features/screens/contract/screen-labels.ts';
import type { BUILT_MARKDOWN } from '#features/screens/contract/screen-texts.ts';
import type { Question, Screen } from '#features/screens/contract/screens.ts';
import { altMarkdown } from '#platform/content/image-markdown.ts';
import type { Language } from '#platform/contract/languages.ts';
import { LIMITS } from '#platform/contract/limits.ts';
import type { ModelTask, ModelTaskKind } from '../contract.ts';
import { filledTexts } from '../language-model.policy.ts';
import type { BareImage } from './markdown-parts.ts';

/** Wrong choices that are drafted at once. */
const CHOICES_MAX = 4;
/** Images that are described at once. */
export const IMAGES_MAX = 4;
const ALT_MAX = 300;

type MarkdownText = (typeof BUILT_MARKDOWN)[number];

/** An image as a model gets it: a picture as a data URL, a drawing as its source. */
export type ShownImage = BareImage<MarkdownText> & ({ readonly url: string } | { readonly source: string });

/** What a draft is made from. */
export interface Material {
  readonly screen: Screen;
  readonly language: Language | null;
  /** Those of the language. */
  readonly checkers: readonly Checker[];
  /** For alternative texts; otherwise none. */
  readonly images: readonly ShownImage[];
}

/** A request in our words. */
export interface Draft {
  /** The texts of the lesson that are sent, by name. */
  readonly texts: readonly (readonly [name: string, text: string])[];
  readonly pictures: readonly string[];
  readonly ask: string;
  /** Of the reply. */
  readonly shape: z.ZodType;
  /** Why, for the authors who read the proposal. */
  readonly reason: string;
  /** The texts that change may differ in words only. */
  readonly keepsParts: boolean;
  /** What a wrong answer has to be shown. */
  readonly said: (reply: unknown) => { readonly code: string; readonly message: string } | null;
  /** @throws ZodError for a reply of another shape; UnusableReply */
  readonly fields: (reply: unknown) => ProposedScreenFields;
}

/** A reply of the right shape that is no draft. The message is for authors. */
export class UnusableReply extends Error {}

interface DraftOf<Reply> extends Pick<Draft, 'texts' | 'ask' | 'reason'> {
  readonly pictures?: readonly string[];
  readonly shape: z.ZodType<Reply>;
  readonly keepsParts?: true;
  readonly said?: (reply: Reply) => { readonly code: string; readonly message: string };
  readonly fields: (reply: Reply) => ProposedScreenFields;
}

function draft<Reply>({ shape, said, fields, pictures = [], keepsParts = false as never, texts, ...rest }: DraftOf<Reply>): Draft {
  return {
    ...rest,
    shape,
    pictures,
    keepsParts,
    texts: texts.filter(([, text]) => text.trim() !== ''),
    said: (reply) => said?.(shape.parse(reply)) ?? null,
    fields: (reply) => fields(shape.parse(reply)),
  };
}

const text = (max: number = LIMITS.textMax) => z.string().trim().min(1).max(max);

type TaskOf<K extends ModelTaskKind> = Extract<ModelTask, { kind: K }>;

const DRAFTS: { readonly [K in ModelTaskKind]: (material: Material, task: TaskOf<K>) => Draft } = {
  check: (material) =>
    draft({
      texts: [...exerciseTexts(material), checkerTexts(material)],
      ask: `Write a check for the answer: Python code that calls the checkers, one call on a line. The answer must pass it, and every wrong answer must fail it. Solutions that are written in another way must pass. Give each call a feedback= that says what is wrong without saying how to solve it.`,
      shape: z.strictObject({ custom_check_code: text() }),
      reason: 'A custom check for the answer',
      fields: ({ custom_check_code }) => ({ custom_check_code: `${custom_check_code}\n` }),
    }),

  message: (material, { code }) =>
    draft({
      texts: [
        ...exerciseTexts(material),
        ['custom check', material.screen.custom_check_code],
        ['wrong answer', code],
        checkerTexts(material),
      ],
      ask: `Change the custom check so that the wrong answer gets a message of its own: one or two sentences that say what is wrong with it, and not how to solve it. Keep every call that is there. Reply with the whole check, and with the message exactly as it is in the check.`,
      shape: z.strictObject({ custom_check_code: text(), message: text(500) }),
      reason: 'A message for a wrong answer',
      said: ({ message }) => ({ code, message }),
      fields: ({ custom_check_code }) => ({ custom_check_code: `${custom_check_code}\n` }),
    }),

  distractors: ({ screen }, { question_id }) => {
    const question = screen.multipleChoiceQuestions.find(({ id }) => id === question_id);
    if (!question) throw new UnusableReply('This question doesn’t exist any more.');
    return draft({
      texts: [
        ['text', screen.body_markdown],
        ['question', question.question],
        ['right choices', labels(question, true)],
        ['wrong choices', labels(question, false)],
      ],
      ask: `Write up to ${CHOICES_MAX} more wrong choices for the question: mistakes that learners really make, as long as the right choices and in their style. Each must be clearly wrong. Give each a feedback of one sentence that says why it is wrong.`,
      shape: z.strictObject({
        choices: z
          .array(z.strictObject({ label: text(2_000), feedback: text(2_000) }))
          .min(1)
          .max(CHOICES_MAX),
      }),
      reason: 'Wrong choices for a question',
      fields: ({ choices }) => ({
        multipleChoiceQuestions: screen.multipleChoiceQuestions.map((each) => (each === question ? withChoices(each, choices) : each)),
      }),
    });
  },

  'alt-text': ({ screen, images }) =>
    draft({
      texts: [
        ['images', images.map((image) => `${image.file_name} (${'url' in image ? 'picture' : 'drawing'})`).join('\n')],
        ...[...new Set(images.map(({ field }) => field))].map((field) => textOf(screen, field)),
        ...images.flatMap((image) => ('source' in image ? [[`drawing ${image.file_name}`, image.source] as const] : [])),
      ],
      pictures: images.flatMap((image) => ('url' in image ? [image.url] : [])),
      ask: `Write an alternative text for each of the images, in their order. Say in one sentence what a learner who can’t see it needs to know here, in the language of the text.`,
      shape: z.strictObject({ alternative_texts: z.array(text(ALT_MAX)).length(images.length) }),
      reason: 'Alternative texts of images',
      fields: ({ alternative_texts }) => withAltTexts(screen, images, alternative_texts),
    }),

  wording: ({ screen }, { field }) =>
    draft({
      texts: [textOf(screen, field)],
      ask: `Write the text in plainer words, in the same language: short sentences, common words, nothing added and nothing left out. ${KEEP}`,
      shape: z.strictObject({ text: text() }),
      reason: `Plainer wording: ${SCREEN_FIELD_LABELS[field]}`,
      keepsParts: true,
      fields: (reply) => ({ [field]: reply.text }),
    }),

  translation: ({ screen }, { language }) => {
    const names = [...(screen.title.trim() === '' ? [] : ['title' as const]), ...filledTexts(screen)];
    const name = new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
    return draft({
      texts: names.map((field) => textOf(screen, field)),
      ask: `Translate the texts into ${name} (${language}). ${KEEP}`,
      shape: z.strictObject(Object.fromEntries(names.map((field) => [field, field === 'title' ? text(LIMITS.titleMax) : text()]))),
      reason: `Translation into ${name}`,
      keepsParts: true,
      fields: (reply) => reply as ProposedScreenFields,
    });
  },
};

const KEEP = 'Keep the Markdown as it is: headings, lists, code, formulas, links, images, HTML, and values in double braces.';

/** The draft of a task. @throws UnusableReply if what it is about is gone */
export function draftOf<K extends ModelTaskKind>(material: Material, task: TaskOf<K>): Draft {
  const make: (material: Material, task: TaskOf<K>) => Draft = DRAFTS[task.kind];
  return make(material, task);
}

function textOf(screen: Screen, field: MarkdownText | 'title'): readonly [string, string] {
  return [field, screen[field]];
}

function exerciseTexts({ language, screen: { instructions_markdown, initial_code, answer_code } }: Material): Draft['texts'] {
  return [
    ['language of the code', language ?? ''],
    ['instructions', instructions_markdown],
    ['initial code', initial_code],
    ['answer', answer_code],
  ];
}

/** What the check can call: one line for each checker. */
function checkerTexts({ checkers }: Material): readonly [string, string] {
  const lines = checkers.map(({ example, description }) => `${example}  # ${description}`);
  return ['checkers', [...lines, `assert submission["name"] > 0, "feedback"  # A condition about a variable of the code.`].join('\n')];
}

function labels({ answer_options }: Question, isRight: boolean): string {
  return answer_options
    .filter(({ valid }) => valid === isRight)
    .map(({ label }) => `- ${label}`)
    .join('\n');
}

const same = (label: string) => label.trim().toLowerCase();

/** @throws UnusableReply if all of them are there already */
function withChoices(question: Question, choices: readonly { readonly label: string; readonly feedback: string }[]): Question {
  const known = new Set(question.answer_options.map(({ label }) => same(label)));
  const added = choices
    .filter(({ label }) => !known.has(same(label)) && known.add(same(label)))
    .map(({ label, feedback }) => ({ label, feedback_message: feedback, valid: false, skill_id: null }));
  if (added.length === 0) throw new UnusableReply('The question has all of these choices already.');
  return { ...question, answer_options: [...question.answer_options, ...added].slice(0, LIMITS.optionsMax) };
}

function withAltTexts(screen: Screen, images: readonly ShownImage[], alts: readonly string[]): ProposedScreenFields {
  const fields: Partial<Record<MarkdownText, string>> = {};
  // From the end, so that the places of the others stay as they are.
  for (const [index, { field, at }] of [...images.entries()].toReversed()) {
    const before = fields[field] ?? screen[field];
    fields[field] = before.slice(0, at) + altMarkdown(alts[index] ?? '') + before.slice(at);
  }
  return fields;
}
