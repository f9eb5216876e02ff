import { describe, expect, it } from 'vitest';
import { ScratchTexts } from './scratch-texts.ts';

function scratch() {
  let edits = 0;
  let initial = 'x = 1';
  const texts = new ScratchTexts(() => initial);
  texts.watch(() => edits++);
  return { texts, edits: () => edits, setInitial: (text: string) => (initial = text) };
}

describe('submissions that are tried out', () => {
  it('begin with the initial code, and do not follow it', () => {
    const { texts, edits, setInitial } = scratch();
    expect(texts.read('test_custom')).toBe('x = 1');
    setInitial('x = 2');
    expect([texts.read('test_custom'), texts.read('run_code'), edits()]).toEqual(['x = 1', 'x = 2', 0]);
  });

  it('are kept as they are typed, each apart', () => {
    const { texts, edits } = scratch();
    texts.type('test_custom', 'y');
    texts.type('run_code', 'z');
    expect([edits(), texts.unsaved()?.fields]).toEqual([2, { test_custom: 'y', run_code: 'z' }]);
  });

  it('come back on the next visit, unless something was typed before', () => {
    const { texts } = scratch();
    texts.read('test_custom');
    texts.type('run_code', 'new');
    const draft = { base_revision: null, fields: { test_custom: 'kept', run_code: 'old' }, at: 0 };
    texts.restore(draft);
    expect([texts.read('test_custom'), texts.read('run_code'), texts.state()]).toEqual(['kept', 'new', 1]);
    expect(texts.missing(draft)).toEqual({ run_code: 'old' });
  });

  it('notify the editor when the text was set programmatically', () => {
    const { texts } = scratch();
    let painted = 0;
    texts.subscribe(() => painted++);
    texts.type('test_custom', 'typed');
    expect(painted).toBe(0);
    texts.fill('test_custom', 'the answer');
    expect([painted, texts.state(), texts.read('test_custom')]).toEqual([1, 1, 'the answer']);
  });
});
