import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fromUniqueViolation, UNIQUE_TEXTS } from './unique-violation.ts';

const SCHEMA = readFileSync(join(import.meta.dirname, 'migrations/schema.sql'), 'utf8');
const named = (pattern: RegExp) => [...SCHEMA.matchAll(pattern)].map(([, name = '']) => name);

/** Constraints of random values, of what the server counts, and of tables that only it writes to. */
const NOT_CHOSEN =
  /_(uuid|hash|secret)_key$|^(revisions|versions|run_sessions|search_texts|notifications|screen_items|deploys_(bundle|lesson)|collection_documents|pull_request\w*?_(number|pull_request))_|^pull_requests_number_key$|^deploys_bundle$/;

const violation = (constraint: string) => Object.assign(new Error('duplicate key'), { code: '23505', constraint });

it('has a text for each name and number that people choose, and no others', () => {
  const all = named(/(?:CREATE UNIQUE INDEX|constraint) (\w+) (?:ON|UNIQUE)/g);
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter((name) => !NOT_CHOSEN.test(name) && !(name in UNIQUE_TEXTS))).toEqual([]);
  const keys = named(/constraint (\w+_pkey) PRIMARY KEY/g);
  expect(Object.keys(UNIQUE_TEXTS).filter((name) => ![...all, ...keys].includes(name))).toEqual([]);
});

it.each([
  ['lessons_sequence', 'A lesson of this release has this number already.'],
  ['bulk_edits_uuid_key', 'Another call has just saved the same. Reload the page to see it.'],
])('a violation of %s is already_exists', (constraint, message) => {
  expect(fromUniqueViolation(violation(constraint))).toMatchObject({ code: 'already_exists', message });
});

it('leaves other failures alone', () => {
  expect(fromUniqueViolation(Object.assign(new Error('null value'), { code: '23502' }))).toBeNull();
});
