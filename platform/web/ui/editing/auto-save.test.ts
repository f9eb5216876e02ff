import { describe, expect, it, vi } from 'vitest';
import { AutoSave } from './auto-save.ts';

/** An AutoSave with a clock of its own. */
function start(isComposing = () => false) {
  vi.useFakeTimers();
  const saves: PromiseWithResolvers<boolean>[] = [];
  const autoSave = new AutoSave({
    save: () => {
      const save = Promise.withResolvers<boolean>();
      saves.push(save);
      return save.promise;
    },
    isComposing,
    pauseMs: 2_000,
  });
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const end = async (index: number, isSaved: boolean) => {
    saves[index]?.resolve(isSaved);
    await pass(0);
  };
  return { autoSave, saves, pass, end };
}

describe('saving by itself', () => {
  it('waits for two seconds after the last key', async () => {
    const { autoSave, saves, pass } = start();
    for (let key = 0; key < 10; key += 1) {
      autoSave.touch();
      await pass(1_999);
    }
    expect(saves).toHaveLength(0);
    await pass(1);
    expect(saves).toHaveLength(1);
  });

  it('runs one save at a time, and saves what was typed meanwhile by the next', async () => {
    const { autoSave, saves, pass, end } = start();
    autoSave.touch();
    await pass(2_000);
    autoSave.touch();
    await pass(60_000);
    expect(saves).toHaveLength(1);
    await end(0, true);
    await pass(2_000);
    expect(saves).toHaveLength(2);
  });

  it('sends nothing after a refused save until something changes', async () => {
    const { autoSave, saves, pass, end } = start();
    autoSave.touch();
    await pass(2_000);
    await end(0, false);
    await pass(600_000);
    expect(saves).toHaveLength(1);
    autoSave.touch();
    await pass(2_000);
    expect(saves).toHaveLength(2);
  });

  it('waits while a character is composed', async () => {
    let isComposing = true;
    const { autoSave, saves, pass } = start(() => isComposing);
    autoSave.touch();
    await pass(20_000);
    expect(saves).toHaveLength(0);
    isComposing = false;
    await pass(2_000);
    expect(saves).toHaveLength(1);
  });

  it('is over when the page is left', async () => {
    const { autoSave, saves, pass } = start();
    autoSave.touch();
    autoSave.stop();
    await pass(10_000);
    expect(saves).toHaveLength(0);
  });
});
