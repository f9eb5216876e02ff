import { describe, expect, it } from 'vitest';
import { spelledIn } from './words.ts';

describe('the words of an editor’s text', () => {
  const code = (source: string) => {
    const start = source.indexOf('«');
    return start < 0 ? [] : [{ start, end: source.indexOf('»') + 1 }];
  };
  it.each([
    ['words with their places', 'Read this', ['Read 0', 'this 5']],
    ['no code that the editor knows', 'Some «recieve» here', ['Some 0', 'here 15']],
    ['no formulas', 'Thus $recieve = 1$ holds: $$recieve\nit$$ then', ['Thus 0', 'holds 19', 'then 41']],
    ['no links and tags', '[Text](http://a.org/recieve) <b class="recieve">bold</b>', ['Text 1', 'bold 48']],
    ['no people', 'She is Ada Lovelase. Lovelase wrote', ['wrote 30']],
    ['nothing in other languages', 'Das ist ein Text, der nicht auf Englisch ist, und wir sehen auch das nicht mit den Wörtern.', []],
  ])('has %s', (_, source, expected) => {
    expect(spelledIn(source, code(source)).map(({ word, span }) => `${word} ${span.start}`)).toEqual(expected);
  });
});
