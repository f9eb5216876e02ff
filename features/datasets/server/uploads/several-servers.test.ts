import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { startTestServers, type TestMember } from '#testing/test-servers.ts';
import { zipBytes } from '#testing/zip-bytes.ts';
import type { DatasetUpload } from '../../contract/datasets.ts';

/** Sends a form as staff. */
async function send(member: TestMember, path: string, fields: Readonly<Record<string, string | Uint8Array>>): Promise<DatasetUpload> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    form.append(name, typeof value === 'string' ? value : new File([new Uint8Array(value)], name));
  const reply = await fetch(`${member.url}${path}`, { method: 'POST', headers: member.headers('staff'), body: form });
  expect(reply.status).toBe(200);
  return (await reply.json()) as DatasetUpload;
}

it('an upload continues at another server when its own is gone', async () => {
  const servers = await startTestServers();
  try {
    const [one, other] = servers.web;
    const homeId = one.platform.cluster?.servers.homeOf(`person ${servers.people.users.staff.id}`).id;
    const [home, next] = one.platform.cluster?.servers.self.id === homeId ? [one, other] : [other, one];
    const bytes = randomBytes(3_000);
    const zip = zipBytes([{ name: 'a.txt', bytes: 'x'.repeat(500) }]);
    const filesInfo = [
      { name: 'big.bin', is_directory: false, chunkCount: 3, bytes: 3_000 },
      { name: 'photos.zip', is_directory: true, chunkCount: 2 },
    ];
    const { uploadId } = await send(home, '/api/dataset', {
      name: 'birds',
      description: 'All about birds',
      fileCount: '2',
      filesInfo: JSON.stringify(filesInfo),
    });
    const chunk = (member: TestMember, at: { file: number; chunk: number }, part: Uint8Array) =>
      send(member, '/api/dataset/chunk', { uploadId, file: String(at.file), chunk: String(at.chunk), bytes: part });
    await chunk(next, { file: 0, chunk: 2 }, bytes.subarray(2_000));
    // Sent again, with all its bytes.
    await chunk(home, { file: 0, chunk: 0 }, bytes.subarray(0, 10));
    await chunk(home, { file: 0, chunk: 0 }, bytes.subarray(0, 1_000));
    await chunk(home, { file: 1, chunk: 1 }, zip.subarray(200));
    await home.close();

    const client = next.client('staff');
    expect(await client.getDatasetUpload({ params: { uploadId } })).toMatchObject({ files: [{ arrived: [0, 2] }, { arrived: [1] }] });
    await chunk(next, { file: 0, chunk: 1 }, bytes.subarray(1_000, 2_000));
    const { dataset } = await chunk(next, { file: 1, chunk: 0 }, zip.subarray(0, 200));
    const [version] = await client.listDatasetVersions({ params: { id: dataset?.id ?? 0 } });
    expect(version?.files).toEqual([
      { file_name: 'big.bin', bytes: 3_000 },
      { file_name: 'photos/a.txt', bytes: 500 },
    ]);
    const { db } = next.platform;
    const [file] = await db.selectFrom('dataset_files').select('sha256').where('path', '=', 'big.bin').execute();
    expect(Buffer.from(await next.platform.blobs.get(file?.sha256 ?? ''))).toEqual(bytes);
    expect(await db.selectFrom('dataset_upload_chunks').select('upload_id').execute()).toEqual([]);
  } finally {
    await servers.close();
  }
});
