import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import type { Api } from '#app/contract/api.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import type { Client } from '#platform/contract/client.ts';
import type { RealServer } from '#testing/real-server.ts';
import { signedInPage, withBrowser } from './browser.ts';
import { longCode, longMarkdown, screenText, textCells } from './documents.ts';
import { measureInTurn, sorted, type Samples, type TimedWork } from './measure.ts';
import { timeClick, timeOpening, typeWords, watchElement } from './page-watch.ts';
import type { Bench } from './part.ts';
import { JupyterLab, notebookText } from './peers/jupyter-lab.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const SCREENS = 60;
const MARKDOWN_LINES = 2_000;
const COMMENTED_LINES = 3_000;
const CODE_LINES = 10_000;
/** Comments on passages of the long markdown. */
const THREADS = 50;
const OPENINGS = 9;
/** Keys that are typed at either end of a document, in each round. */
const KEYS = 20;
const TYPING_ROUNDS = 2;
/** A screen opens within this time. */
const OPENING_GOAL = { of: 'median', most: 400 } as const;

const EDITOR = '[role=textbox][aria-label="Learn"]';
const PREVIEW = '[role=region][aria-label="Preview of Learn"] p';
const LAB_CELL = '.jp-Notebook .jp-Cell .jp-MarkdownOutput p, .jp-Notebook .jp-Cell .cm-content';
const LAB_FILE = '.jp-FileEditor .cm-content';

/** Opening the editor of a long lesson, in turn with JupyterLab and a notebook that says the same. */
export async function measureOpenings({ server, client, sizes }: Bench): Promise<Line[]> {
  const screens = sizes.of(SCREENS, 5);
  const [short, long] = [await makeLesson(client, 900_010, 1), await makeLesson(client, 900_011, screens)];
  await using lab = await JupyterLab.start({ 'long.ipynb': notebookText(textCells(screens)) });
  return await withBrowser(async (browser) => {
    const open = async (address: string, selector: string): Promise<TimedWork> => {
      const page = await signedInPage(browser, server);
      await watchElement(page, selector);
      return () => timeOpening(page, address);
    };
    const jupyter = await open(lab.address('long.ipynb'), LAB_CELL);
    const rounds = { rounds: sizes.times(OPENINGS), warmUp: 2 };
    const works = {
      editor: await open(server.url + long, EDITOR),
      preview: await open(server.url + long, PREVIEW),
      short: await open(server.url + short, EDITOR),
      jupyter,
      click: await clicks(browser, server, long),
      shortClick: await clicks(browser, server, short),
    };
    const samples = await measureInTurn(works, rounds);
    const against = `JupyterLab ${lab.version}, a notebook of ${screens} cells`;
    const editor = `lesson of ${screens} screens, warm caches: time to its editor`;
    return [
      { what: editor, samples: samples.editor, against, baseline: samples.jupyter, goal: OPENING_GOAL },
      { what: editor, samples: samples.editor, against: 'a lesson of one screen', baseline: samples.short },
      { what: 'the same lesson: time to the preview', samples: samples.preview, against, baseline: samples.jupyter },
      {
        what: `a screen of ${screens}, opened from the lesson page`,
        samples: samples.click,
        against: 'the screen of a lesson of one',
        baseline: samples.shortClick,
        goal: OPENING_GOAL,
      },
    ];
  });
}

/** Keystrokes in long documents with their preview, in turn with JupyterLab's editor. */
export async function measureKeystrokes({ server, client, sizes }: Bench): Promise<Line[]> {
  const [lines, commentedLines, codeLines] = [sizes.of(MARKDOWN_LINES, 100), sizes.of(COMMENTED_LINES, 100), sizes.of(CODE_LINES, 100)];
  const threads = sizes.of(THREADS, 3);
  const markdown = await makeLesson(client, 900_012, 1, { body_markdown: longMarkdown(lines) });
  const plain = await makeLesson(client, 900_013, 1, { body_markdown: longMarkdown(commentedLines) });
  const commented = await makeLesson(client, 900_014, 1, { body_markdown: longMarkdown(commentedLines) });
  await addComments(client, commented, longMarkdown(commentedLines), threads);
  const code = await makeLesson(client, 900_015, 1, { type: 'code', answer_code: longCode(codeLines) });
  await using lab = await JupyterLab.start({ 'long.md': longMarkdown(lines), 'long.py': longCode(codeLines) });
  return await withBrowser(async (browser) => {
    const ours = (address: string, label: string, count = 0) => openEditor(browser, server, { address, label, threads: count });
    const samples = await typeInTurn(
      {
        markdown: () => ours(markdown, 'Learn'),
        labMarkdown: () => openLabFile(browser, server, lab.address('long.md')),
        code: () => ours(`${code}?code=answer`, 'Answer code'),
        labCode: () => openLabFile(browser, server, lab.address('long.py')),
        plain: () => ours(plain, 'Learn'),
        commented: () => ours(commented, 'Learn', threads),
      },
      sizes,
    );
    const against = `JupyterLab ${lab.version}, the same text in its editor, no preview`;
    const words = (count: number) => count.toLocaleString('en');
    return [
      {
        what: `keystroke to paint, ${words(lines)} lines of markdown with preview`,
        samples: samples.markdown,
        against,
        baseline: samples.labMarkdown,
      },
      {
        what: `keystroke to paint, ${words(commentedLines)} lines with preview and ${threads} comments`,
        samples: samples.commented,
        against: 'the same without comments',
        baseline: samples.plain,
      },
      {
        what: `keystroke to paint, ${words(codeLines)} lines of code`,
        samples: samples.code,
        against: `JupyterLab ${lab.version}, the same code`,
        baseline: samples.labCode,
      },
    ];
  });
}

