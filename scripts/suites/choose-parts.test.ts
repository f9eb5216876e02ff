import { describe, expect, it } from 'vitest';
import { chooseParts, listParts } from './choose-parts.ts';

const reading = ['types', 'lint', 'layers', 'dead', 'duplicates', 'format'];
const tests = ['unit', 'web', 'components', 'integration', 'runner'];
const nearFiles = ['types', 'lint', 'layers', 'format', ...tests];

describe('chooseParts', () => {
  it.each([
    ['nothing', [], { parts: [...reading, 'unit', 'web'], paths: [], isChanged: false }],
    ['one part', ['lint'], { parts: ['lint'], paths: [], isChanged: false }],
    ['several, in any order', ['unit', 'types'], { parts: ['types', 'unit'], paths: [], isChanged: false }],
    ['all tests', ['tests'], { parts: tests, paths: [], isChanged: false }],
    ['changed files', ['--changed'], { parts: nearFiles, paths: [], isChanged: true }],
    ['a file and a folder', ['a.ts', 'features/runs'], { parts: nearFiles, paths: ['a.ts', 'features/runs'], isChanged: false }],
    ['a part, for changed files', ['lint', '--changed'], { parts: ['lint'], paths: [], isChanged: true }],
  ])('%s', (_, words, choice) => {
    expect(chooseParts(words)).toEqual(choice);
  });

  it.each(['lints', '--fix', '--x=./a'])('rejects %s, and lists the parts', (word) => {
    expect(() => chooseParts(['types', word])).toThrow(`Unknown part: ${word}.\n${listParts()}`);
  });
});

describe('listParts', () => {
  it('names every part', () => {
    for (const name of [...reading, ...tests, '--changed']) expect(listParts()).toContain(`  ${name} `);
  });
});
