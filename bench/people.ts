import { api, type Api } from '#app/contract/api.ts';
import { createClient, type Client } from '#platform/contract/client.ts';

/** Invites people, and returns their calls. The product limits the calls of one person per minute, as it does for real authors. */
export async function invitePeople(baseUrl: string, owner: Client<Api>, count: number): Promise<Client<Api>[]> {
  const people: Client<Api>[] = [];
  for (let number = 1; number <= count; number += 1) {
    const email = `author${number}@lessons.example`;
    await owner.addStaff({ body: { email } });
    const { token } = await owner.createToken({ body: { name: 'bench', email } });
    people.push(createClient(api, { baseUrl, headers: { authorization: `Bearer ${token}` } }));
  }
  return people;
}

/** Returns the next person with each call. */
export function takeTurns(people: readonly Client<Api>[]): () => Client<Api> {
  let next = 0;
  return () => {
    const person = people[next++ % people.length];
    if (!person) throw new Error('There are no people.');
    return person;
  };
}
