import type { TestPull, TestPulls } from './test-pulls.ts';

export interface HostCall {
  readonly method: string;
  /** Below the address of the API. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** Who the token is of. */
  readonly user: string;
}

/** How a code host of one kind speaks: addresses, shapes and names of its REST API and its webhooks. */
export interface Dialect {
  /** Below the address of the server. */
  readonly apiPath: string;
  /** Answers a call; undefined: there is no such address. */
  answer(call: HostCall, pulls: TestPulls): Promise<{ status: number; body: unknown } | undefined>;
  /** A delivery about a pull request. */
  pullDelivery(pull: TestPull, action: string): { event: string; body: unknown };
  /** A delivery about a branch; null: it was deleted. */
  branchDelivery(branch: string, sha: string | null): { event: string; body: unknown };
  /** The headers that a delivery is signed with. */
  sign(secret: string, event: string, delivery: string, body: string): Record<string, string>;
}

/** A field of a body; empty when it is not there. */
export function textOf({ body }: HostCall, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

const REPOSITORY = '/repos/team/content';

/** Whether a call is one to this address of the repository, and what stands for the names in braces. */
export function matcher({ method, path }: HostCall): (pattern: string) => Record<string, string> | null {
  return (pattern) => match(pattern.replace('{repository}', REPOSITORY), method, path);
}

/** What GitHub and Gitea answer alike: one pull request, and its opening and closing. */
export async function answerForPull(
  call: HostCall,
  pulls: TestPulls,
  toPull: (pull: TestPull) => object,
  edited: 200 | 201,
): Promise<{ status: number; body: unknown } | undefined> {
  const at = matcher(call);
  const one = at('GET {repository}/pulls/{number}');
  if (one) return { status: 200, body: toPull(await pulls.get(Number(one['number']))) };
  const changed = at('PATCH {repository}/pulls/{number}');
  if (!changed) return undefined;
  return { status: edited, body: toPull(await pulls.setOpen(Number(changed['number']), call.body['state'] === 'open')) };
}

/** Addresses in `{braces}` match one part of the path; the last one the rest of it. */
function match(pattern: string, method: string, path: string): Record<string, string> | null {
  const [wanted, template = ''] = pattern.split(' ', 2);
  if (wanted !== method) return null;
  const source = template.replaceAll(/\{(\w+)\*\}/g, '(?<$1>.+)').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${source}$`).exec(path);
  return found && { ...found.groups };
}

export const NO_COMMIT = '0'.repeat(40);
