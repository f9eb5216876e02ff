import { openConflicts, type MergePlan } from './plan-merge.ts';

/** Files that are named in a text; there may be thousands. */
const NAMED_MAX = 5;

/** Why a branch cannot be merged without being asked, as a text for people; null: it can. */
export function conflictText(plan: MergePlan): string | null {
  const numbers = openConflicts(plan).map(({ folder, lesson }) => String(lesson?.sequence ?? folder));
  const where = plan.source === 'main' ? 'in main' : 'on the code host';
  if (numbers.length > 0) {
    const which = numbers.length === 1 ? `Lesson ${numbers[0]}` : `Lessons ${listed(numbers)}`;
    const what = numbers.length === 1 ? 'was' : 'were';
    return `${which} ${what} changed here and ${where} in the same places. Use Sync to decide on both sides; until then everything is kept here.`;
  }
  if (plan.elsewhere.length === 0) return null;
  return `Files that are no lessons were changed here and ${where} in the same places: ${listed(plan.elsewhere)}. Merge the branch with git and push it; until then everything is kept here.`;
}

function listed(items: readonly string[]): string {
  const named = items.slice(0, NAMED_MAX);
  const more = items.length - named.length;
  if (more > 0) return `${named.join(', ')} and ${more} more`;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
