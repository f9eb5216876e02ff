import type { Screen } from '#contract/screens.ts';
import { imageNameOf } from '#content/image-path.ts';

type Texts = Pick<Screen, 'sequence' | 'body_markdown' | 'instructions_markdown' | 'hint_markdown' | 'chat_prompt'> & {
  multipleChoiceQuestions: readonly { question: string; answer_options: readonly { label: string; feedback_message: string }[] }[];
};

/** The screens whose saved texts show this image, as `screen 3`. */
export function screensWithImage(screens: readonly Texts[], fileName: string): string[] {
  return screens.filter((screen) => textsOf(screen).some((text) => shows(text, fileName))).map(({ sequence }) => `screen ${sequence}`);
}

function textsOf(screen: Texts): string[] {
  const { body_markdown, instructions_markdown, hint_markdown, chat_prompt, multipleChoiceQuestions } = screen;
  const ofQuestions = multipleChoiceQuestions.flatMap(({ question, answer_options }) => [
    question,
    ...answer_options.flatMap(({ label, feedback_message }) => [label, feedback_message]),
  ]);
  return [body_markdown, instructions_markdown, hint_markdown, chat_prompt, ...ofQuestions];
}

function shows(text: string, fileName: string): boolean {
  return [...text.matchAll(/\bimages\/[^)>"'\n]+/g)].some(([address]) => {
    // A title may follow the address; names in angle brackets may contain spaces.
    return imageNameOf(address) === fileName || imageNameOf(address.split(/\s/, 1)[0] ?? '') === fileName;
  });
}
