import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequirementError, parseRequirement, printRequirement } from './requirement.ts';

const printed = (text: string) => printRequirement(parseRequirement(text));

it.each([
  ['numpy', 'numpy'],
  ['  numpy ', 'numpy'],
  ['setuptools>=40.8.0', 'setuptools>=40.8.0'],
  ['setuptools >= 40.8.0 , < 70', 'setuptools>=40.8.0,<70'],
  ['wheel (>=0.30)', 'wheel>=0.30'],
  ['Cython==3.*', 'Cython==3.*'],
  ['a~=1.4.post2', 'a~=1.4.post2'],
  ['torch==2.1.0+cpu', 'torch==2.1.0+cpu'],
  ['a==1!2.0rc1.dev3', 'a==1!2.0rc1.dev3'],
  ['requests [security,socks] >=2', 'requests[security,socks]>=2'],
  ['requests[]', 'requests'],
  ['a[b.c]', 'a[b.c]'],
  ['tomli>=1.1 ; python_version < "3.11"', 'tomli>=1.1 ; python_version < "3.11"'],
  [
    "a; (os_name=='nt' or sys_platform  not  in 'x y') and extra == 'b'",
    "a ; (os_name == 'nt' or sys_platform not in 'x y') and extra == 'b'",
  ],
])('accepts %s', (text, expected) => {
  expect(printed(text)).toBe(expected);
});

it.each([
  '',
  '-e /work/needs',
  '-e.',
  '--log=/etc/cron.d/x',
  '--index-url=https://example.org',
  '-r /etc/passwd',
  '/etc',
  './here',
  '../up',
  'a/b',
  'file:///etc/passwd',
  'https://example.org/a.whl',
  'git+https://example.org/a',
  'a @ file:///tmp/a',
  'a@https://example.org/a.whl',
  'a --hash=sha256:0',
  'a --global-option=x',
  'a==1 -e /tmp',
  'a\n-e /tmp',
  'a==1\n--log=/x',
  'a;\n',
  'a # comment',
  'a==1;',
  'a===1',
  'a==',
  'a>=1.*',
  'a[b',
  'a[/../../x]',
  'a[b]]',
  '[a]',
  '_a',
  'a-',
  'a b',
  'a; python_version < 3',
  'a; python_version < "$(id)"',
  'a; import_os == "x"',
  'a; python_version < "3" or',
  `a; ${'('.repeat(50)}os_name == "x"${')'.repeat(50)}`,
  'a'.repeat(2_000),
])('rejects %j', (text) => {
  expect(() => parseRequirement(text)).toThrow(RequirementError);
});

describe('any text', () => {
  const pieces =
    'a numpy - -- -e . .. / @ [ ] ( ) , ; == >= ~= 1 2.0 .* +cpu os_name extra and or in not "x" \'y\' \\ # $ \u2028 file: rc1'.split(' ');
  const piece = fc.constantFrom(...pieces, ' ', '\t', '\n', ' and ', ' or ', ' in ', ' not in ');
  const anything = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(piece, { maxLength: 14 }).map((some) => some.join('')),
  );

  it('is rejected or parses the same after being printed', () => {
    fc.assert(
      fc.property(anything, (text) => {
        try {
          const requirement = parseRequirement(text);
          const again = printRequirement(requirement);
          expect(parseRequirement(again)).toEqual(requirement);
          expect(again).toMatch(/^[A-Za-z0-9]/);
          expect(again).not.toMatch(/[\n\r@\\]| -|^-/);
        } catch (error) {
          if (!(error instanceof RequirementError)) throw error;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps every requirement that can be built', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{0,6}$/);
    const version = fc.array(fc.nat({ max: 99 }), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    const bounds = fc.array(fc.record({ operator: fc.constantFrom('==', '!=', '<=', '>=', '<', '>', '~='), version }), { maxLength: 3 });
    const compare = fc.record({
      kind: fc.constant('compare' as const),
      left: fc.constantFrom('os_name', 'python_version'),
      operator: fc.constantFrom('==', 'in', 'not in'),
      right: fc.constantFrom('"x"', "'3.9'"),
    });
    const joined = fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(compare, { minLength: 2, maxLength: 3 }),
    });
    const marker = fc.option(fc.oneof(compare, joined));
    fc.assert(
      fc.property(fc.record({ name, extras: fc.array(name, { maxLength: 2 }), bounds, marker }), (requirement) => {
        expect(parseRequirement(printRequirement(requirement))).toEqual(requirement);
      }),
    );
  });
});
