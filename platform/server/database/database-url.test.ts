import { expect, it } from 'vitest';
import { databaseUrlProblem } from './database-url.ts';

it.each([
  'postgresql://db.example.org/lessons',
  'postgres://ada:secret@db.example.org:5433/lessons',
  'postgresql://ada:p%40ss%2Fw%23rd@db/lessons',
  'postgresql://ada:two@signs@db/lessons',
  'postgresql:///lessons?host=/var/run/postgresql&user=ada@school',
  'postgresql://db/lessons?sslmode=verify-full&sslrootcert=/etc/ca.pem',
])('accepts %s', (url) => {
  expect(databaseUrlProblem(url)).toBeNull();
});

it.each(['p/w', 'p@ss/w', 'p#w', 'p@ss#w', 'p?w', 'p@x?w', '12/3', '12#3', '12?3', 'p%w', 'p@ss/w#rd'])(
  'says what to encode in the password %s, and shows no part of it',
  (password) => {
    const problem = databaseUrlProblem(`postgresql://ada:${password}@db.example.org/lessons`);
    expect(problem).toContain('Percent-encode');
    expect(problem?.replace(/Percent-encode.*/, '')).toBe('can’t be read. ');
  },
);

it('refuses other protocols', () => {
  expect(databaseUrlProblem('mysql://db/lessons')).toBe('must start with postgresql://');
});
