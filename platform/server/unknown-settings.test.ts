import { describe, expect, it } from 'vitest';
import { unknownSettings } from './unknown-settings.ts';

describe('variables that nothing reads', () => {
  it.each([
    ['LESSONWRIGHT_PUBLIC_ULR', 'LESSONWRIGHT_PUBLIC_URL'],
    ['LESSONWRIGHT_TRUSTED_PROXY', 'LESSONWRIGHT_TRUSTED_PROXIES'],
    ['LESSONWRIGHT_RUNNER_CAPACTY', 'LESSONWRIGHT_RUNNER_CAPACITY'],
    ['LESSONWRIGHT_S3_BUCKETS', 'LESSONWRIGHT_S3_BUCKET'],
  ])('%s: the setting that was meant is %s', (name, meant) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([`${name} is not a setting and has no effect. Did you mean ${meant}?`]);
  });

  it('are named without a guess when nothing is near', () => {
    expect(unknownSettings({ LESSONWRIGHT_COLOUR_OF_THE_SKY: 'blue' })).toEqual([
      'LESSONWRIGHT_COLOUR_OF_THE_SKY is not a setting and has no effect.',
    ]);
  });

  it('do not include settings, and variables of other programs', () => {
    const env = { LESSONWRIGHT_DATA: 'data', LESSONWRIGHT_RUNNER_CAPACITY: '2', LESSONWRIGHT_INSTALL: '0', PATH: '/bin', PORTS: '1' };
    expect(unknownSettings(env)).toEqual([]);
  });
});
