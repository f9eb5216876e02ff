import type { QuestionContent, ScreenContent, ScreenTestContent, SkillContent } from '#features/content-model/rules/lesson-content.ts';
import { questionName } from '#features/content-model/rules/question-name.ts';
import type { AnswerVariable } from '#features/screens/contract/screens.ts';
import { isSame } from './changed-fields.ts';
import { screenContentLabel } from './content-labels.ts';
import { mergeKeyed, mergeOrder, unlessBothChanged, type MergeConflicts, type Sides } from './merge-conflicts.ts';
import { mergeItemFields } from './merge-items.ts';
import { mergeTask, withRecorded } from './merge-task.ts';

/** Two versions of something; `base` null: created on both sides. */
interface ItemSides<T> extends Sides<T | null> {
  readonly mine: T;
  readonly theirs: T;
}

/**
 * Merges two versions of a screen: its fields by field and line, questions and skills by uuid, tests by slug. The answer's
 * recorded output is taken as a whole from the side of the answer.
 */
export function mergeScreen(merger: MergeConflicts, name: string, sides: ItemSides<ScreenContent>): ScreenContent {
  const { base, mine, theirs } = sides;
  const at = `screen.${mine.uuid}.`;
  const fields = merger.fields(at, (field) => `${name}: ${screenContentLabel(mine, field)}`, {
    base: base?.fields ?? null,
    mine: mine.fields,
    theirs: theirs.fields,
  });
  const isTheirAnswer = fields.answer_code === theirs.fields.answer_code && fields.answer_code !== mine.fields.answer_code;
  const output = unlessBothChanged({ base: base?.answer_output ?? null, mine: mine.answer_output, theirs: theirs.answer_output });
  const list = <K extends 'skills' | 'questions' | 'tests'>(key: K): Sides<readonly ScreenContent[K][number][]> => ({
    base: base?.[key] ?? [],
    mine: mine[key],
    theirs: theirs[key],
  });
  return {
    uuid: mine.uuid,
    // Folder names don't matter to people: if both moved it, either will do.
    folder: base?.folder === mine.folder ? theirs.folder : mine.folder,
    fields,
    skills: mergeItems(merger, { at: `${at}skills.`, name: `${name}: Skill` }, list('skills'), {
      keyOf: ({ uuid }) => uuid,
      titleOf: (skill) => skill.name,
    }),
    questions: mergeItems(merger, { at: `${at}questions.`, name: `${name}: Question` }, list('questions'), {
      keyOf: ({ uuid }) => uuid,
      titleOf: ({ question }) => questionName(question),
      merge: mergeQuestion,
    }),
    tests: mergeItems(merger, { at: `${at}tests.`, name: `${name}: Test` }, list('tests'), {
      keyOf: ({ slug }) => slug,
      titleOf: ({ slug }) => slug,
      merge: mergeTest,
    }).sort((a, b) => (a.slug < b.slug ? -1 : 1)),
    answer_output: output ? output.value : (isTheirAnswer ? theirs : mine).answer_output,
    answer_variables: mergeVariables(merger, { at, name }, sides, isTheirAnswer),
  };
}

type Item = SkillContent | QuestionContent | ScreenTestContent;
type LabelOf = (field: string) => string;

interface ItemKind<T> {
  readonly keyOf: (item: T) => string;
  readonly titleOf: (item: T) => string;
  readonly merge?: (merger: MergeConflicts, at: string, labelOf: LabelOf, sides: ItemSides<T>) => T;
}

function mergeItems<T extends Item>(
  merger: MergeConflicts,
  { at, name }: { at: string; name: string },
  sides: Sides<readonly T[]>,
  { keyOf, titleOf, merge = (_, prefix, labelOf, items) => merger.fields<T>(prefix, labelOf, items) }: ItemKind<T>,
): T[] {
  const label = (item: T) => `${name} “${titleOf(item)}”`;
  const stay = mergeKeyed(sides, {
    keyOf,
    keep: (item, has) => merger.askToKeep(at + keyOf(item), label(item), has),
    merge: (items) => {
      const labelOf = (field: string) => `${label(items.mine)}: ${field.replaceAll('_', ' ')}`;
      return merge(merger, `${at}${keyOf(items.mine)}.`, labelOf, items);
    },
  });
  const keysOf = (items: readonly T[]) => items.map(keyOf);
  const { order } = mergeOrder({ base: keysOf(sides.base), mine: keysOf(sides.mine), theirs: keysOf(sides.theirs) }, stay);
  return order.flatMap((key) => stay.get(key) ?? []);
}

