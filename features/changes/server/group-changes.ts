import { isOpenStretch } from './stretch.ts';

/** Saves of one author to one lesson, course or path within this time share a commit, in milliseconds. */
const GROUP_MS = 5_000;
/** A group's contents are in memory together; only a batch may be larger. */
const GROUP_MAX = 50;

/** Decides whether changes share a commit, and that commit's message. */
export interface ChangeHead {
  readonly uuid: string;
  readonly lesson_id: number | null;
  readonly course_id?: number | null;
  readonly path_id?: number | null;
  readonly user_id: number | null;
  readonly message: string | null;
  readonly summary: string;
  readonly saved_at: Date;
  /** An action on many lessons has one commit; null: an action on one. */
  readonly batch?: string | null;
  /** An automatic save: it is committed with its batch, once its author pauses. */
  readonly waits?: boolean;
}

/** The trailer that names a commit's changes. */
export const CHANGE_TRAILER = 'Change-Id';

/**
 * The changes that go into the next commit, of `changes` in the order of their saves. A change with a typed message shares one only with
 * the automatic saves before it; a batch always does, although saves of other lessons may have come in between. Those follow, as they are about something else.
 */
export function nextGroup<C extends ChangeHead>(changes: readonly C[]): C[] {
  const [first] = changes;
  if (!first) return [];
  const batch = first.batch ?? null;
  if (batch !== null) return batchOf(changes, batch);
  const belongs = (change: ChangeHead) =>
    (change.batch ?? null) === null &&
    first.message === null &&
    change.message === null &&
    first.user_id !== null &&
    change.user_id === first.user_id &&
    subjectOf(change) === subjectOf(first) &&
    change.saved_at.getTime() - first.saved_at.getTime() <= GROUP_MS;
  const end = changes.findIndex((change, index) => index > 0 && !belongs(change));
  return changes.slice(0, Math.min(end === -1 ? changes.length : end, GROUP_MAX));
}

/** Of `changes` in the order of their saves, those that don't belong to a stretch that is still open at `now`. */
export function dueChanges<C extends ChangeHead>(changes: readonly C[], now: Date): C[] {
  const open = new Set<string>();
  for (const [, ofSubject] of Map.groupBy(changes, subjectOf)) {
    const last = ofSubject.at(-1);
    if (!last?.waits || !last.batch) continue;
    const first = ofSubject.find(({ batch }) => batch === last.batch) ?? last;
    if (isOpenStretch({ first: first.saved_at, last: last.saved_at }, now)) open.add(last.batch);
  }
  return changes.filter(({ batch, waits }) => !waits || !batch || !open.has(batch));
}

/** Ends at a lesson that was saved by others in between: its saves stay in their order. */
function batchOf<C extends ChangeHead>(changes: readonly C[], batch: string): C[] {
  const group: C[] = [];
  const others = new Set<string>();
  for (const change of changes) {
    if (change.batch !== batch) others.add(subjectOf(change));
    else if (others.has(subjectOf(change))) break;
    else group.push(change);
  }
  return group;
}

/** The lesson, course or path of a change. */
function subjectOf({ lesson_id, course_id = null, path_id = null }: ChangeHead): string {
  return `${lesson_id}/${course_id}/${path_id}`;
}

/** Begins the trailer of a save that another program or person proposed. */
const ASSISTED_TRAILER = 'Assisted-by: ';

/** The message of a save that `name` proposed: git reads the last paragraph of a message as trailers. */
export function assistedMessage(text: string, name: string): string {
  return `${text}\n\n${ASSISTED_TRAILER}${name}`;
}

/** The message of a group's commit: the typed one or a summary, then a trailer per change. */
export function commitMessage(group: readonly ChangeHead[]): string {
  // A typed message is about the automatic saves before it too.
  const typed = group.findLast(({ message }) => message !== null)?.message?.trim();
  const text = typed || summaryOf(group);
  const last = text.slice(text.lastIndexOf('\n\n') + 2);
  const gap = text.includes('\n\n') && last.startsWith(ASSISTED_TRAILER) && !last.includes('\n') ? '\n' : '\n\n';
  return `${text}${gap}${group.map(({ uuid }) => `${CHANGE_TRAILER}: ${uuid}`).join('\n')}`;
}

function summaryOf(group: readonly ChangeHead[]): string {
  const [first = 'Change the content', ...others] = new Set(group.map(({ summary }) => summary.replace(/\s+/g, ' ').trim()));
  if (others.length === 0) return first;
  const listed = [first, ...others].map((summary) => `- ${summary}`).join('\n');
  return `${first} (and ${others.length} more)\n\n${listed}`;
}
