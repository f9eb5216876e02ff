import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LessonContent, type ScreenContent } from '#features/content-model/rules/lesson-content.ts';
import { emptyLessonFields } from '#features/lessons/contract/lessons.ts';
import { emptyScreenFields, type ScreenFields } from '#features/screens/contract/screens.ts';
import { anyLesson } from '#testing/content/lesson-arbitraries.ts';
import { mergeLesson, resolveLesson } from './merge-lesson.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function screen(number: number, fields: Partial<ScreenFields> = {}, rest: Partial<ScreenContent> = {}): ScreenContent {
  return {
    uuid: uuid(number),
    folder: `screen-${number}`,
    fields: { ...emptyScreenFields(), title: `S${number}`, ...fields },
    skills: [],
    questions: [],
    tests: [],
    answer_output: null,
    answer_variables: [],
    ...rest,
  };
}

function lesson(rest: Partial<LessonContent> = {}): LessonContent {
  return {
    uuid: uuid(900),
    sequence: 12,
    fields: emptyLessonFields({ title: 'Loops', author: 'Ada' }),
    packages: [],
    packages_lock: null,
    datasets: [],
    accepted: [],
    data_files: [],
    images: [],
    screens: [screen(1), screen(2), screen(3)],
    ...rest,
  };
}

const withFields = (fields: Partial<LessonContent['fields']>) => lesson({ fields: { ...lesson().fields, ...fields } });
const titles = (merged: LessonContent) => merged.screens.map(({ fields }) => fields.title);

