import type { CollectionReply } from '#features/imports/contract/collections.ts';
import { readContents } from '#features/imports/rules/collection/contents.ts';
import { convertCollection } from '#features/imports/rules/collection/convert-collection.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { readTree } from '#testing/content/read-tree.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { OWNER } from '#testing/real-server.ts';
import { zipBytes } from '#testing/zip-bytes.ts';
import { measure } from './measure.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const DOCUMENTS = 1_000;
const BLOCKS = 10;
const PARSES = 3;
const TITLE = 'Measured';

/** How large a collection is. */
interface Size {
  readonly documents: number;
  readonly blocks: number;
}

/** A zip is imported as a course, beside parsing its documents alone. Then a newer version, in which every tenth differs, is merged. */
export async function measureImport({ server, client, sizes }: Bench): Promise<Line[]> {
  const size = { documents: sizes.of(DOCUMENTS, 10), blocks: sizes.of(BLOCKS, 2) };
  const files = collectionWith(size, () => 'word');
  const newer = collectionWith(size, (number) => (number % 10 === 0 ? 'changed word' : 'word'));
  const parsing = await measure(async () => parse(files), { count: sizes.times(PARSES), warmUp: 1 });
  const { token } = await client.createToken({ body: { name: OWNER.name } });
  const send = async (of: ReadonlyMap<string, Uint8Array>, fields: Readonly<Record<string, string>>): Promise<CollectionReply> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const zip = zipBytes([...of].map(([name, bytes]) => ({ name, bytes, isDeflated: true })));
    form.append('file', new File([new Uint8Array(zip)], 'measured.zip'));
    const address = `${server.url}/api/collections/import`;
    const reply = await fetch(address, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as CollectionReply;
  };
  const what = `collection of ${size.documents} documents`;
  const lines: Line[] = [];
  const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await work();
    const against = 'parsing its documents alone';
    lines.push({ what: `${what}: ${step}`, samples: [performance.now() - start], against, baseline: parsing });
    return result;
  };
  await timed('preview', () => send(files, { dry_run: 'true', first_number: '1' }));
  const names = { release_name: TITLE, branch_name: 'measured', course_name: TITLE, first_number: '1' };
  const { imported } = await timed('import', () => send(files, names));
  const collection = (await client.listCollections())[0];
  const version = { collection_id: String(collection?.id), release_id: String(imported?.release_id) };
  const merged = await timed('merging a newer version', () => send(newer, version));
  const changed = merged.documents.filter(({ state }) => state === 'changed').length;
  if (imported?.lessons !== size.documents || changed !== size.documents / 10 || merged.conflicts.length > 0)
    throw new Error(`${imported?.lessons ?? 0} lessons imported, ${changed} changed, ${merged.conflicts.length} conflicts`);
  return lines;
}

function documentAt(number: number, word: string, { documents, blocks }: Size): string {
  const parts = Array.from(
    { length: blocks },
    (_, block) =>
      `## Step ${block + 1}\n\nText with a ${word}, see [another](doc-${(number % documents) + 1}.md#step-1).\n\n\`\`\`python\nopen("data/x.csv").read()\nprint(${number * block})\n\`\`\`\n\n\`\`\`output\n${number * block}\n\`\`\`\n`,
  );
  return `# Document ${number}\n\n![A dot](img/dot.png)\n\n${parts.join('\n')}`;
}

function collectionWith(size: Size, word: (number: number) => string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([
    ['img/dot.png', pngBytes(8, 8)],
    ['data/x.csv', encodeUtf8('a,b\n1,2\n')],
  ]);
  for (let number = 1; number <= size.documents; number++)
    files.set(`doc-${number}.md`, encodeUtf8(documentAt(number, word(number), size)));
  return files;
}

function parse(files: ReadonlyMap<string, Uint8Array>): number {
  const choices = {
    author: 'Ada',
    code: 'answer',
    earlier_code: true,
    offered: {},
    is_course: false,
    first: 1,
    known: new Map(),
    newUuid: () => crypto.randomUUID(),
  } as const;
  const steps = convertCollection(files, readContents(files).listed, { ...choices, imageProblem: () => null, readTree });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.lessons.reduce((screens, { content }) => screens + content.screens.length, 0);
  }
}
