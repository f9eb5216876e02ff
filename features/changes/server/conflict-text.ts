import { openConflicts, type FolderPlan, type MergePlan } from './plan-merge.ts';

/** Files named in a text; there may be thousands. */
const NAMED_MAX = 5;

const WORDS: Readonly<Record<FolderPlan['root'], string>> = { lessons: 'Lesson', courses: 'Course', paths: 'Path' };

/** Explains to users why a branch can't be merged automatically; null if it can. */
export function conflictText(plan: MergePlan): string | null {
  const open = openConflicts(plan);
  const lessons = open.filter(({ root }) => root === 'lessons');
  const curricula = open.filter(({ root }) => root !== 'lessons');
  if (lessons.length > 0) return lessonsText(plan, lessons);
  if (curricula.length > 0) return curriculaText(plan, curricula);
  if (plan.elsewhere.length === 0) return null;
  return `Files outside of lessons, courses and paths were changed here and ${sideOf(plan)} in the same places: ${listed(plan.elsewhere)}. Merge the branch with git and push it. All changes are kept here until then.`;
}

function lessonsText(plan: MergePlan, lessons: readonly FolderPlan[]): string {
  const numbers = lessons.map(({ folder, subject }) => String(subject?.sequence ?? folder));
  const which = numbers.length === 1 ? `Lesson ${numbers[0]}` : `Lessons ${listed(numbers)}`;
  const what = numbers.length === 1 ? 'was' : 'were';
  return `${which} ${what} changed here and ${sideOf(plan)} in the same places. Use Sync to choose which version to keep. All changes are kept here until then.`;
}

function curriculaText(plan: MergePlan, curricula: readonly FolderPlan[]): string {
  // First: something deleted here has no page on which to resolve it.
  const alone = curricula.find(({ ours }) => ours === null) ?? (curricula.length === 1 ? curricula[0] : undefined);
  if (alone) return folderConflictText(plan, alone);
  const how =
    plan.source === 'main' ? 'Use Update from main to choose which version to keep' : 'Open each of them and choose which version to keep';
  return `${listed(curricula.map(nameOf))} were changed here and ${sideOf(plan)} in the same places. ${how}. All changes are kept here until then.`;
}

/** Explains why one course or path of a plan stays unchanged here, and what to do. */
export function folderConflictText(plan: MergePlan, open: FolderPlan): string {
  const name = nameOf(open);
  if (open.ours === null)
    return `${name} was deleted here and changed ${sideOf(plan)}. Restore it from the trash to get those changes; you can delete it again afterwards.`;
  const places = listed(open.conflicts.map(({ label }) => label));
  const word = open.root === 'courses' ? 'course' : 'path';
  const how =
    plan.source === 'main' ? 'Use Update from main to choose which version to keep' : `Open the ${word} and choose which version to keep`;
  return `${name} was changed here and ${sideOf(plan)} in the same places: ${places}. ${how}. All changes are kept here until then.`;
}

function nameOf({ root, folder, subject }: FolderPlan): string {
  return `${WORDS[root]} ${subject?.sequence ?? folder}`;
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
