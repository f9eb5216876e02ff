/**
 * The label of a task in a conflict: the fields that both authors changed in different ways. All others are merged on both sides, so they
 * don't differ.
 */
export function taskConflictLabel(mine: unknown, theirs: unknown): string {
  const [one, other] = [fieldsOf(mine), fieldsOf(theirs)];
  if (one === null || other === null || one['kind'] !== other['kind']) return 'Kind and answer';
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const differing = keys.filter((key) => JSON.stringify(one[key]) !== JSON.stringify(other[key]));
  return differing.length === 0 ? 'Answer' : `Answer: ${differing.map((key) => key.replaceAll('_', ' ')).join(', ')}`;
}

function fieldsOf(task: unknown): Readonly<Record<string, unknown>> | null {
  return typeof task === 'object' && task !== null ? (task as Readonly<Record<string, unknown>>) : null;
}
