import { z } from 'zod';
import { CONSOLE_METHODS, type ConsoleMethod } from '../../contract/console.ts';

/** A call from the API description. */
export interface KnownCall {
  readonly method: ConsoleMethod;
  /** The path after `/api/`, with parameters in braces. */
  readonly path: string;
  readonly summary: string;
}

const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ summary: z.string().default('') }))) });
const PREFIX = '/api/';

/** The calls of an OpenAPI document, by path. */
export function readCalls(document: unknown): KnownCall[] {
  const { paths } = Document.parse(document);
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      CONSOLE_METHODS.flatMap((method) => {
        const operation = operations[method.toLowerCase()];
        return operation === undefined || !path.startsWith(PREFIX)
          ? []
          : [{ method, path: path.slice(PREFIX.length), summary: operation.summary }];
      }),
    )
    .toSorted((one, other) => one.path.localeCompare(other.path));
}

/** The described call that matches a path; parameters match anything. Null: none. */
export function findCall(calls: readonly KnownCall[], method: ConsoleMethod, path: string): KnownCall | null {
  const [way = ''] = path.split('?', 1);
  const parts = way.split('/');
  const matching = calls.filter((call) => call.method === method && fits(call.path.split('/'), parts));
  // `datasets/uploads` must match before `datasets/{id}`.
  return matching.toSorted((one, other) => names(one.path) - names(other.path))[0] ?? null;
}

function fits(wanted: readonly string[], given: readonly string[]): boolean {
  return wanted.length === given.length && wanted.every((part, at) => (/^\{.*\}$/.test(part) ? given[at] !== '' : part === given[at]));
}

const names = (path: string): number => path.split('{').length;

/** Normalizes an entered path: `/api/…` or a full URL becomes the part after `/api/`. */
export function cleanPath(typed: string): string {
  return typed
    .trim()
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/^\/+/, '')
    .replace(/^api\//, '');
}
