export { compareWithinLimits, mergeQuestionWithinLimits, mergeWithinLimits } from './merge-texts.ts';
export { documentHandlers } from './routes.ts';
