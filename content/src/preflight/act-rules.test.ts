import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { renderMarkdown } from '#content/markdown.ts';
import { ACT_RULES } from '../../testing/act-cases.ts';
import { sampleLessons } from '../../testing/sample-lessons.ts';
import { checkLesson } from './check-lesson.ts';

const [{ lesson: sample }] = sampleLessons() as [ReturnType<typeof sampleLessons>[number]];
const docs = readFileSync(new URL('../../../docs/accessibility.md', import.meta.url), 'utf8').split('\n');
const OWN = new Set<string>(ACT_RULES.flatMap(({ rules }) => rules));

/** Our findings in a text, by rule. */
function ours(body_markdown: string): string[] {
  const [screen] = sample.screens;
  if (!screen) throw new Error('The sample has no screens.');
  const fields = { ...screen.fields, body_markdown, instructions_markdown: '', hint_markdown: '', chat_prompt: '' };
  const lesson = { ...sample, screens: [{ ...screen, fields, questions: [] }] };
  return checkLesson(lesson).findings.flatMap(({ rule, place }) => (place.field === 'body_markdown' && OWN.has(rule) ? [rule] : []));
}

const dom = new JSDOM('<!doctype html><html lang="en"><head><title>Lesson</title></head><body></body></html>', {
  runScripts: 'outside-only',
});
dom.window.eval(axe.source);

/** The ids of ACT rules that axe finds broken on the learner's page of a text. */
async function byAxe(source: string): Promise<string[]> {
  const { document } = dom.window;
  document.body.innerHTML = `<main>${renderMarkdown(source)}</main>`;
  // jsdom has no layout, and loads nothing: colors and frames are for the browser tests.
  const rules = dom.window.axe.getRules().filter(({ actIds = [] }) => actIds.some((id) => ACT_RULES.some((rule) => rule.id === id)));
  const { violations } = await dom.window.axe.run(document, { runOnly: rules.map(({ ruleId }) => ruleId), iframes: false });
  return violations.flatMap(({ id }) => rules.find(({ ruleId }) => ruleId === id)?.actIds ?? []);
}

describe.each(ACT_RULES)('ACT rule $id, $name', ({ id, rules, cases }) => {
  const of = (expected: string) => cases.filter((each) => each.expected === expected).map(({ source }) => source);

  it.each([...of('passed'), ...of('inapplicable')])('reports nothing about %j', (source) => expect(ours(source)).toEqual([]));

  it('finds every failed case, and so everything that axe finds', async () => {
    const sources = of('failed');
    const found = sources.filter((source) => ours(source).some((rule) => rules.some((each) => each === rule)));
    expect(found).toEqual(sources);
    const foundByAxe: string[] = [];
    for (const { source, expected } of cases) {
      if (!(await byAxe(source)).includes(id)) continue;
      foundByAxe.push(source);
      // The case is what it says.
      expect([source, expected]).toEqual([source, 'failed']);
    }
    const line = docs.find((each) => each.startsWith(`| [${id}]`));
    const passed = of('passed').length + of('inapplicable').length;
    expect(
      line
        ?.split('|')
        .slice(3, 7)
        .map((cell) => cell.trim()),
    ).toEqual([`${passed}`, `${sources.length}`, `${found.length}`, `${foundByAxe.length}`]);
  });
});
