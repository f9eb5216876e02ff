import axe from 'axe-core';
import { JSDOM } from 'jsdom';
import type { PreflightRuleId } from '#features/preflight/contract/preflight-rules.ts';
import { checkLesson } from '#features/preflight/rules/check-lesson.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { sampleLessons } from './sample-lessons.ts';

const [{ lesson: sample }] = sampleLessons() as [ReturnType<typeof sampleLessons>[number]];

/** Our findings in a text, by rule. */
export function reportedIn(body_markdown: string): PreflightRuleId[] {
  const [screen] = sample.screens;
  if (!screen) throw new Error('The sample has no screens.');
  const fields = { ...screen.fields, body_markdown, instructions_markdown: '', hint_markdown: '', chat_prompt: '' };
  const lesson = { ...sample, screens: [{ ...screen, fields, questions: [] }] };
  return checkLesson(lesson).findings.flatMap(({ rule, place }) => (place.field === 'body_markdown' ? [rule as PreflightRuleId] : []));
}

const dom = new JSDOM('<!doctype html><html lang="en"><head><title>Lesson</title></head><body></body></html>', {
  runScripts: 'outside-only',
});
dom.window.eval(axe.source);

/** The rules of axe, with the ids of the ACT rules that they follow. */
export const axeRules: readonly { readonly ruleId: string; readonly actIds?: readonly string[] | undefined }[] = dom.window.axe.getRules();

/** Which of these rules axe finds broken on the learner's page of a text. */
export async function foundByAxe(source: string, rules: readonly string[]): Promise<string[]> {
  const { document } = dom.window;
  document.body.innerHTML = `<main><h1>Lesson</h1>${renderMarkdown(source)}</main>`;
  // jsdom has no layout, and loads nothing: colors and frames are for the browser tests.
  const { violations } = await dom.window.axe.run(document, { runOnly: [...rules], iframes: false });
  return violations.map(({ id }) => id);
}
