import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#app/contract/api.ts';
import { renderMarkdown } from '#platform/content/markdown.ts';
import type { Client } from '#platform/contract/client.ts';
import { measureInTurn, timed } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const SCREENS = 60;
const SEQUENCE = 710_000;
const ROUNDS = 9;
/** Polling interval, and so the precision of the measured time. */
const LOOK_EVERY_MS = 5;

/** A typical screen: paragraphs, a list, a table, a formula and two listings. */
const TEXT = Array.from(
  { length: 4 },
  (_, part) => `## Part ${part + 1}

A **paragraph** with \`code\`, a [link](https://example.org/${part}) and $x^${part}$ in it, that goes on for as long as such paragraphs do.

- one thing
- another thing

| name | value |
|---|--:|
| first | ${part} |

\`\`\`python
for row in table.itertuples():
    print(row.name, row.value * ${part})
\`\`\`
`,
).join('\n');

/** A deploy of a lesson of 60 screens, from the call to its end, compared with rendering the same markdown in a bare loop. */
export async function measureDeploy({ client, sizes }: Bench): Promise<Line[]> {
  const screens = sizes.of(SCREENS, 3);
  const { id } = await client.createLesson({ body: { sequence: SEQUENCE, title: 'Measured' } });
  const texts: string[] = [];
  for (let index = 1; index <= screens; index++) {
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence: index } });
    const body_markdown = `# Screen ${index}\n\n${TEXT}`;
    texts.push(body_markdown);
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body: { title: `Screen ${index}`, body_markdown } });
  }
  const { ours, loop } = await measureInTurn(
    { ours: timed(() => deploy(client, id)), loop: timed(async () => texts.map((text) => renderMarkdown(text))) },
    { rounds: sizes.times(ROUNDS), warmUp: 2 },
  );
  const what = `deploy of a lesson of ${screens} screens`;
  return [{ what, samples: ours, against: 'rendering the same markdown in a bare loop', baseline: loop }];
}

async function deploy(client: Client<Api>, id: number): Promise<void> {
  const { build_number: buildNumber } = await client.startDeploy({ params: { id }, body: {} });
  for (;;) {
    const { deploy: state } = await client.getDeploy({ params: { id, buildNumber }, query: { log_from: 1_000_000 } });
    if (state.status === 'succeeded') return;
    if (state.status === 'failed') throw new Error(state.error ?? 'The deploy failed.');
    await sleep(LOOK_EVERY_MS);
  }
}