describe('mergeLesson', () => {
  it('merges changes of different fields, screens, packages and orders', () => {
    const base = lesson({ packages: [{ name: 'numpy', version: '1', show_in_editor: false }] });
    const mine = {
      ...base,
      fields: { ...base.fields, description: 'mine' },
      screens: [screen(2), screen(1), screen(3, { hint_markdown: 'h' })],
    };
    const theirs = {
      ...base,
      fields: { ...base.fields, title: 'Theirs' },
      packages: [
        { name: 'numpy', version: '2', show_in_editor: false },
        { name: 'scipy', version: null, show_in_editor: true },
      ],
      screens: [screen(1), screen(2), screen(3, { body_markdown: 'b' }), screen(4)],
    };
    const { merged, conflicts } = mergeLesson({ base, mine, theirs });
    expect(conflicts).toEqual([]);
    expect(merged.fields).toMatchObject({ title: 'Theirs', description: 'mine' });
    expect(merged.packages).toEqual(theirs.packages);
    expect(titles(merged)).toEqual(['S2', 'S1', 'S3', 'S4']);
    expect(merged.screens[2]?.fields).toMatchObject({ hint_markdown: 'h', body_markdown: 'b' });
  });

  it('reports conflicting changes of the same lines with a label, and applies the decision', () => {
    const base = lesson({ screens: [screen(1, { instructions_markdown: 'one\ntwo' })] });
    const mine = lesson({ screens: [screen(1, { instructions_markdown: 'ONE\ntwo' })] });
    const theirs = lesson({ screens: [screen(1, { instructions_markdown: 'uno\ntwo' })] });
    const key = `screen.${uuid(1)}.instructions_markdown`;
    expect(mergeLesson({ base, mine, theirs }).conflicts).toEqual([
      { key, label: 'Screen 1 “S1”: Instructions', base: 'one\ntwo', mine: 'ONE\ntwo', theirs: 'uno\ntwo' },
    ]);
    const resolved = resolveLesson({ base, mine, theirs }, { [key]: 'both' });
    expect(resolved.screens[0]?.fields.instructions_markdown).toBe('both');
    expect(() => resolveLesson({ base, mine, theirs }, {})).toThrow('Screen 1 “S1”: Instructions is not decided.');
  });

  it('reports a conflict if one side deleted what the other changed, and deletes what the other left unchanged', () => {
    const base = lesson();
    const mine = lesson({ screens: [screen(1)] });
    const theirs = lesson({ screens: [screen(1), screen(2), screen(3, { body_markdown: 'new' })] });
    const { merged, conflicts } = mergeLesson({ base, mine, theirs });
    const key = `screen.${uuid(3)}.kept`;
    expect(conflicts).toMatchObject([{ key, base: true, mine: false, theirs: true }]);
    expect(titles(merged)).toEqual(['S1']);
    expect(titles(resolveLesson({ base, mine, theirs }, { [key]: true }))).toEqual(['S1', 'S3']);
    expect(titles(resolveLesson({ base, mine, theirs }, { [key]: false }))).toEqual(['S1']);
  });

  it('reports a conflict of orders by readable names', () => {
    const base = lesson();
    const mine = lesson({ screens: [screen(2), screen(1), screen(3)] });
    const theirs = lesson({ screens: [screen(3), screen(2), screen(1)] });
    const { conflicts } = mergeLesson({ base, mine, theirs });
    expect(conflicts).toMatchObject([{ key: 'lesson.screens', label: 'Order of the screens' }]);
    expect(titles(resolveLesson({ base, mine, theirs }, { 'lesson.screens': conflicts[0]?.theirs }))).toEqual(['S3', 'S2', 'S1']);
  });

  it('gives two new screens of the same folder a folder each', () => {
    const base = lesson({ screens: [] });
    const mine = lesson({ screens: [screen(1, {}, { folder: 'screen' })] });
    const theirs = lesson({ screens: [screen(2, {}, { folder: 'screen' })] });
    const { merged, conflicts } = mergeLesson({ base, mine, theirs });
    expect(conflicts).toEqual([]);
    expect(merged.screens.map(({ folder, uuid: id }) => [id, folder])).toEqual([
      [uuid(1), 'screen-2'],
      [uuid(2), 'screen'],
    ]);
  });

  it('takes recorded output from the side whose answer it belongs to, without a conflict', () => {
    const output = (stdout: string) => ({ answer_output: { stdout, stderr: '', images: [] } });
    const base = lesson({ screens: [screen(1, { answer_code: 'a' }, output('0'))] });
    const mine = lesson({ screens: [screen(1, { answer_code: 'a' }, output('1'))] });
    const theirs = lesson({ screens: [screen(1, { answer_code: 'b' }, output('2'))] });
    for (const sides of [
      { base, mine, theirs },
      { base, mine: theirs, theirs: mine },
    ]) {
      const { merged, conflicts } = mergeLesson(sides);
      expect(conflicts).toEqual([]);
      expect(merged.screens[0]).toMatchObject({ fields: { answer_code: 'b' }, ...output('2') });
    }
  });

  it('merges questions by field and keeps those that only one side has', () => {
    const question = (number: number, text: string) => ({
      uuid: uuid(number),
      question: text,
      select_type: 'single' as const,
      task: null,
      skill_uuid: null,
      options: [],
    });
    const with_ = (...questions: ScreenContent['questions']) => lesson({ screens: [screen(1, {}, { questions })] });
    const { merged, conflicts } = mergeLesson({
      base: with_(question(20, 'What?')),
      mine: with_(question(20, 'What now?'), question(21, 'Mine?')),
      theirs: with_({ ...question(20, 'What?'), select_type: 'multiple' }, question(22, 'Theirs?')),
    });
    expect(conflicts).toEqual([]);
    expect(merged.screens[0]?.questions).toEqual([
      { ...question(20, 'What now?'), select_type: 'multiple' },
      question(21, 'Mine?'),
      question(22, 'Theirs?'),
    ]);
  });

  it('merges the options of a question one by one', () => {
    const option = (label: string, valid = false) => ({ label, valid, feedback_message: '', skill_uuid: null });
    const asks = (...options: ReturnType<typeof option>[]) => {
      const question = { uuid: uuid(20), question: 'What?', select_type: 'single' as const, task: null, skill_uuid: null, options };
      return lesson({ screens: [screen(1, {}, { questions: [question] })] });
    };
    const base = asks(option('a'), option('b'), option('c'));
    const theirs = asks(option('a'), option('b'), option('c'), option('d'));
    const { merged, conflicts } = mergeLesson({ base, mine: asks(option('a', true), option('b'), option('c')), theirs });
    expect(conflicts).toEqual([]);
    expect(merged.screens[0]?.questions[0]?.options).toEqual([option('a', true), option('b'), option('c'), option('d')]);
    const torn = mergeLesson({
      base,
      mine: asks(option('x'), option('b'), option('c')),
      theirs: asks(option('y'), option('b'), option('c')),
    });
    expect(torn.conflicts.map(({ label }) => label)).toEqual(['Screen 1 “S1”: Question “What?”: options']);
  });

  it('reports every difference as a conflict without a base', () => {
    const { conflicts } = mergeLesson({ base: null, mine: withFields({ title: 'A' }), theirs: withFields({ title: 'B' }) });
    expect(conflicts.map(({ key }) => key)).toEqual(['lesson.title']);
  });
});

