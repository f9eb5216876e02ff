import type { CollectionReply } from '#features/imports/contract/collections.ts';
import { readContents } from '#features/imports/rules/collection/contents.ts';
import { convertCollection } from '#features/imports/rules/collection/convert-collection.ts';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { readTree } from '#testing/content/read-tree.ts';
import { pngBytes } from '#testing/png-bytes.ts';
import { OWNER, RealServer } from '#testing/real-server.ts';
import { zipBytes } from '#testing/zip-bytes.ts';

// `node bench/import-collection.ts [documents] [blocks of each]`: a zip is imported as a course, beside parsing its documents alone.
// Then a newer version, in which every tenth document differs, is merged.

const [DOCUMENTS = 1_000, BLOCKS = 10] = process.argv.slice(2).map(Number);
const TITLE = 'Measured';

function documentAt(number: number, word: string): string {
  const blocks = Array.from(
    { length: BLOCKS },
    (_, block) =>
      `## Step ${block + 1}\n\nText with a ${word}, see [another](doc-${(number % DOCUMENTS) + 1}.md#step-1).\n\n\`\`\`python\nopen("data/x.csv").read()\nprint(${number * block})\n\`\`\`\n\n\`\`\`output\n${number * block}\n\`\`\`\n`,
  );
  return `# Document ${number}\n\n![A dot](img/dot.png)\n\n${blocks.join('\n')}`;
}

function collectionWith(word: (number: number) => string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([
    ['img/dot.png', pngBytes(8, 8)],
    ['data/x.csv', encodeUtf8('a,b\n1,2\n')],
  ]);
  for (let number = 1; number <= DOCUMENTS; number++) files.set(`doc-${number}.md`, encodeUtf8(documentAt(number, word(number))));
  return files;
}

async function timed<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`);
  return result;
}

function parse(files: ReadonlyMap<string, Uint8Array>): number {
  const choices = {
    author: 'Ada',
    code: 'answer',
    earlier_code: true,
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

const files = collectionWith(() => 'word');
const newer = collectionWith((number) => (number % 10 === 0 ? 'changed word' : 'word'));
const screens = await timed(`parsing ${DOCUMENTS} documents alone`, () => parse(files));
console.log(`${screens} screens`);

const server = await RealServer.create({ LESSONWRIGHT_CHECK_REPLIES: '0', LESSONWRIGHT_LOG: 'warn', LESSONWRIGHT_SAMPLE: '0' });
try {
  const client = await server.setUpOwner();
  const { token } = await client.createToken({ body: { name: OWNER.name } });
  const send = async (of: ReadonlyMap<string, Uint8Array>, fields: Readonly<Record<string, string>>): Promise<CollectionReply> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const zip = zipBytes([...of].map(([name, bytes]) => ({ name, bytes, isDeflated: true })));
    form.append('file', new File([new Uint8Array(zip)], 'measured.zip'));
    const reply = await fetch(`${server.url}/api/collections/import`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as CollectionReply;
  };
  await timed('preview', () => send(files, { dry_run: 'true', first_number: '1' }));
  const names = { release_name: TITLE, branch_name: 'measured', course_name: TITLE, first_number: '1' };
  const { imported } = await timed('import', () => send(files, names));
  const collection = (await client.listCollections())[0];
  const version = { collection_id: String(collection?.id), release_id: String(imported?.release_id) };
  const merged = await timed('merging a newer version', () => send(newer, version));
  const changed = merged.documents.filter(({ state }) => state === 'changed').length;
  console.log(`${imported?.lessons ?? 0} lessons imported, ${changed} changed, ${merged.conflicts.length} conflicts`);
} finally {
  await server.remove();
}
