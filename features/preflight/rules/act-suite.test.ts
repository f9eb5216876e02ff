import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { foundByAxe, reportedIn } from '#testing/content/act-pages.ts';
import {
  ACCESSIBILITY_RULES,
  asMarkdown,
  AXE_RULES,
  isKeptWhole,
  PAGE_RULES,
  readSuite,
  type SuiteCase,
} from '#testing/content/act-suite.ts';

// W3C's own pages, through our renderer: preflight reports nothing that W3C says is fine, and all that axe finds.

const docs = readFileSync(new URL('../../../docs/accessibility.md', import.meta.url), 'utf8').split('\n');

async function look({ html, expected }: SuiteCase) {
  const source = asMarkdown(html);
  return {
    source,
    expected,
    isKept: isKeptWhole(source),
    ours: reportedIn(source).filter((rule) => ACCESSIBILITY_RULES.has(rule)),
    axe: await foundByAxe(source, Object.keys(AXE_RULES)),
  };
}

describe.each(readSuite())('W3C’s cases of $id, $name', ({ id, name, cases }) => {
  it('are reported where they fail, and nowhere else', async () => {
    const looked: Awaited<ReturnType<typeof look>>[] = [];
    // There is one page.
    for (const each of cases) looked.push(await look(each));
    const missed = looked.filter(({ ours, axe }) => axe.some((rule) => !AXE_RULES[rule]?.some((own) => ours.includes(own))));
    expect(missed).toEqual([]);
    const kept = PAGE_RULES.has(id) ? [] : looked.filter(({ isKept }) => isKept);
    const fine = kept.filter(({ expected }) => expected !== 'failed');
    expect(fine.filter(({ ours }) => ours.length > 0)).toEqual([]);
    const failed = kept.filter(({ expected }) => expected === 'failed');
    const counts = [
      looked.length,
      looked.length - kept.length,
      fine.length,
      failed.length,
      failed.filter(({ ours }) => ours.length > 0).length,
      failed.filter(({ axe }) => axe.length > 0).length,
    ];
    const row = `| ${id} | ${[name, ...counts].join(' | ')} |`;
    expect(docs).toContain(row);
  });
});
