import { describe, expect, it } from 'vitest';
import { EditSession } from '#platform/web/ui/editing/edit-session.ts';
import { emptyScreenFields, type ScreenFields } from '../contract/screens.ts';
import { LONG_FIELDS, RemoteRunSwitch, SCREEN_FIELDS, type ShortFields } from './screen-fields.ts';

function open(fields: Partial<ScreenFields> = {}) {
  const stored = { ...emptyScreenFields('code'), title: 'Rows', ...fields, revision: 4 };
  const session = new EditSession<ScreenFields, ShortFields>({
    stored,
    names: SCREEN_FIELDS,
    long: LONG_FIELDS,
    send: (save) => Promise.resolve({ ...stored, ...save.fields, revision: 5 }),
  });
  const remoteRun = new RemoteRunSwitch();
  return { session, toggle: (isOn: boolean) => remoteRun.toggle(session, isOn, '# standard') };
}

describe('Run and Deploy', () => {
  it('switched off and on again is no edit', () => {
    const { session, toggle } = open({ remote_run_code: 'serve()' });
    toggle(false);
    expect([session.changes(), session.has('remote_run_code')]).toEqual([{ remote_run_code: null }, false]);
    toggle(true);
    expect([session.isDirty, session.read('remote_run_code')]).toEqual([false, 'serve()']);
  });

  it('switched off and on again has the typed script, even when that was saved', async () => {
    const { session, toggle } = open({ remote_run_code: 'serve()' });
    session.type('remote_run_code', 'serve(8050)');
    toggle(false);
    toggle(true);
    expect(session.changes()).toEqual({ remote_run_code: 'serve(8050)' });
    toggle(false);
    await session.save();
    toggle(true);
    expect(session.changes()).toEqual({ remote_run_code: 'serve(8050)' });
  });

  it('has the standard script when it is switched on for the first time, and an empty one when that is deleted', () => {
    const { session, toggle } = open();
    toggle(true);
    expect(session.changes()).toEqual({ remote_run_code: '# standard' });
    session.type('remote_run_code', '');
    expect([session.changes(), session.has('remote_run_code')]).toEqual([{ remote_run_code: '' }, true]);
    toggle(false);
    expect([session.isDirty, session.has('remote_run_code')]).toEqual([false, false]);
  });
});
