import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import { withBrowser } from './browser.ts';
import { measureInTurn, type TimedWork } from './measure.ts';
import { timeColdOpening } from './page-watch.ts';
import type { Bench } from './part.ts';
import { JupyterLab, notebookText } from './peers/jupyter-lab.ts';
import type { Cell } from './peers/notebooks.ts';
import type { Line } from './report.ts';

const SEQUENCE = 720_000;
const OPENINGS = 7;
const LOOK_EVERY_MS = 20;

const TEXT = `Some **text** to read, with $x^2$ in it.

| name | value |
|---|--:|
| first | 1 |

\`\`\`python
print('a listing')
\`\`\`
`.repeat(4);
const SCREENS = [
  { title: 'Text', type: 'text', body_markdown: TEXT },
  { title: 'Code', type: 'code', body_markdown: TEXT, initial_code: 'print(1)\n' },
] as const;

const CELLS: readonly Cell[] = [
  { type: 'markdown', source: TEXT },
  { type: 'code', source: 'print(1)\n' },
];

const EDITOR = '[role=textbox][aria-label="Your code"]';

/** A build in a browser without a cache: from its address to text that can be read, and to code that can be edited. */
export async function measureLearnerPage({ client, sizes }: Bench): Promise<Line[]> {
  const address = await deployLesson(client);
  await using lab = await JupyterLab.start({ 'learn.ipynb': notebookText(CELLS) });
  return await withBrowser(async (browser) => {
    const open =
      (url: string, selector: string): TimedWork =>
      () =>
        timeColdOpening(browser, url, selector);
    const samples = await measureInTurn(
      {
        text: open(`${address}#1`, 'h1'),
        code: open(`${address}#2`, EDITOR),
        jupyter: open(lab.address('learn.ipynb'), '.jp-Notebook .jp-CodeCell .cm-content'),
        none: open(`${new URL(address).origin}/preview/none`, 'h1'),
      },
      { rounds: sizes.times(OPENINGS) },
    );
    const against = `JupyterLab ${lab.version}, a notebook with the same, without a cache`;
    const none = { against: 'the same page saying that there is no such build', baseline: samples.none };
    return [
      { what: 'learner page without a cache: time to its text', samples: samples.text, ...none },
      { what: 'learner page of a code screen without a cache', samples: samples.code, against, baseline: samples.jupyter },
      { what: 'learner page of a code screen without a cache', samples: samples.code, ...none },
    ];
  });
}

/** Returns the address of a build of a lesson with a screen of text and one of code. */
async function deployLesson(client: Client<Api>): Promise<string> {
  const { id } = await client.createLesson({ body: { sequence: SEQUENCE, title: 'Measured' } });
  for (const [index, fields] of SCREENS.entries()) {
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: index + 1 } });
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: fields });
  }
  const { build_number: buildNumber } = await client.startDeploy({ params: { id }, body: {} });
  for (;;) {
    const { deploy } = await client.getDeploy({ params: { id, buildNumber }, query: {} });
    if (deploy.status === 'failed') throw new Error(deploy.error ?? 'The deploy failed.');
    if (deploy.status === 'succeeded') break;
    await sleep(LOOK_EVERY_MS);
  }
  return (await client.openPreview({ params: { id, buildNumber } })).url;
}
