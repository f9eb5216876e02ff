import type { ModelOutcome } from '../contract.ts';

export const MESSAGES = {
  prepareFailed: 'Couldn’t prepare what would be sent. Nothing was sent; try again.',
  draftFailed: 'Couldn’t draft it. Nothing was stored; try again.',
  about: (model: string) => `${model} drafts a change of this screen. It is tried, and waits as a proposal until you accept it.`,
  wrongAnswer: 'Wrong answer',
  wrongAnswerHint: 'It is sent as you paste it. Don’t paste anything that names a learner.',
  questionsStay: 'Questions and code stay as they are.',
  sent: (host: string, bytes: string, left: number) =>
    `This goes to ${host} (${bytes}), and nothing else. You can send ${left} more today.`,
  raw: 'As it is sent',
  notProven: 'The draft doesn’t pass, so it was not stored:',
  listFailed: 'Couldn’t load the requests. Try again later.',
  noRequests: 'Nobody has asked the language model yet.',
  listAbout: 'Who asked for what, how much was sent, and how it ended. The texts are not stored.',
  none: 'No language model is set. An administrator sets one with LESSONWRIGHT_MODEL_URL and LESSONWRIGHT_MODEL.',
  set: (model: string, host: string, perDay: number) =>
    `Authors can ask ${model} at ${host} in releases where a lead allows it, up to ${perDay} times a day each.`,
} as const;

export const OUTCOMES: Readonly<Record<ModelOutcome, string>> = {
  proposed: 'Proposal',
  'not-proven': 'Did not pass',
  unusable: 'No draft',
  failed: 'Failed',
  stopped: 'Stopped',
};
