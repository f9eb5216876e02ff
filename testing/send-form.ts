import type { TestRole, TestServer } from './test-server.ts';

/** Sends a multipart form, texts first, and returns its status and reply. */
export async function sendForm<Reply extends object = Record<string, unknown>>(
  server: TestServer,
  call: { method?: 'POST' | 'PATCH'; url: string; role?: TestRole },
  fields: Readonly<Record<string, string | number | File>>,
): Promise<{ status: number } & Reply> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, typeof value === 'number' ? String(value) : value);
  const method = call.method ?? 'POST';
  const request = new Request('http://127.0.0.1/', { method, body: form });
  const reply = await server.inject({
    method,
    url: call.url,
    headers: { ...server.headers(call.role ?? 'staff'), 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: reply.statusCode, ...reply.json<Reply>() };
}
