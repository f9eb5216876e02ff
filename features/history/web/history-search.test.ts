import { describe, expect, it } from 'vitest';
import { parseHistorySearch } from './history-search.ts';

describe('parseHistorySearch', () => {
  it.each([
    [{}, {}],
    [
      { part: 'screen:a', version: '12', against: 'now', by: 3, cause: 'git' },
      { part: 'screen:a', version: 12, against: 'now', by: 3, cause: 'git' },
    ],
    [{ commit: 'a'.repeat(40) }, { commit: 'a'.repeat(40) }],
    [{ commit: 'HEAD' }, {}],
    [{ part: 7, version: 'x', against: 'before', by: -1, cause: 'toString' }, {}],
    [
      { lines: 'answer_code', line: '4', since: 1.5 },
      { lines: 'answer_code', line: 4 },
    ],
  ])('%j', (search, parsed) => {
    expect(parseHistorySearch(search)).toEqual(parsed);
  });
});
