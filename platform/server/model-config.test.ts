import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const MODEL = { LESSONWRIGHT_MODEL_URL: 'https://models.example.org/v1/', LESSONWRIGHT_MODEL: 'small-7b' };
const read = (env: Record<string, string>) => readConfig(env).model;

describe('the settings of a language model', () => {
  it('are off by default', () => expect(read({})).toBeNull());

  it('name an endpoint and a model', () => {
    expect(read(MODEL)).toEqual({ url: 'https://models.example.org/v1/chat/completions', model: 'small-7b', key: null, perDay: 50 });
  });

  it.each([
    ['a key', { LESSONWRIGHT_MODEL_KEY: 'a-key' }, {}],
    ['a number of requests', { LESSONWRIGHT_MODEL_REQUESTS_PER_DAY: '3' }, { perDay: 3 }],
    [
      'an endpoint in a network of one’s own',
      { LESSONWRIGHT_MODEL_URL: 'http://models:11434/v1' },
      { url: 'http://models:11434/v1/chat/completions' },
    ],
  ])('may have %s', (_, env, expected) => {
    expect(read({ ...MODEL, ...env })).toMatchObject(expected);
    expect(read({ ...MODEL, ...env })?.key?.reveal()).toBe((env as Record<string, string>)['LESSONWRIGHT_MODEL_KEY']);
  });

  it.each([
    [{ LESSONWRIGHT_MODEL: '' }, 'must be set together'],
    [{ LESSONWRIGHT_MODEL_URL: '' }, 'must be set together'],
    [{ LESSONWRIGHT_MODEL_URL: 'file:///etc/passwd' }, 'must be an address like'],
    [{ LESSONWRIGHT_MODEL_URL: 'https://me:secret@models.example.org' }, 'must not contain a user name'],
    [{ LESSONWRIGHT_MODEL_URL: 'http://models:11434/v1', LESSONWRIGHT_MODEL_KEY: 'a-key' }, 'must be an https address'],
    [{ LESSONWRIGHT_MODEL: 'small\nSigned-off-by: x' }, 'must be the name of a model'],
    [{ LESSONWRIGHT_MODEL_REQUESTS_PER_DAY: '0' }, 'must be at least 1'],
  ])('refuse %o', (env, message) => {
    expect(() => read({ ...MODEL, ...env })).toThrow(message);
  });
});
