import type { Api } from '#app/contract/api.ts';
import type { Screen } from '#features/screens/contract/screens.ts';
import { ApiError, type Client } from '#platform/contract/client.ts';
import { ConflictDetails } from '#platform/contract/errors.ts';

/** The fields that they edit, several lines each. */
const FIELDS = ['body_markdown', 'instructions_markdown', 'hint_markdown', 'answer_code'] as const;
type Field = (typeof FIELDS)[number];

interface Written {
  readonly screen_id: number;
  readonly field: Field;
  readonly token: string;
}

/** Everything acknowledged, which must exist at the end. */
export interface Acknowledged {
  readonly written: readonly Written[];
  /** Texts of comments, each with the texts of its replies. */
  readonly comments: ReadonlyMap<string, readonly string[]>;
  readonly screens: ReadonlySet<number>;
  /** Number of conflicts, which were resolved by keeping both sides. */
  readonly conflicts: number;
}

interface Together {
  readonly lessonId: number;
  readonly clients: readonly Client<Api>[];
  /** The same seed gives the same actions; their interleaving depends on the machine. */
  readonly seed: number;
  /** Called before each step of each author. */
  readonly isOver: (steps: number) => boolean;
}

/**
 * Lets several people edit one lesson at the same time: each edits overlapping lines from a copy of varying age, adds and
 * reorders screens, comments and replies. Most saves are automatic, and both leave the lesson at the end. On a conflict they keep both sides, as in the resolver.
 */
export async function writeTogether({ lessonId, clients, seed, isOver }: Together): Promise<Acknowledged> {
  const written: Written[] = [];
  const comments = new Map<string, string[]>();
  const screens = new Set<number>();
  const ids = new Map<string, number>();
  let conflicts = 0;

  const act = async (client: Client<Api>, name: string, random: Random, first: readonly Screen[]): Promise<void> => {
    let copy = [...first];
    for (let step = 0; !isOver(step); step++) {
      const screen = random.pick(copy);
      const token = `${name}-${step}`;
      const params = { lessonId, screenId: screen.id };
      switch (random.weighted({ edit: 10, look: 3, move: 3, comment: 2, answer: 2, insert: 1 })) {
        case 'edit': {
          const field = random.pick(FIELDS);
          const saved = await keepBoth(client, params, screen, field, putLine(screen[field], token, random), random.below(4) > 0);
          conflicts += saved.conflicts;
          copy = copy.map((each) => (each.id === screen.id ? saved.screen : each));
          written.push({ screen_id: screen.id, field, token });
          break;
        }
        case 'look':
          copy = await client.listScreens({ params: { id: lessonId } });
          break;
        case 'move':
          await client.moveScreen({ params, body: { sequence: 1 + random.below(copy.length) } });
          break;
        case 'insert': {
          const { newScreenId } = await client.createScreen({
            params: { id: lessonId },
            body: { sequence: 1 + random.below(copy.length) },
          });
          screens.add(newScreenId);
          copy = await client.listScreens({ params: { id: lessonId } });
          break;
        }
        case 'comment': {
          const { id } = await client.createComment({ params: { id: screen.id }, body: { comment: token } });
          comments.set(token, []);
          ids.set(token, id);
          break;
        }
        case 'answer': {
          const [comment, answers] = random.pick([...comments, ['', []] as const]);
          const id = ids.get(comment);
          if (id === undefined) break;
          await client.replyToComment({ params: { id }, body: { message: token } });
          (answers as string[]).push(token);
        }
      }
    }
  };
  const copies = await Promise.all(clients.map((client) => client.listScreens({ params: { id: lessonId } })));
  // Everyone inserts a line at the same position of the same copy, so that there are conflicts whatever the timing of the rest.
  for (const [index, client] of clients.entries()) {
    const [screen] = copies[index] ?? [];
    if (screen === undefined) continue;
    const params = { lessonId, screenId: screen.id };
    const token = `author${index}-first`;
    const saved = await keepBoth(client, params, screen, 'body_markdown', `${token}\n${screen.body_markdown}`);
    conflicts += saved.conflicts;
    written.push({ screen_id: screen.id, field: 'body_markdown', token });
  }
  await Promise.all(clients.map((client, index) => act(client, `author${index}`, new Random(seed + index), copies[index] ?? [])));
  await Promise.all(clients.map((client) => client.commitSaves({ params: { id: lessonId }, body: {} })));
  return { written, comments, screens, conflicts };
}

/** Saves one field from the revision of a copy; on a conflict, saves the lines of both. */
async function keepBoth(
  client: Client<Api>,
  params: { lessonId: number; screenId: number },
  from: Screen,
  field: Field,
  text: string,
  automatic = false,
): Promise<{ screen: Screen; conflicts: number }> {
  let body: { [F in Field]?: string } & { revision: number } = { [field]: text, revision: from.revision };
  for (let conflicts = 0; ; conflicts++) {
    try {
      return { screen: await client.saveScreen({ params, body: { ...body, automatic } }), conflicts };
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
      const { theirs, revision } = ConflictDetails.parse(error.details);
      body = { [field]: withWordsOf(text, String(theirs[field])), revision };
    }
  }
}

/** Theirs, followed by our lines that theirs lacks. */
function withWordsOf(ours: string, theirs: string): string {
  const there = new Set(theirs.split(/\s/));
  const lines = ours.split('\n').map((line) => line.split(' ').filter((word) => !there.has(word)));
  return [theirs, ...lines.filter((words) => words.length > 0).map((words) => words.join(' '))].join('\n');
}

/** A text with a new line at a random position, or with a longer line. */
function putLine(text: string, token: string, random: Random): string {
  const lines = text.split('\n');
  const at = random.below(lines.length + 1);
  if (random.below(4) === 0 && at < lines.length) lines[at] = `${lines[at]} ${token}`;
  else lines.splice(at, 0, token);
  return lines.join('\n');
}

/** Numbers determined by a seed (mulberry32). */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed * 0x9e3779b1;
  }

  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  weighted<K extends string>(weights: Readonly<Record<K, number>>): K {
    return this.pick((Object.keys(weights) as K[]).flatMap((key) => Array<K>(weights[key]).fill(key)));
  }
}

/** What is missing or duplicated of the acknowledged changes; empty: nothing. Checks as each of the people. */
export async function findLost(client: Client<Api>, lessonId: number, acknowledged: Acknowledged): Promise<string[]> {
  const lost: string[] = [];
  const screens = new Map((await client.listScreens({ params: { id: lessonId } })).map((screen) => [screen.id, screen]));
  for (const { screen_id, field, token } of acknowledged.written) {
    const count =
      screens
        .get(screen_id)
        ?.[field].split(/\s/)
        .filter((word) => word === token).length ?? 0;
    if (count !== 1) lost.push(`${token} is ${count} times in ${field} of screen ${screen_id}`);
  }
  for (const id of acknowledged.screens) if (!screens.has(id)) lost.push(`screen ${id}`);
  const comments = await client.listLessonComments({ params: { id: lessonId } });
  for (const [text, answers] of acknowledged.comments) {
    const found = comments.filter(({ comment }) => comment === text);
    const there = found.flatMap(({ thread }) => thread.map(({ message }) => message)).toSorted();
    if (found.length !== 1 || there.join() !== [...answers].toSorted().join()) lost.push(`comment ${text}`);
  }
  return lost;
}
