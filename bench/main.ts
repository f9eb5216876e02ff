import { chromium } from '@playwright/test';
import { findBrowser } from '#testing/browser.ts';
import { RealServer } from '#testing/real-server.ts';
import { measureListCall, measureSave } from './calls.ts';
import { measureLoad, measurePlainInput, measureSearch } from './lessons-page.ts';
import { insertManyLessons } from './many-lessons.ts';
import { formatReport, type Comparison } from './report.ts';
import { measureRuns } from './runs.ts';

/** Lesson numbers; each has three versions. */
const NUMBERS = 10_000;

const browser = await chromium.launch(findBrowser());
const server = await RealServer.create({ LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_LOG: 'warn' });
const comparisons: Comparison[] = [];
try {
  const client = await server.setUpOwner();
  const few = await measureLoad(browser, server);
  const plain = await measurePlainInput(browser);
  await server.stop();
  await insertManyLessons(server.dataFolder, NUMBERS);
  await server.start();

  const many = await measureLoad(browser, server);
  const search = await measureSearch(browser, server);
  const rows = `${NUMBERS.toLocaleString('en')} lessons × 3`;
  comparisons.push(
    {
      what: `lessons page, ${rows}: time to rows`,
      samples: many,
      against: 'the same page with the sample lessons',
      baseline: few,
    },
    { what: `search, ${rows}: keystroke to its rows`, samples: search, against: 'a keystroke in a bare input', baseline: plain },
    await measureListCall(client),
    await measureSave(client, server.dataFolder),
    ...(await measureRuns(client)),
  );
  console.log(formatReport(comparisons));
} finally {
  await browser.close();
  await server.remove();
}
