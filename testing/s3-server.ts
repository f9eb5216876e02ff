import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

/** An S3 server with an empty bucket for one test. */
export interface TestBucket {
  readonly name: string;
  readonly endpoint: string;
  /** Settings of the product that use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Stops the server, as in a failure; its contents stay until `remove`. */
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** The access key and the secret of s3rver. */
const KEY = 'S3RVER';

/**
 * A bucket of a new s3rver, or, with TEST_S3=http://key:secret@host:port, of that server, such as one from testing/radosgw.sh.
 * Remove it.
 *
 * @param address Of this machine, where the s3rver listens.
 */
export async function createTestBucket(address = '127.0.0.1'): Promise<TestBucket> {
  const given = process.env['TEST_S3'];
  const name = `test-${randomUUID()}`;
  if (given === undefined) return startS3rver(name, address);
  const { origin, username, password } = new URL(given);
  const client = new S3Client({
    endpoint: origin,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: username, secretAccessKey: password },
  });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  client.destroy();
  const nothing = () => Promise.resolve();
  return { name, endpoint: origin, env: settings(name, origin, username, password), stop: nothing, remove: nothing };
}

async function startS3rver(name: string, address: string): Promise<TestBucket> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const server = new S3rver({ address, port: 0, silent: true, directory, configureBuckets: [{ name }] });
  const { port } = await server.run();
  const endpoint = `http://${address}:${port}`;
  let isRunning = true;
  const stop = async () => {
    if (isRunning) await server.close();
    isRunning = false;
  };
  const remove = async () => {
    await stop();
    await rm(directory, { recursive: true, force: true });
  };
  return { name, endpoint, env: settings(name, endpoint, KEY, KEY), stop, remove };
}

function settings(bucket: string, endpoint: string, key: string, secret: string): Record<string, string> {
  return {
    LESSONWRIGHT_S3_BUCKET: bucket,
    LESSONWRIGHT_S3_ENDPOINT: endpoint,
    LESSONWRIGHT_S3_ACCESS_KEY: key,
    LESSONWRIGHT_S3_SECRET: secret,
  };
}
