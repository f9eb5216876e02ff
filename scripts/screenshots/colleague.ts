import type { Api } from '#app/contract/api.ts';
import type { Client } from '#platform/contract/client.ts';
import type { RealServer } from '#testing/real-server.ts';

export const COLLEAGUE = { name: 'Ben Okafor', email: 'ben@lessons.example', password: 'another quiet one' };

/** Adds a second staff member and returns a client that is signed in as them. */
export async function joinColleague(server: RealServer, owner: Client<Api>): Promise<Client<Api>> {
  const { invitation_url: link } = await owner.addStaff({ body: { email: COLLEAGUE.email } });
  const { name, password } = COLLEAGUE;
  const reply = await fetch(`${server.url}/api/login/invitation/${link?.split('/').at(-1)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, password }),
  });
  if (!reply.ok) throw new Error(`The colleague could not join: ${await reply.text()}`);
  const cookie = reply.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return server.client({ cookie });
}