/** Three versions that share screens, packages and texts. */
const threeLessons = fc.tuple(anyLesson, anyLesson, anyLesson, fc.infiniteStream(fc.nat(2))).map(([a, b, c, choices]) => {
  const pick = <T>(...values: T[]): T => values[choices.next().value as number] ?? (values[0] as T);
  const mixed = (): LessonContent => {
    const folders = new Set<string>();
    const screens = [...a.screens, ...b.screens].flatMap((each) => {
      const gone = pick(false, false, true);
      const other = pick(a, b, c).screens[0] ?? each;
      const made = { ...each, fields: pick(each.fields, each.fields, other.fields), questions: pick(each.questions, other.questions, []) };
      return gone || folders.has(each.folder) || !folders.add(each.folder) ? [] : [made];
    });
    const from = pick(a, b, a);
    return {
      ...a,
      fields: pick(a, b, c).fields,
      packages: pick(a, b, a).packages,
      accepted: from.accepted,
      packages_lock: from.packages_lock,
      screens: pick(screens, screens, screens.toReversed()),
    };
  };
  return [mixed(), mixed(), mixed()] as const;
});

describe('any three versions of a lesson', () => {
  it('equal the only side that changed something', () => {
    fc.assert(
      fc.property(anyLesson, anyLesson, (base, other) => {
        expect(mergeLesson({ base, mine: other, theirs: base })).toEqual({ merged: other, conflicts: [] });
        expect(mergeLesson({ base, mine: base, theirs: other })).toEqual({ merged: other, conflicts: [] });
        expect(mergeLesson({ base, mine: other, theirs: other })).toEqual({ merged: other, conflicts: [] });
      }),
      { endOnFailure: true },
    );
  });

  it('conflict in the same fields, whichever side is mine', () => {
    fc.assert(
      fc.property(threeLessons, ([base, mine, theirs]) => {
        const one = mergeLesson({ base, mine, theirs }).conflicts.map(({ key }) => key);
        const other = mergeLesson({ base, mine: theirs, theirs: mine }).conflicts.map(({ key }) => key);
        expect(one.toSorted()).toEqual(other.toSorted());
      }),
      { endOnFailure: true },
    );
  });

  it('lose nothing that only one side changed', () => {
    fc.assert(
      fc.property(threeLessons, ([base, mine, theirs]) => {
        const { merged, conflicts } = mergeLesson({ base, mine, theirs });
        const find = (from: LessonContent, id: string) => from.screens.find((each) => each.uuid === id);
        const lost: string[] = [];
        for (const [here, there] of [
          [mine, theirs],
          [theirs, mine],
        ] as const) {
          for (const field of Object.keys(here.fields) as (keyof LessonContent['fields'])[]) {
            const [was, is, other, becomes] = [base, here, there, merged].map(({ fields }) => JSON.stringify(fields[field]));
            if (other === was && is !== was && becomes !== is) lost.push(field);
          }
          for (const each of here.screens) {
            const before = find(base, each.uuid);
            const isTouched = !before || JSON.stringify(before.fields) !== JSON.stringify(each.fields);
            const isAsked = conflicts.some(({ key }) => key.startsWith(`screen.${each.uuid}.`));
            if (isTouched && !isAsked && !find(merged, each.uuid)) lost.push(each.uuid);
          }
        }
        expect(lost).toEqual([]);
      }),
      { endOnFailure: true },
    );
  });

  it('become a lesson once all conflicts are resolved', () => {
    fc.assert(
      fc.property(threeLessons, fc.boolean(), ([base, mine, theirs], isMine) => {
        const { conflicts } = mergeLesson({ base, mine, theirs });
        const values = Object.fromEntries(conflicts.map((place) => [place.key, isMine ? place.mine : place.theirs]));
        expect(() => LessonContent.parse(resolveLesson({ base, mine, theirs }, values))).not.toThrow();
      }),
      { endOnFailure: true },
    );
  });
});
