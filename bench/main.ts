import { chromium, type Browser } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { findBrowser } from '#testing/browser.ts';
import { RealServer } from '#testing/real-server.ts';
import { measureAuthoring, measureFirstLoad } from './authoring.ts';
import { measureListCalls, measureSave } from './calls.ts';
import { measureDatasets } from './datasets.ts';
import { measureDeploy } from './deploys.ts';
import { measureEarlierCode } from './earlier-code.ts';
import { measureLearnerPage } from './learner-page.ts';
import { measureLoad, measurePlainInput, measureSearch } from './lessons-page.ts';
import { insertManyLessons } from './many-lessons.ts';
import { measureMarkdown } from './markdown.ts';
import { measureMemory } from './memory.ts';
import { measurePathCalls } from './paths.ts';
import { measureR } from './r-runs.ts';
import { formatReport, type Comparison } from './report.ts';
import { measureRunLatency } from './run-latency.ts';
import { measureRunners } from './runners.ts';
import { measureSql } from './sql-runs.ts';
import { measureStart } from './start.ts';
import { measureTerminal } from './terminal-prompt.ts';

/** `npm run bench -- datasets 5120`: MB. */
const sizes = process.argv.slice(2).map(Number).filter(Number.isInteger);
/** Lesson numbers; each has three versions. */
const NUMBERS = 10_000;

const PARTS = {
  pages: measurePages,
  authoring: (page: RealServer, client: Client<Api>) => withBrowser((browser) => measureAuthoring(browser, page, client)),
  load: (page: RealServer) => withBrowser((browser) => measureFirstLoad(browser, page)),
  learner: (_: RealServer, client: Client<Api>) => withBrowser((browser) => measureLearnerPage(browser, client)),
  paths: (_: RealServer, client: Client<Api>) => measurePathCalls(client),
  saves: async (server: RealServer, client: Client<Api>) => [await measureSave(client, server.dataFolder)],
  python: (_: RealServer, client: Client<Api>) => measureRunLatency(client),
  earlier: (_: RealServer, client: Client<Api>) => measureEarlierCode(client),
  r: (_: RealServer, client: Client<Api>) => measureR(client),
  sql: (_: RealServer, client: Client<Api>) => measureSql(client),
  datasets: (server: RealServer, client: Client<Api>) => measureDatasets(server, client, sizes[0]),
  deploy: (_: RealServer, client: Client<Api>) => measureDeploy(client),
  terminal: async (server: RealServer, client: Client<Api>) => [await measureTerminal(client, server)],
} satisfies Record<string, (server: RealServer, client: Client<Api>) => Promise<Comparison[] | string>>;

/** These start the product themselves, as `npm start` does. */
const ALONE = {
  start: () => measureStart(),
  memory: () => measureMemory(),
  runners: () => measureRunners(),
  markdown: () => measureMarkdown(),
} satisfies Record<string, () => Promise<Comparison[] | string>>;

type Part = keyof typeof PARTS;
/** Parts that run code. In the others, a warming runner would distort the results. */
const RUN_CODE: ReadonlySet<Part> = new Set(['python', 'earlier', 'r', 'sql', 'deploy', 'terminal']);

/** `npm run bench`: everything; `npm run bench -- python r`: only these parts. */
const names = process.argv.slice(2).filter((name) => name in PARTS || name in ALONE);
const wanted = names.filter((name): name is Part => name in PARTS);
const wantedAlone = Object.keys(ALONE).filter((name): name is keyof typeof ALONE => names.length === 0 || names.includes(name));
const parts = names.length > 0 ? wanted : (Object.keys(PARTS) as Part[]);

for (const part of wantedAlone) {
  const result = await ALONE[part]();
  console.log(typeof result === 'string' ? result : formatReport(result));
}
for (const runsCode of [false, true]) {
  const group = parts.filter((part) => RUN_CODE.has(part) === runsCode);
  if (group.length > 0) await measureParts(group, runsCode);
}

async function measureParts(group: readonly Part[], runsCode: boolean): Promise<void> {
  const server = await RealServer.create({
    LESSONWRIGHT_CHECK_REPLIES: '0',
    LESSONWRIGHT_LOG: 'warn',
    LESSONWRIGHT_LOCAL_RUNNER: runsCode ? '1' : '0',
  });
  try {
    const client = await server.setUpOwner();
    for (const part of group) {
      const result = await PARTS[part](server, client);
      console.log(typeof result === 'string' ? result : formatReport(result));
    }
  } finally {
    await server.remove();
  }
}

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch(findBrowser());
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

function measurePages(page: RealServer, client: Client<Api>): Promise<Comparison[]> {
  return withBrowser(async (browser) => {
    const few = await measureLoad(browser, page);
    const plain = await measurePlainInput(browser);
    await page.stop();
    await insertManyLessons(page.dataFolder, NUMBERS);
    await page.start();
    const many = await measureLoad(browser, page);
    const search = await measureSearch(browser, page);
    const rows = `${NUMBERS.toLocaleString('en')} lessons × 3`;
    return [
      { what: `lessons page, ${rows}: time to rows`, samples: many, against: 'the same page with the sample lessons', baseline: few },
      { what: `search, ${rows}: keystroke to its letter`, samples: search.letter, against: 'a keystroke in a bare input', baseline: plain },
      { what: `search, ${rows}: keystroke to its rows`, samples: search.rows, against: 'a keystroke in a bare input', baseline: plain },
      ...(await measureListCalls(client)),
    ];
  });
}
