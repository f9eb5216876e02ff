import { describe, expect, it } from 'vitest';
import { api } from '#app/contract/api.ts';
import type { Route } from '#platform/contract/route.ts';
import { actionLabel, actionsOfKind, KNOWN_ACTIONS, phraseOf } from './actions.ts';
import { UNAUDITED_CALLS } from './audit.ts';
import { CALL_PHRASES } from './call-phrases.ts';
import { NOUNS, renderPhrase, thingsOf, type DescribedEntry } from './nouns.ts';

const entryWith = (values: Partial<DescribedEntry> = {}): DescribedEntry => ({
  subject: null,
  details: {},
  lesson_id: null,
  lesson_sequence: null,
  ...values,
});
const say = (phrase: string, entry: DescribedEntry, names: Record<string, string> = {}) =>
  renderPhrase(phrase, entry, new Map(Object.entries(names).map(([thing, text]) => [thing, { text, link: `/${thing}` }])))
    .map(({ text }) => text)
    .join('');

describe('the phrases of the audit trail', () => {
  it('have one for every call that is recorded, and none for other calls', () => {
    const recorded = Object.entries(api as Record<string, Route>)
      .filter(([name, { method }]) => method !== 'GET' && !UNAUDITED_CALLS.has(name))
      .map(([name]) => name);
    const { visit: _earlier, ...current } = CALL_PHRASES;
    expect(
      Object.values(current)
        .flatMap((phrases) => Object.keys(phrases))
        .sort(),
    ).toEqual(recorded.sort());
  });

  it('describe every action in a few words, without names of the API', () => {
    const isReadable = (label: string) => /^[A-Z][^{}`]{3,90}$/.test(label) && !/\bcall\b|undefined|[a-z][A-Z]|\.$/.test(label);
    expect([...KNOWN_ACTIONS].map(actionLabel).filter((label) => !isReadable(label))).toEqual([]);
  });

  it('name an action that is not known any more', () => {
    expect(phraseOf('new-{noun}.frobnicate', {})).toBe('made the change new-noun.frobnicate');
  });

  it('of a changed detail say what it changed', () => {
    expect(phraseOf('lesson.save', { restored_from: 7 })).toContain('restored');
    expect(phraseOf('pull-request.review', { verdict: 'request-changes' })).toBe('requested changes in {pull}');
    expect(phraseOf('pull-request.merge', { anyway: 'urgent' })).toBe('merged {pull}, because {quoted:anyway}');
    expect(phraseOf('release.require-preflight', { preflight_required: false })).toBe('no longer requires preflight for {release}');
  });
});

describe('a phrase', () => {
  it('names the subject, and things in the details', () => {
    const entry = entryWith({ subject: 'lesson:3', details: { from: 8, users: [1, 2], user: 4 } });
    expect(thingsOf('{lesson} {lesson:from} {people:users} {person:user}', entry)).toEqual([
      'lesson:3',
      'lesson:8',
      'user:1',
      'user:2',
      'user:4',
    ]);
    const names = { 'lesson:3': 'lesson 101 “Loops”', 'user:1': 'Ada', 'user:2': 'Bob' };
    expect(say('cloned {lesson:from} as {lesson} for {people:users}', entry, names)).toBe(
      'cloned a deleted lesson as lesson 101 “Loops” for Ada and Bob',
    );
  });

  it.each([
    ['deleted {lesson}', { subject: 'lesson:3', lesson_sequence: 101 }, 'deleted lesson 101'],
    ['saved {screen}', { subject: 'screen:3', lesson_sequence: 101 }, 'saved a deleted screen of lesson 101'],
    ['saved {course}', { subject: 'course:3', details: { sequence: 12 } }, 'saved course 12'],
    ['archived {dataset}', { subject: 'dataset:3' }, 'archived a deleted dataset'],
    ['ended the access of {person}', { subject: 'eve@example.org' }, 'ended the access of eve@example.org'],
    ['merged {pull}', { subject: 'release:3', details: { number: 4 } }, 'merged pull request 4'],
  ])('“%s” is readable when the thing is gone', (phrase, entry, sentence) => {
    expect(say(phrase, entryWith(entry))).toBe(sentence);
  });

  it.each([
    [[7], 'lesson 7'],
    [[7, 8, 9], 'lessons 7, 8 and 9'],
    [[1, 2, 3, 4, 5, 6], '6 lessons'],
    [[], '0 lessons'],
    [undefined, 'lessons'],
  ])('says %j as “%s”', (lessons, text) => {
    expect(say('{lessons:lessons}', entryWith({ details: { lessons } }))).toBe(text);
  });

  it('links pull requests and builds while they exist', () => {
    const names = new Map([
      ['release:3', { text: 'release “Spring”', link: '/releases?open=3' }],
      ['lesson:5', { text: 'lesson 101', link: '/lesson/5' }],
    ]);
    expect(renderPhrase('{pull}', entryWith({ subject: 'release:3', details: { number: 4 } }), names)).toEqual([
      { text: 'pull request 4', link: '/releases/3/pull' },
      { text: ' of ', link: null },
      { text: 'release “Spring”', link: '/releases?open=3' },
    ]);
    const build = entryWith({ subject: 'lesson:5', lesson_id: 5, details: { build_number: 2 } });
    expect(renderPhrase('{build:build_number}', build, names)).toEqual([{ text: 'build 2', link: '/lesson/5/deploy/2' }]);
  });

  it('may only have nouns that are known', () => {
    expect(() => say('saved {lezzon}', entryWith())).toThrow('lezzon');
    expect(Object.values(NOUNS).every((noun) => noun.length > 0)).toBe(true);
  });
});

describe('the kinds of actions', () => {
  it('keep sign-ins and visits out of the deeds, and leave actions in that are not known', () => {
    const deeds = actionsOfKind('deeds');
    expect(deeds).toEqual({ but: expect.arrayContaining(['sign-in', 'sign-out', 'sign-in.fail', 'call.visitLesson']) });
    expect('but' in deeds && deeds.but).not.toContain('sign-in.lock');
    expect(actionsOfKind('sign-in')).toEqual({ only: expect.arrayContaining(['sign-in', 'sign-in.fail']) });
  });
});
