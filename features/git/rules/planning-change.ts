import { PLANNING_FIELDS } from '#features/planning/planning.policy.ts';
import { decodeUtf8, isUtf8 } from '#platform/content/text-file.ts';
import { parseYaml, toPlain, YamlError } from '#platform/content/yaml/document.ts';
import { isPlainMap, isSamePlain, type Plain } from '#platform/content/yaml/plain.ts';

/** The file with the settings of a lesson. Only this one has planning. */
const LESSON_FILE = /^lessons\/[^/]+\/lesson\.yaml$/;

/** A line that says who works on a lesson and until when, and can mean nothing else: no anchor, no text of several lines. */
const PLANNING_LINE = /^(owner|reviewer|due|stage): (['"]?)[\w.%+@-]*\2$/;

/** A line of a plain mapping. In files with others, a line may mean something else than it seems. */
const PLAIN_LINE = /^(?:[a-z_]+:|[ #-]|$)/;

/** Whether a path is that of a file that can hold planning. */
export function canHoldPlanning(path: string): boolean {
  return LESSON_FILE.test(path);
}

/** A longer file is a change of more. */
const BYTES_MAX = 200_000;

/**
 * Whether two states of a `lesson.yaml` differ only in its owner, reviewer, due date and stage: nothing that a review is about. Nothing else
 * may differ in its lines, nor in what they mean: a line that moves can end the text before it, or take in the one after it.
 */
export function isPlanningChange(before: Uint8Array, after: Uint8Array): boolean {
  if (![before, after].every((bytes) => bytes.length <= BYTES_MAX && isUtf8(bytes))) return false;
  const [old, now] = [decodeUtf8(before), decodeUtf8(after)];
  const lines = withoutPlanning(old);
  if (lines === null || lines !== withoutPlanning(now)) return false;
  const meaning = contentOf(old);
  return meaning !== null && isSamePlain(meaning, contentOf(now) ?? undefined);
}

/** Everything that the file says, but its planning; null: it is no map, or broken. */
function contentOf(text: string): Plain | null {
  try {
    const plain = toPlain(parseYaml(text));
    if (!isPlainMap(plain)) return null;
    return Object.fromEntries(Object.entries(plain).filter(([key]) => !PLANNING_FIELDS.some((field) => field === key)));
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    return null;
  }
}

/** Null: it can't be told which lines are planning. */
function withoutPlanning(text: string): string | null {
  const seen = new Set<string>();
  const rest: string[] = [];
  for (const line of text.split('\n')) {
    const name = PLANNING_LINE.exec(line)?.[1];
    if (!PLAIN_LINE.test(line) || (name !== undefined && seen.has(name))) return null;
    if (name === undefined) rest.push(line);
    else seen.add(name);
  }
  return rest.join('\n');
}