/** The first page: all gzipped script loaded before the rows of the lessons list appear. Later prefetches don't count. */
export async function measureFirstLoad({ server }: Bench): Promise<Line[]> {
  return await withBrowser(async (browser) => {
    await using lab = await JupyterLab.start({ 'one.ipynb': notebookText(textCells(1)) });
    const ours = await scriptBytes(browser, server, server.url, 'main [role=row] a');
    const labs = await scriptBytes(browser, server, lab.address('one.ipynb'), LAB_CELL);
    return [
      {
        what: 'first load of the lessons list: gzipped script',
        samples: [ours.bytes / 1_000],
        unit: 'kB',
        against: `JupyterLab ${lab.version}, a notebook of one cell, gzipped alike`,
        baseline: [labs.bytes / 1_000],
        goal: { of: 'median', most: 200 },
        note: `${ours.files} files; JupyterLab ${labs.files}`,
      },
    ];
  });
}

async function scriptBytes(
  browser: Browser,
  server: RealServer,
  address: string,
  selector: string,
): Promise<{ bytes: number; files: number }> {
  const page = await signedInPage(browser, server);
  const scripts = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.set(response.url(), response.body());
  });
  await page.goto(address);
  await page.locator(selector).first().waitFor();
  const bodies = await Promise.all(scripts.values());
  await page.context().close();
  return { bytes: bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0), files: bodies.length };
}

/** Returns the address of its first screen, from the root. */
export async function makeLesson(
  client: Client<Api>,
  sequence: number,
  count: number,
  fields: Partial<ScreenFields> = {},
): Promise<string> {
  const lesson = await client.createLesson({ body: { sequence, title: 'Measured' } });
  const params = { id: lesson.id };
  let first: number | null = null;
  for (let position = 1; position <= count; position += 1) {
    const { newScreenId } = await client.createScreen({ params, body: { sequence: position } });
    const body = { title: `Screen number ${position}`, body_markdown: screenText(), ...fields };
    await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body });
    first ??= newScreenId;
  }
  return `/lesson/${lesson.id}/screen/${first}`;
}

/** Adds comments on passages that are spread over the text of a screen. */
async function addComments(client: Client<Api>, address: string, text: string, threads: number): Promise<void> {
  const id = Number(address.split('/').at(-1));
  const parts = text.match(/^## .*$/gm)?.length ?? 0;
  for (let index = 0; index < threads; index += 1) {
    const part = Math.floor((index * parts) / threads);
    const quote = { field: 'body_markdown', text: `heading ${part}`, before: '## A ', after: '\nA line of *text*' };
    await client.createComment({ params: { id }, body: { comment: `Comment **${index + 1}** on this line.`, quote } });
  }
}

/** From a click on the first screen on the lesson's page until one can type. */
async function clicks(browser: Browser, server: RealServer, address: string): Promise<TimedWork> {
  const page = await signedInPage(browser, server);
  return async () => {
    await page.goto(server.url + address.replace(/\/screen\/.*/, ''));
    const link = `a[href="${address}"]`;
    await page.locator(link).first().waitFor();
    return timeClick(page, link, EDITOR);
  };
}

/** @param threads How many threads the margin has: typing begins once they are there. */
export async function openEditor(
  browser: Browser,
  server: RealServer,
  { address, label, threads, view }: { address: string; label: string; threads: number; view?: 'live' },
): Promise<Page> {
  const page = await signedInPage(browser, server, view);
  await page.goto(server.url + address);
  await page.getByRole('textbox', { name: label, exact: true }).click();
  await page.waitForFunction((count) => document.querySelectorAll('[data-thread]').length === count, threads);
  return page;
}

async function openLabFile(browser: Browser, server: RealServer, address: string): Promise<Page> {
  const page = await signedInPage(browser, server);
  await page.goto(address);
  await page.locator(LAB_FILE).click();
  return page;
}

/** Types in each document, in turn. Each page is opened again in each round, because only one has the keyboard. */
export async function typeInTurn<Name extends string>(
  documents: Readonly<Record<Name, () => Promise<Page>>>,
  sizes: Sizes,
): Promise<Record<Name, Samples>> {
  const names = Object.keys(documents) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < sizes.times(TYPING_ROUNDS); round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const page = await documents[name]();
      samples[name].push(...(await typeWords(page, sizes.of(KEYS, 3))));
      await page.context().close();
    }
  return Object.fromEntries(names.map((name) => [name, sorted(samples[name])])) as Record<Name, Samples>;
}
