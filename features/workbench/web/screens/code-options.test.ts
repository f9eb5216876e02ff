import { describe, expect, it } from 'vitest';
import { emptyScreenFields } from '#features/screens/contract/screens.ts';
import { type OptionsState, optionsOn } from './code-options.ts';

const NEW: OptionsState = {
  fields: emptyScreenFields('code'),
  hasRemoteRun: false,
  hasDisplayCode: false,
  checksOutput: false,
  screens: [],
};
const LOAD = { uuid: 'load', sequence: 2, title: 'Load' };
const fieldsWith = (fields: Partial<OptionsState['fields']>): Partial<OptionsState> => ({ fields: { ...NEW.fields, ...fields } });

describe('the options that are on', () => {
  it.each<[string, Partial<OptionsState>, string[]]>([
    ['a new screen', {}, []],
    [
      'all that are on or off',
      { ...fieldsWith({ error_okay: true, is_experimental: true }), checksOutput: true },
      ['Check output', 'Error Okay', 'Experimental'],
    ],
    ['a screen that runs after all', fieldsWith({ runs_after: 'all' }), ['Runs after: all earlier code screens']],
    ['a screen that runs after one', fieldsWith({ runs_after: ['load'] }), ['Runs after: 1 screen']],
    ['a screen that runs after none of the chosen ones', fieldsWith({ runs_after: [] }), []],
    ['a start at another screen', { ...fieldsWith({ starts_from: 'load' }), screens: [LOAD] }, ['Starts from: screen 2']],
    ['a start at a deleted screen', fieldsWith({ starts_from: 'load' }), ['Starts from: a deleted screen']],
    ['a start while the screens load', { ...fieldsWith({ starts_from: 'load' }), screens: null }, ['Starts from: an earlier screen']],
    [
      'display code that runs',
      { ...fieldsWith({ should_run_display_code: true }), hasDisplayCode: true },
      ['Run the display code before the code'],
    ],
    ['a switch without display code', fieldsWith({ should_run_display_code: true }), []],
    ['a solution', fieldsWith({ solution_after: 3 }), ['Solution after: 3 tries']],
    ['an application', { ...fieldsWith({ remote_run_only: true }), hasRemoteRun: true }, ['Run and Deploy', 'Only Run and Deploy']],
    ['only Run and Deploy, without a script', fieldsWith({ remote_run_only: true }), []],
  ])('of %s are listed', (_, change, texts) => {
    expect(optionsOn({ ...NEW, ...change }).map(({ text }) => text)).toEqual(texts);
  });
});
