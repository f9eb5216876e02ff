import { z } from 'zod';
import { CodeHostError } from './code-host.ts';

/** What Octokit throws for a failed response; without `response` there was none. */
const OctokitError = z.object({
  name: z.literal('HttpError'),
  status: z.number().int(),
  response: z.object({ headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()), data: z.unknown() }).optional(),
});
type OctokitError = z.infer<typeof OctokitError>;

/** Parses an Octokit error; null for other errors. The original contains the request with its headers. */
export function readOctokitError(error: unknown): OctokitError | null {
  const read = error instanceof Error ? OctokitError.safeParse(error) : null;
  return read?.success === true ? read.data : null;
}

/** Returns the cause of a missing response: what our `fetch` threw. */
export function causeOfFailedRequest(error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? cause : new CodeHostError('unreachable', 'GitHub cannot be reached.');
}
