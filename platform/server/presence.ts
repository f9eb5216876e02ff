import type { LiveEvents } from '#platform/contract/live.ts';
import type { Actor } from '#platform/contract/roles.ts';

/** Users who have a lesson open: one entry per user, however many pages they have. */
type People = LiveEvents['presence']['people'];

interface Position {
  readonly actor: Actor;
  readonly screenId: number | null;
  /** The name of the text that they write in. */
  readonly part?: string | undefined;
  /** Increases with every move: of several pages of one user, the one that moved last counts. */
  readonly moved: number;
}

/**
 * Who has which screen open, by topic and page. A page is any object that identifies one; it has one position per
 * topic.
 */
export class Presence<Page extends object> {
  readonly #positions = new Map<string, Map<Page, Position>>();
  /** By server and topic: users present on other servers. */
  readonly #elsewhere = new Map<string, Map<string, People>>();
  #moves = 0;

  /** Sets where a user's page is: on a screen, or (null) on the lesson page. */
  enter(topic: string, page: Page, { actor, screenId, part }: Omit<Position, 'moved'>): void {
    const positions = this.#positions.get(topic) ?? new Map<Page, Position>();
    this.#moves += 1;
    this.#positions.set(topic, positions.set(page, { actor, screenId, part, moved: this.#moves }));
  }

  /** Removes a page. Returns whether it was present. */
  leave(topic: string, page: Page): boolean {
    const positions = this.#positions.get(topic);
    if (!positions?.delete(page)) return false;
    if (positions.size === 0) this.#positions.delete(topic);
    return true;
  }

  /** Replaces the users present on another server. */
  setServer(server: string, topic: string, people: People): void {
    const topics = this.#elsewhere.get(server) ?? new Map<string, People>();
    if (people.length === 0) topics.delete(topic);
    else topics.set(topic, people);
    this.#elsewhere.set(server, topics);
  }

  /** Removes a server. Returns the topics in which it had users. */
  forgetServer(server: string): string[] {
    const topics = [...(this.#elsewhere.get(server)?.keys() ?? [])];
    this.#elsewhere.delete(server);
    return topics;
  }

  topicsHere(): string[] {
    return [...this.#positions.keys()];
  }

  /** Users by name, on all servers. For a user on several servers, this one's entry counts. */
  people(topic: string): People {
    const elsewhere = [...this.#elsewhere.values()].flatMap((topics) => topics.get(topic) ?? []);
    const byId = new Map([...elsewhere, ...this.peopleHere(topic)].map((person) => [person.id, person]));
    return [...byId.values()].toSorted(byName);
  }

  /** Users by name, with public data only: id, name, screen, and what they write in. */
  peopleHere(topic: string): People {
    const latest = new Map<number, Position>();
    for (const position of this.#positions.get(topic)?.values() ?? []) {
      const known = latest.get(position.actor.id);
      if (known === undefined || known.moved < position.moved) latest.set(position.actor.id, position);
    }
    return [...latest.values()]
      .map(({ actor, screenId, part }) => ({ id: actor.id, name: actor.name, screen_id: screenId, ...(part !== undefined && { part }) }))
      .toSorted(byName);
  }
}

function byName(a: People[number], b: People[number]): number {
  return a.name.localeCompare(b.name) || a.id - b.id;
}
