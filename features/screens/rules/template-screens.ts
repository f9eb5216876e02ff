import { emptyScreenFields, type ScreenFields, type ScreenTemplate } from '../contract/screens.ts';

/** What authors replace begins with `TODO`, which preflight reports as long as it is there. Titles name folders, so they stay empty. */
const SCREENS: Readonly<Record<ScreenTemplate, readonly Partial<ScreenFields>[]>> = {
  'explain-try-check': [
    {
      body_markdown:
        'TODO: A question that the idea answers, and who asks it.\n\nTODO: The idea in two or three sentences, with one example.\n',
    },
    {
      type: 'code',
      body_markdown: 'TODO: How the task follows from the example.\n',
      instructions_markdown: '1. TODO: The first step.\n2. TODO: What the result should be.\n',
      hint_markdown: 'TODO: Where to look, without the answer.\n',
      success_markdown: 'TODO: What learners can do now.\n',
    },
    { type: 'takeaways', body_markdown: '- TODO: What to remember, one line for each idea.\n' },
  ],
  'worked-example': [
    {
      body_markdown:
        'TODO: The problem.\n\n1. TODO: The first step of the solution, and why it comes first.\n2. TODO: The next step, and why it follows.\n',
    },
    {
      type: 'code',
      body_markdown: 'TODO: The same problem with other data.\n',
      instructions_markdown: 'TODO: Which step is missing in the code, and what it should do.\n',
      hint_markdown: 'TODO: Which step of the example is like it.\n',
    },
    {
      type: 'code',
      body_markdown: 'TODO: A new problem that needs the same steps.\n',
      instructions_markdown: 'TODO: What the result should be.\n',
      success_markdown: 'TODO: What learners can do now without an example.\n',
    },
  ],
  'predict-run-explain': [
    {
      body_markdown: 'TODO: A few lines of code in a code block.\n',
      instructions_markdown: 'TODO: What does the code do? Add a question with the likely mistakes as options.\n',
    },
    {
      type: 'code',
      body_markdown: 'TODO: Ask learners to run the code and to compare the result with their answer.\n',
      instructions_markdown: 'TODO: One change to the code, and what the result should be.\n',
    },
    { body_markdown: 'TODO: Why the code does that.\n' },
  ],
};

/** The screens of a template, in order. */
export function templateScreens(template: ScreenTemplate): ScreenFields[] {
  return SCREENS[template].map((fields) => ({ ...emptyScreenFields(), ...fields }));
}
