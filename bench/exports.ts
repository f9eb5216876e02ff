import { screenText, textCells } from './documents.ts';
import { measureInTurn, timed } from './measure.ts';
import type { Bench } from './part.ts';
import { Notebooks } from './peers/notebooks.ts';
import type { Line } from './report.ts';

const SCREENS = 60;
const ROUNDS = 9;

/** Exporting a lesson, in turn with nbconvert and a notebook that says the same. */
export async function measureExports({ server, client, sizes }: Bench): Promise<Line[]> {
  const screens = sizes.of(SCREENS, 3);
  const { token } = await client.createToken({ body: { name: 'bench' } });
  const { id } = await client.createLesson({ body: { sequence: 900_060, title: 'Measured' } });
  for (let sequence = 1; sequence <= screens; sequence += 1) {
    const { newScreenId } = await client.createScreen({ params: { id }, body: { sequence } });
    const body = { title: `Screen number ${sequence}`, body_markdown: screenText() };
    await client.saveScreen({ params: { lessonId: id, screenId: newScreenId }, body });
  }
  const exportAs = (format: string) =>
    timed(async () => {
      const query = new URLSearchParams({ format, kind: 'lessons', ids: String(id) });
      const reply = await fetch(`${server.url}/api/export?${query.toString()}`, { headers: { authorization: `Bearer ${token}` } });
      if (!reply.ok) throw new Error(await reply.text());
      await reply.arrayBuffer();
    });
  await using notebooks = await Notebooks.open();
  const cells = textCells(screens);
  const samples = await measureInTurn(
    {
      website: exportAs('website'),
      notebook: exportAs('notebook'),
      html: notebooks.use('nbconvert html', cells),
      script: notebooks.use('nbconvert script', cells),
    },
    { rounds: sizes.times(ROUNDS) },
  );
  const nbconvert = `nbconvert ${notebooks.versions.nbconvert}, a notebook of ${screens} cells`;
  return [
    {
      what: `export of ${screens} screens as a website`,
      samples: samples.website,
      against: `${nbconvert} to HTML`,
      baseline: samples.html,
    },
    {
      what: `export of ${screens} screens as notebooks`,
      samples: samples.notebook,
      against: `${nbconvert} to a script`,
      baseline: samples.script,
    },
  ];
}
