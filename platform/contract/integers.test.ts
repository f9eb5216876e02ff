import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '#app/contract/api.ts';
import { IdList, INT4_MAX, type Route } from './route.ts';

/** Kept inside JSON or never stored: lengths of values, lines of errors, sizes and times of files, positions in a stream. */
const NEVER_IN_A_COLUMN = [
  /^saveVariables body\..*(length|shape)/,
  /Dataset(Version)? form\.filesInfo\.items\.(bytes|last_modified)$/,
  /ScreenTest body\..*\.line\./,
  /^(terminal|previewTerminal) query\.after$/,
  // Stored as a document.
  /^announceRunner body\.health\./,
];

interface Schema {
  readonly type?: string;
  readonly maximum?: number;
}

/** Returns the paths of integers in a JSON schema that may exceed a database column. */
function unbounded(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maximum } = schema as Schema;
  const own = type === 'integer' && (maximum === undefined || maximum > INT4_MAX) ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, part]) => unbounded(part, key === 'properties' ? path : `${path}.${key}`))];
}

function unboundedOf(name: string, { params, query, body, form }: Route): string[] {
  return Object.entries({ params, query, body, form }).flatMap(([part, schema]) =>
    schema ? unbounded(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }), `${name} ${part}`) : [],
  );
}

describe('the integers that a call accepts', () => {
  it('fit into a database column', () => {
    const found = Object.entries(api).flatMap(([name, route]) => unboundedOf(name, route));
    expect(found.filter((path) => !NEVER_IN_A_COLUMN.some((pattern) => pattern.test(path)))).toEqual([]);
  });

  it.each<[string, readonly number[] | null]>([
    ['1', [1]],
    ['3,1,2147483647', [3, 1, INT4_MAX]],
    ['2147483648', null],
    ['1,6959296584', null],
    ['', null],
    ['0', null],
    ['1,,2', null],
    ['1;2', null],
    [Array.from({ length: 201 }, () => '1').join(','), null],
  ])('fit also in lists: %.20s', (text, ids) => {
    const read = IdList.safeParse(text);
    expect(read.success ? read.data : null).toEqual(ids);
  });
});
