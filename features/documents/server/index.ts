export { compareWithinLimits, mergeQuestionWithinLimits, mergeWithinLimits } from './merge-texts.ts';
