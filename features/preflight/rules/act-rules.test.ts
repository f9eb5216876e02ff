import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACT_RULES } from '#testing/content/act-cases.ts';
import { axeRules, foundByAxe, reportedIn } from '#testing/content/act-pages.ts';

const docs = readFileSync(new URL('../../../docs/accessibility.md', import.meta.url), 'utf8').split('\n');
const OWN = new Set<string>(ACT_RULES.flatMap(({ rules }) => rules));
const ours = (source: string) => reportedIn(source).filter((rule) => OWN.has(rule));
// Those of W3C's suite are in another test.
const rulesOfAxe = axeRules.filter(({ actIds = [] }) => actIds.some((id) => ACT_RULES.some((rule) => rule.id === id)));

/** The ids of ACT rules that axe finds broken on the learner's page of a text. */
async function byAxe(source: string): Promise<string[]> {
  const found = await foundByAxe(
    source,
    rulesOfAxe.map(({ ruleId }) => ruleId),
  );
  return rulesOfAxe.flatMap(({ ruleId, actIds = [] }) => (found.includes(ruleId) ? actIds : []));
}

describe.each(ACT_RULES)('ACT rule $id, $name', ({ id, rules, cases }) => {
  const of = (expected: string) => cases.filter((each) => each.expected === expected).map(({ source }) => source);

  it.each([...of('passed'), ...of('inapplicable')])('reports nothing about %j', (source) => expect(ours(source)).toEqual([]));

  it('finds every failed case, and so everything that axe finds', async () => {
    const sources = of('failed');
    const found = sources.filter((source) => ours(source).some((rule) => rules.some((each) => each === rule)));
    expect(found).toEqual(sources);
    const foundThere: string[] = [];
    for (const { source, expected } of cases) {
      if (!(await byAxe(source)).includes(id)) continue;
      foundThere.push(source);
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
    ).toEqual([`${passed}`, `${sources.length}`, `${found.length}`, `${foundThere.length}`]);
  });
});
