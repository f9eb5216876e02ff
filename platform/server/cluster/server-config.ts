import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import type { ServerRole } from './servers.ts';

/** The part of this process where several servers share one database. */
export interface ServerConfig {
  readonly role: ServerRole;
  /** Where the other servers reach it; null: where it listens. */
  readonly internalUrl: string | null;
}

export const ServerEnvironment = z.object({
  LESSONWRIGHT_ROLE: z.enum(['all', 'web', 'git'], 'must be all, web or git').default('all'),
  LESSONWRIGHT_INTERNAL_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
});

/** @throws Error for the operator if the settings don't go together. */
export function readServer(
  env: z.infer<typeof ServerEnvironment> & {
    readonly DATABASE_URL?: string | undefined;
    readonly LESSONWRIGHT_S3_BUCKET?: string | undefined;
    readonly LESSONWRIGHT_LOCAL_RUNNER: boolean;
  },
): ServerConfig {
  const role = env.LESSONWRIGHT_ROLE;
  const needs = (what: string, why: string) => new Error(`LESSONWRIGHT_ROLE=${role}: needs ${what}, ${why}.`);
  if (role !== 'all') {
    if (env.DATABASE_URL === undefined) throw needs('DATABASE_URL', 'because all servers share one database');
    if (env.LESSONWRIGHT_S3_BUCKET === undefined) throw needs('LESSONWRIGHT_S3_BUCKET', 'because all servers share the files');
    if (env.LESSONWRIGHT_LOCAL_RUNNER)
      throw needs('LESSONWRIGHT_LOCAL_RUNNER=0', 'because all servers share the runners of LESSONWRIGHT_RUNNERS');
  }
  const url = env.LESSONWRIGHT_INTERNAL_URL;
  return { role, internalUrl: url === undefined ? null : new URL(url).origin };
}

/** Where the other servers reach a server that listens there. */
export function internalUrlOf({
  server,
  host,
  port,
}: {
  readonly server: ServerConfig;
  readonly host: string;
  readonly port: number;
}): string {
  if (server.internalUrl !== null) return server.internalUrl;
  const name = host === '0.0.0.0' || host === '::' ? (ownAddress() ?? 'localhost') : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** This machine's first address on a network. */
function ownAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address;
}