/** Options and the task are merged by their own fields, so that people choose between no more than they changed. */
function mergeQuestion(
  merger: MergeConflicts,
  at: string,
  labelOf: LabelOf,
  { base, mine, theirs }: ItemSides<QuestionContent>,
): QuestionContent {
  const options = mergedOptions({ base: base?.options ?? null, mine: mine.options, theirs: theirs.options });
  const plain = (side: QuestionContent) => ({
    uuid: side.uuid,
    question: side.question,
    select_type: side.select_type,
    options: options ?? side.options,
    skill_uuid: side.skill_uuid,
  });
  const rest = merger.fields(at, labelOf, { base: base && plain(base), mine: plain(mine), theirs: plain(theirs) });
  const tasks = { base: base?.task ?? null, mine: mine.task, theirs: theirs.task };
  const merge = mergeTask(tasks);
  if (merge === null) {
    const task = merger.ask({ key: `${at}task`, label: labelOf('kind of question'), ...tasks });
    return { ...rest, task: task as QuestionContent['task'] };
  }
  const decided = merge.conflicts.map(({ field, ...sides }) => [
    field,
    merger.ask({ key: `${at}task.${field}`, label: labelOf(field), ...sides }),
  ]);
  const task = merge.merged && { ...merge.merged, ...(Object.fromEntries(decided) as object) };
  const [before, ours, other] = [tasks.base, tasks.mine, tasks.theirs];
  const isTorn = task !== null && before !== null && ours !== null && other !== null && decided.length > 0;
  return { ...rest, task: isTorn ? withRecorded(task, { base: before, mine: ours, theirs: other }) : task };
}

/** The options of both sides, option by option; null: both changed the same one. */
function mergedOptions({ base, mine, theirs }: Sides<QuestionContent['options'] | null>): QuestionContent['options'] | null {
  if (base === null || mine === null || theirs === null) return null;
  const { merged, conflicts } = mergeItemFields({ options: base }, { options: mine }, { options: theirs });
  return conflicts.length === 0 ? merged.options : null;
}

/** Results of checkers are a record of the submission, so they come from the same side as the submission. */
function mergeTest(
  merger: MergeConflicts,
  at: string,
  labelOf: LabelOf,
  { base, mine, theirs }: ItemSides<ScreenTestContent>,
): ScreenTestContent {
  const plain = ({ expect: { test_pass }, ...rest }: ScreenTestContent) => ({ ...rest, test_pass });
  const { test_pass, ...rest } = merger.fields(at, labelOf, { base: base && plain(base), mine: plain(mine), theirs: plain(theirs) });
  const recorded = unlessBothChanged({ base: base?.expect.results ?? null, mine: mine.expect.results, theirs: theirs.expect.results });
  const isTheirs = rest.code === theirs.code && rest.code !== mine.code;
  return { ...rest, expect: { test_pass, results: recorded?.value ?? (isTheirs ? theirs : mine).expect.results } };
}

/** The selection of variables is merged; their values are recorded data. */
function mergeVariables(
  merger: MergeConflicts,
  { at, name }: { at: string; name: string },
  { base, mine, theirs }: ItemSides<ScreenContent>,
  isTheirAnswer: boolean,
): AnswerVariable[] {
  const lists = { base: base?.answer_variables ?? null, mine: mine.answer_variables, theirs: theirs.answer_variables };
  const clear = unlessBothChanged(lists);
  if (clear?.value) return clear.value;
  const namesOf = (variables: readonly AnswerVariable[]) => ({ answer_variables: variables.map((variable) => variable.name) });
  const { answer_variables: names } = merger.fields(at, (field) => `${name}: ${screenContentLabel(mine, field)}`, {
    base: lists.base && namesOf(lists.base),
    mine: namesOf(lists.mine),
    theirs: namesOf(lists.theirs),
  });
  const [first, second] = isTheirAnswer ? [lists.theirs, lists.mine] : [lists.mine, lists.theirs];
  const valueOf = (variable: string) => {
    const recorded = [first, second].flatMap((variables) => variables.find((each) => each.name === variable) ?? []);
    const changed = recorded.find(
      (each) =>
        !isSame(
          each,
          lists.base?.find(({ name: known }) => known === variable),
        ),
    );
    return changed ?? recorded[0] ?? { name: variable };
  };
  return (Array.isArray(names) ? names : []).map(String).map(valueOf);
}
