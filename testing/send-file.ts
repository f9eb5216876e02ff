import type { LightMyRequestResponse } from 'fastify';
import type { TestRole, TestServer } from './test-server.ts';

interface SentFile {
  url: string;
  name: string;
  bytes: Uint8Array | string;
  role?: TestRole;
  /** Other fields of the form. */
  fields?: Readonly<Record<string, string>>;
  method?: 'POST' | 'PUT';
}

/** Uploads a file as a browser's form does, in the field `file`. */
export async function sendFile(
  server: TestServer,
  { url, name, bytes, role = 'staff', fields = {}, method = 'POST' }: SentFile,
): Promise<LightMyRequestResponse> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name));
  const request = new Request(`http://127.0.0.1${url}`, { method, body: form });
  return server.inject({
    method,
    url,
    headers: { ...server.headers(role), 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
