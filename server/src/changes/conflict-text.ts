import { openConflicts, type FolderPlan, type MergePlan } from './plan-merge.ts';

/** Files that are named in a text; there may be thousands. */
const NAMED_MAX = 5;

const WORDS: Readonly<Record<FolderPlan['root'], string>> = { lessons: 'Lesson', courses: 'Course', paths: 'Path' };

/** Why a branch cannot be merged without being asked, as a text for people; null: it can. */
export function conflictText(plan: MergePlan): string | null {
  const open = openConflicts(plan);
  const lessons = open.filter(({ root }) => root === 'lessons');
  const [other] = open.filter(({ root }) => root !== 'lessons');
  if (lessons.length > 0) {
    const numbers = lessons.map(({ folder, subject }) => String(subject?.sequence ?? folder));
    const which = numbers.length === 1 ? `Lesson ${numbers[0]}` : `Lessons ${listed(numbers)}`;
    const what = numbers.length === 1 ? 'was' : 'were';
    return `${which} ${what} changed here and ${sideOf(plan)} in the same places. Use Sync to decide on both sides; until then everything is kept here.`;
  }
  if (other) return folderConflictText(plan, other);
  if (plan.elsewhere.length === 0) return null;
  return `Files that are no lessons were changed here and ${sideOf(plan)} in the same places: ${listed(plan.elsewhere)}. Merge the branch with git and push it; until then everything is kept here.`;
}

/** Why one course or path of a plan stays as it is here, and what to do. Made alike on both sides, it goes together by itself. */
export function folderConflictText(plan: MergePlan, { root, folder, subject, conflicts }: FolderPlan): string {
  const places = listed(conflicts.map(({ label }) => label));
  const name = `${WORDS[root]} ${subject?.sequence ?? folder}`;
  return `${name} was changed here and ${sideOf(plan)} in the same places: ${places}. Write there, on one side, what the other side says, and both go together; until then everything is kept here.`;
}

function sideOf({ source }: MergePlan): string {
  return source === 'main' ? 'in main' : 'on the code host';
}

function listed(items: readonly string[]): string {
  const named = items.slice(0, NAMED_MAX);
  const more = items.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
