import { describe, expect, it, vi } from 'vitest';
import type { HowToSave } from './edit-session.ts';
import { UnsavedParts, type UnsavedPart } from './unsaved-parts.ts';

const part = (name: string, change: Partial<UnsavedPart> = {}): UnsavedPart => ({
  name,
  state: 'unsaved',
  save: vi.fn(() => Promise.resolve(true)),
  ...change,
});

function pageOf(...all: UnsavedPart[]): UnsavedParts {
  const parts = new UnsavedParts();
  all.forEach((each, index) => parts.set(String(index), each));
  return parts;
}

describe('a save that failed', () => {
  it('is repeated with its message, and only then', async () => {
    const save = vi.fn((_how?: HowToSave) => Promise.resolve(false));
    const parts = pageOf(part('the screen', { save }));
    expect(await parts.retry()).toBe(true);
    expect(save).not.toHaveBeenCalled();
    await parts.saveAll({ message: 'Mention rain' });
    save.mockResolvedValue(true);
    expect(await parts.retry()).toBe(true);
    expect(save.mock.calls).toEqual([[{ message: 'Mention rain' }], [{ message: 'Mention rain' }]]);
  });
});

describe('the save state of a page', () => {
  it.each([
    [[], 'saved'],
    [['saved', 'saved'], 'saved'],
    [['saved', 'unsaved'], 'unsaved'],
    [['failed', 'unsaved'], 'failed'],
    [['failed', 'saving', 'unsaved'], 'saving'],
  ] as const)('of parts that are %j is %s', (states, expected) => {
    const parts = pageOf(...states.map((state) => part('a part', { state })));
    expect(parts.state().state).toBe(expected);
    expect(parts.state().isDirty).toBe(expected !== 'saved');
  });

  it('forgets a part that left the page', () => {
    const parts = pageOf(part('questions'));
    expect(parts.state().unsaved).toEqual(['questions']);
    parts.remove('0');
    expect(parts.state()).toMatchObject({ state: 'saved', unsaved: [] });
  });

  it('is not painted again for a part that is the same', () => {
    const parts = pageOf(part('questions'));
    const painted = vi.fn();
    parts.subscribe(painted);
    parts.set('0', part('questions'));
    expect(painted).not.toHaveBeenCalled();
  });
});

describe('saving everything', () => {
  it('saves what is unsaved, one after the other, with the message', async () => {
    const order: string[] = [];
    const save = (name: string) =>
      vi.fn(async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        return true;
      });
    const [fields, clean, questions] = [
      part('fields', { save: save('fields') }),
      part('clean', { state: 'saved' }),
      part('questions', { save: save('questions') }),
    ];
    const parts = pageOf(fields, clean, questions);
    const saving = parts.saveAll({ message: 'Mention spring' });
    expect(parts.state().state).toBe('saving');
    expect(await saving).toBe(true);
    expect(order).toEqual(['fields begins', 'fields ends', 'questions begins', 'questions ends']);
    expect(questions.save).toHaveBeenCalledWith({ message: 'Mention spring' });
    expect(clean.save).not.toHaveBeenCalled();
  });

  it('goes on after a failure, and says what was saved and what was not until that is saved', async () => {
    const failing = part('questions', { state: 'failed', error: 'No network.', save: () => Promise.resolve(false) });
    const parts = pageOf(part('fields'), failing, part('data.csv'));
    expect(await parts.saveAll()).toBe(false);
    expect(parts.state()).toMatchObject({ failed: [{ name: 'questions', error: 'No network.' }], saved: ['fields', 'data.csv'] });
    for (const id of ['0', '2']) parts.set(id, part('saved', { state: 'saved' }));
    expect(parts.state()).toMatchObject({ state: 'failed', unsaved: ['questions'] });
    parts.set('1', part('questions', { state: 'saved' }));
    expect(parts.state()).toMatchObject({ state: 'saved', failed: [], saved: [] });
  });

  it('forgets a failure once the part was saved in another way, as after a resolved conflict', async () => {
    const parts = pageOf(part('the screen', { state: 'failed', save: () => Promise.resolve(false) }));
    await parts.saveAll();
    parts.set('0', part('the screen', { state: 'saved' }));
    parts.set('0', part('the screen', { state: 'unsaved' }));
    expect(parts.state()).toMatchObject({ state: 'unsaved', failed: [] });
  });

  it('is one save when it is asked for twice', async () => {
    const fields = part('fields');
    const parts = pageOf(fields);
    expect(await Promise.all([parts.saveAll(), parts.saveAll()])).toEqual([true, true]);
    expect(fields.save).toHaveBeenCalledTimes(1);
  });
});

describe('leaving', () => {
  it('sends what saves itself, and asks for everything else', async () => {
    const settings = part('settings', { savesItself: true });
    const parts = pageOf(settings);
    expect(await parts.flush()).toBe(true);
    expect(settings.save).toHaveBeenCalled();
    parts.set('1', part('questions'));
    expect(await parts.flush()).toBe(false);
  });

  it('asks when what saves itself could not be sent', async () => {
    expect(await pageOf(part('settings', { savesItself: true, save: () => Promise.resolve(false) })).flush()).toBe(false);
  });
});
