import { describe, expect, it } from 'vitest';
import { ApiError } from '#platform/contract/client.ts';
import { errorText, failureText, fieldErrors, loadFailureText } from './error-text.ts';

const invalid = (fields: { path: string; message: string }[]) =>
  new ApiError(400, { error: 'Wrong.', code: 'invalid', details: { fields } });

describe('the text of a failure', () => {
  it.each([
    ['the server’s own', new ApiError(422, { error: 'Published.', code: 'refused' }), 'Published.'],
    ['that of the catalogue for a fault of the server', new ApiError(500, { error: 'Internal.', code: 'internal' }), 'It failed.'],
    ['that of the catalogue for a reply without a text', new ApiError(502, {}), 'It failed.'],
    ['that of the catalogue for anything else', new TypeError('x is undefined'), 'It failed.'],
    ['that of the catalogue and that there is no connection', new ApiError(0, { error: 'Not reached.' }), 'It failed. Not reached.'],
  ])('is %s', (_, error, text) => {
    expect(errorText(error, 'It failed.')).toBe(text);
  });
});

describe('a text with its reason', () => {
  const refusal = new ApiError(422, { error: 'Published.', code: 'refused' }, 'Unprocessable Entity');
  const texts = { failed: 'Failed to load lesson data', unanswered: 'It failed.' };

  it.each([
    ['It failed.', 'It failed. Published.'],
    ['It failed', 'It failed. Published.'],
    ['', 'Published.'],
  ])('%j', (text, expected) => {
    expect(failureText(refusal, text)).toBe(expected);
  });

  it.each([
    ['the status', refusal, 'Failed to load lesson data: 422 Unprocessable Entity. Published.'],
    ['the number where the connection sends no phrase', new ApiError(502, {}), 'Failed to load lesson data: 502'],
    ['no status without a reply', new ApiError(0, { error: 'Not reached.' }), 'It failed. Not reached.'],
    ['no status of anything else', new TypeError('x is undefined'), 'It failed.'],
  ])('names %s', (_, error, expected) => {
    expect(loadFailureText(error, texts)).toBe(expected);
  });
});

describe('the errors of fields', () => {
  it.each([
    [invalid([{ path: 'title', message: 'Too long.' }]), { title: 'Too long.' }],
    [invalid([{ path: 'body.objectives.2', message: 'Too long.' }]), { objectives: 'Too long.' }],
    [new ApiError(400, { error: 'Wrong.', code: 'invalid' }), {}],
    [new ApiError(422, { error: 'No.', code: 'refused', details: { fields: [{ path: 'a', message: 'b' }] } }), {}],
    [null, {}],
  ])('%#', (error, expected) => {
    expect(fieldErrors(error)).toEqual(expected);
  });
});
