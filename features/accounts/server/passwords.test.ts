import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';

describe('passwords', () => {
  it('are hashed with argon2id and a random salt', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$/);
    expect(one).not.toBe(other);
  });

  it.each([
    ['the right one', 'correct horse', 'correct horse', true],
    ['a wrong one', 'correct horse', 'correct house', false],
    ['another case', 'correct horse', 'Correct horse', false],
    ['spaces around', 'correct horse', ' correct horse', false],
    ['another way to write é', 'caf\u00e9 au lait', 'cafe\u0301 au lait', true],
  ])('%s', async (_case, password, given, expected) => {
    expect(await isPassword(await hashPassword(password), given)).toBe(expected);
  });

  it('are always wrong for a user without one, even the dummy one', async () => {
    expect(await isPassword(null, 'nobody')).toBe(false);
    expect(await isPassword(null, '')).toBe(false);
  });
});
