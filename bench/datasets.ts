import { execFile } from 'node:child_process';
import { randomFillSync } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatasetUpload } from '#features/datasets/contract/datasets.ts';
import { chunkCountOf, DATASET_CHUNK_BYTES } from '#features/datasets/datasets.policy.ts';
import { measureInTurn, timed } from './measure.ts';
import { MemoryWatch } from './memory-watch.ts';
import type { Bench } from './part.ts';
import { PlainServer } from './plain-server.ts';
import type { Line } from './report.ts';

const MB = 1024 * 1024;
const MEGABYTES = 1024;
const ROUNDS = 3;
const run = promisify(execFile);

/** Uploads a large dataset in chunks and downloads it as a zip, in turn with curl and a static server; also the memory of the server. */
export async function measureDatasets({ server, client, sizes }: Bench): Promise<Line[]> {
  const megabytes = sizes.of(MEGABYTES, 6);
  const folder = await mkdtemp(join(tmpdir(), 'lessonwright-bench-'));
  await using plain = await PlainServer.start(folder);
  try {
    const source = join(folder, 'numbers.bin');
    await writeNoise(source, megabytes);
    const { token } = await client.createToken({ body: { name: 'bench' } });
    const authorization = `Bearer ${token}`;
    using memory = MemoryWatch.start(server.pid ?? 0);
    const caller = new DatasetCaller(server.url, authorization);
    let made: DatasetUpload['dataset'] = null;
    const upload = async () => {
      made = await caller.sendChunks(await caller.begin('numbers.bin', megabytes * MB), source, megabytes * MB);
    };
    const rounds = { rounds: sizes.times(ROUNDS), warmUp: 0 };
    const up = await measureInTurn(
      { ours: timed(upload), plain: timed(() => run('curl', ['-sSf', '-T', source, `${plain.url}/copy.bin`])) },
      rounds,
    );
    const { id, latest_version_id } = theDataset(made);
    const zip = join(folder, 'down.zip');
    const address = `${server.url}/api/dataset/${id}/version/${latest_version_id}/zip`;
    const down = await measureInTurn(
      {
        ours: timed(() => run('curl', ['-sSf', '-H', `authorization: ${authorization}`, '-o', zip, address])),
        plain: timed(() => run('curl', ['-sSf', '-o', join(folder, 'copy.bin'), `${plain.url}/numbers.bin`])),
      },
      rounds,
    );
    const note = `memory of the server ${await memory.stop()}`;
    // Verify every byte.
    await run('sh', ['-c', 'unzip -p "$0" | cmp - "$1"', zip, source]);
    if (theDataset(made).latest_version_hash !== (await treeOf(folder, source)))
      throw new Error('The hash of the dataset is not that of git.');
    const size = `${megabytes.toLocaleString('en')} MB`;
    const curl = await curlVersion();
    return [
      {
        what: `upload of ${size} in chunks, until its version exists`,
        samples: up.ours,
        against: `${curl} -T to a plain server`,
        baseline: up.plain,
      },
      { what: `download of ${size} as a zip`, samples: down.ours, against: `${curl} from a plain server`, baseline: down.plain, note },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function curlVersion(): Promise<string> {
  return (await run('curl', ['--version'])).stdout.split(' ').slice(0, 2).join(' ');
}

function theDataset(made: DatasetUpload['dataset']): NonNullable<DatasetUpload['dataset']> {
  if (!made) throw new Error('The dataset was not made.');
  return made;
}

/** Incompressible bytes; every megabyte differs. */
async function writeNoise(path: string, megabytes: number): Promise<void> {
  const noise = randomFillSync(Buffer.alloc(MB));
  const file = await open(path, 'wx');
  for (let index = 0; index < megabytes; index++) {
    noise.writeUInt32LE(index, 0);
    await file.writeFile(noise);
  }
  await file.close();
}

/** The hash of the tree with this one file, by plain git. */
async function treeOf(folder: string, source: string): Promise<string> {
  const git = (...args: string[]) => run('git', ['-C', join(folder, 'git'), ...args]);
  await run('git', ['init', '-q', join(folder, 'git')]);
  const { stdout: blob } = await git('hash-object', source);
  // Only hash the file, without copying it.
  const { stdout } = await run('sh', [
    '-c',
    'printf "100644 blob %s\\tnumbers.bin\\n" "$1" | git -C "$0" mktree --missing',
    join(folder, 'git'),
    blob.trim(),
  ]);
  return stdout.trim();
}

/** The calls of an upload, as the page makes them: one chunk after another. */
class DatasetCaller {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, authorization: string) {
    this.#url = url;
    this.#headers = { authorization };
  }

  begin(name: string, bytes: number): Promise<DatasetUpload> {
    const info = { name, is_directory: false, chunkCount: chunkCountOf(bytes), bytes };
    return this.#send('/api/dataset', { name: 'Numbers', description: 'A large one', fileCount: '1', filesInfo: JSON.stringify([info]) });
  }

  async sendChunks({ uploadId }: DatasetUpload, source: string, bytes: number): Promise<DatasetUpload['dataset']> {
    // Not `openAsBlob`, which truncates sizes to 32 bits.
    await using file = await open(source);
    const buffer = Buffer.alloc(DATASET_CHUNK_BYTES);
    let made: DatasetUpload['dataset'] = null;
    for (let chunk = 0; chunk < chunkCountOf(bytes); chunk++) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, chunk * DATASET_CHUNK_BYTES);
      const part = new Blob([buffer.subarray(0, bytesRead)]);
      ({ dataset: made } = await this.#send('/api/dataset/chunk', { uploadId, file: '0', chunk: String(chunk), bytes: part }));
    }
    return made;
  }

  async #send(path: string, fields: Readonly<Record<string, string | Blob>>): Promise<DatasetUpload> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const response = await fetch(this.#url + path, { method: 'POST', headers: this.#headers, body });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as DatasetUpload;
  }
}
