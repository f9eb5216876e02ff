import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Route } from '#platform/contract/route.ts';
import { invalid } from '../errors.ts';
import { findUnboundedInput, type Problem } from './input-bounds.ts';

/** Most problems listed in a reply. */
const PROBLEMS_MAX = 100;

interface Input {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/**
 * Parses the inputs that the route declares. Unknown fields are dropped.
 * @throws AppError `invalid` with a line for every invalid field.
 */
export function parseInput(route: Route, request: FastifyRequest): Input {
  const input: Input = {};
  const problems: Problem[] = [];
  if (route.params) input.params = parse(route.params, request.params, problems);
  if (route.query) input.query = parse(route.query, request.query, problems);
  if (route.body) input.body = parse(route.body, request.body, problems);
  if (problems.length > 0) throw invalid(problems);
  return input;
}

function parse(schema: z.ZodType, value: unknown, problems: Problem[]): unknown {
  const unbounded = findUnboundedInput(value);
  if (unbounded !== null) {
    problems.push(unbounded);
    return undefined;
  }
  const result = schema.safeParse(value, { error: explain });
  if (result.success) return result.data;
  problems.push(...problemsOfIssues(result.error));
  return undefined;
}

/** Returns the problems that a schema found, only the first ones of a long list. */
export function problemsOfIssues({ issues }: z.ZodError): Problem[] {
  return issues.slice(0, PROBLEMS_MAX).map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
}

/** The text of an issue for which the schema gives none. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.path === undefined || issue.path.length === 0 ? 'The body' : issue.path.join('.');
  if (issue.input === undefined) return `${name} is missing.`;
  if (issue.code === 'invalid_type') return `${name} must be ${TYPE_TEXT[issue.expected] ?? `of type ${issue.expected}`}.`;
  if (issue.code === 'invalid_value') return `${name} must be one of: ${issue.values.map(String).join(', ')}.`;
  if (issue.code === 'too_small') return `${name} is too ${issue.origin === 'number' ? 'small' : 'short'}: at least ${issue.minimum}.`;
  if (issue.code === 'too_big') return `${name} is too ${issue.origin === 'number' ? 'large' : 'long'}: at most ${issue.maximum}.`;
  if (issue.code === 'invalid_format') return `${name} is not a valid ${issue.format}.`;
  return `${name} is invalid.`;
}

const TYPE_TEXT: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
