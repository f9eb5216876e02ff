import { describe, expect, it } from 'vitest';
import { shortcutsOf } from './shortcuts.ts';

const str = (name: string, value: string) => ({ name, value: { kind: 'str' as const, value } });
const codes = (...given: Parameters<typeof shortcutsOf>) => shortcutsOf(...given).map(({ code }) => code);

describe('ways round a solution', () => {
  const strip = { initial_code: 'text = "  hi  "\nresult = ', answer_code: 'text = "  hi  "\nresult = text.strip()' };

  it('are a constant, and a given value that is changed to the result', () => {
    expect(shortcutsOf('python', strip, [str('result', 'hi')])).toEqual([
      { code: 'text = "  hi  "\nresult = "hi"', name: 'A constant instead of a solution (result = "hi")' },
      { code: 'text = "hi"\nresult = text', name: 'A given value that is changed to the result' },
    ]);
  });

  it('are written in the language of the lesson', () => {
    const screen = { initial_code: 'n <- 3', answer_code: 'n <- 3\nis_odd <- n %% 2 == 1' };
    expect(codes('r', screen, [{ name: 'is_odd', value: { kind: 'bool', value: true } }])).toEqual([
      'n <- 3\nis_odd <- TRUE',
      'n <- TRUE\nis_odd <- n',
    ]);
  });

  it('set all variables that are compared', () => {
    const two = [str('a', 'x'), { name: 'b', value: { kind: 'int' as const, value: '2' } }];
    expect(codes('python', { initial_code: '', answer_code: 'a, b = f()' }, two)).toEqual(['a = "x"\nb = 2']);
  });

  it.each<[string, ...Parameters<typeof shortcutsOf>]>([
    ['nothing is compared', 'python', strip, []],
    ['the answer is a constant', 'python', { initial_code: '', answer_code: 'x = "a"' }, [str('x', 'a')]],
    ['a value isn’t simple', 'python', strip, [{ name: 'x', value: { kind: 'list', items: [] } }]],
    ['the value isn’t known', 'python', strip, [{ name: 'x' }]],
    ['the language has no variables', 'sql', strip, [str('x', 'a')]],
  ])('are none if %s', (_, ...given) => {
    expect(shortcutsOf(...given)).toEqual([]);
  });
});
