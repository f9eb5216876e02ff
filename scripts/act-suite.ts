import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { SUITE_RULES, type SuiteRule } from '#testing/content/act-suite.ts';

// `sh scripts/run.sh -- scripts/act-suite.ts FOLDER`: stores W3C's test cases for the tests of preflight. FOLDER is
// `content-assets/wcag-act-rules` of https://github.com/w3c/wcag-act-rules.

const Suite = z.object({
  license: z.string(),
  testcases: z.array(
    z.object({
      ruleId: z.string(),
      ruleName: z.string(),
      testcaseId: z.string(),
      expected: z.enum(['passed', 'failed', 'inapplicable']),
      relativePath: z.string(),
    }),
  ),
});

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the test cases, as the first lines of this file say.');
const { license, testcases } = Suite.parse(JSON.parse(await readFile(join(folder, 'testcases.json'), 'utf8')));

const rules: SuiteRule[] = [];
for (const id of SUITE_RULES) {
  const own = testcases.filter(({ ruleId }) => ruleId === id);
  const [first] = own;
  // The list names some pages twice.
  const distinct = own.filter(({ testcaseId }, index) => own.findIndex((each) => each.testcaseId === testcaseId) === index);
  const cases: SuiteRule['cases'][number][] = [];
  for (const { testcaseId, expected, relativePath } of distinct)
    cases.push({ id: testcaseId, expected, html: await readFile(join(folder, relativePath), 'utf8') });
  if (first) rules.push({ id, name: first.ruleName, cases });
}

const notice =
  'Copyright © World Wide Web Consortium, https://www.w3.org/copyright/software-license-2023/. Unmodified pages of https://www.w3.org/WAI/standards-guidelines/act/rules/; see act-suite.LICENSE.md.';
const file = new URL('../testing/content/act-suite.json', import.meta.url);
await writeFile(file, `${JSON.stringify({ notice, license, rules }, null, 2)}\n`);
process.stdout.write(`${rules.length} rules, ${rules.reduce((sum, { cases }) => sum + cases.length, 0)} cases\n`);
