import type { TestPull, TestPulls } from './test-pulls.ts';

export interface HostCall {
  readonly method: string;
  /** Relative to the address of the API. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  /** The owner of the token. */
  readonly user: string;
}

/** The REST API and webhooks of one kind of code host: addresses, shapes and names. */
export interface Dialect {
  /** Relative to the address of the server. */
  readonly apiPath: string;
  /** Replies to a call; undefined: unknown address. */
  answer(call: HostCall, pulls: TestPulls): Promise<{ status: number; body: unknown } | undefined>;
  /** A delivery about a pull request. */
  pullDelivery(pull: TestPull, action: string): { event: string; body: unknown };
  /** A delivery about a branch; null: it was deleted. */
  branchDelivery(branch: string, sha: string | null): { event: string; body: unknown };
  /** The headers that sign a delivery. */
  sign(secret: string, event: string, delivery: string, body: string): Record<string, string>;
}

/** A field of a body; empty if it is missing. */
export function textOf({ body }: HostCall, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

const REPOSITORY = '/repos/team/content';

/** Matches a call against an address of the repository and returns the values of the names in braces, or null. */
export function matcher({ method, path }: HostCall): (pattern: string) => Record<string, string> | null {
  return (pattern) => match(pattern.replace('{repository}', REPOSITORY), method, path);
}

/** The calls that GitHub and Gitea have in common: one pull request, opening and closing it. */
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

/** Addresses in `{braces}` match one segment of the path; the last one the rest of it. */
function match(pattern: string, method: string, path: string): Record<string, string> | null {
  const [wanted, template = ''] = pattern.split(' ', 2);
  if (wanted !== method) return null;
  const source = template.replaceAll(/\{(\w+)\*\}/g, '(?<$1>.+)').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${source}$`).exec(path);
  return found && { ...found.groups };
}

export const NO_COMMIT = '0'.repeat(40);
