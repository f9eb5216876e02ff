import { z } from 'zod';
import { TableChecksums } from '#platform/server/database/transfer/checksums.ts';

/** The first file of a backup: its contents, and what a restore checks them against. */
export const Manifest = z.object({
  format: z.literal('lessonwright-backup-1'),
  version: z.string(),
  made_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), types: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  figures: z.array(TableChecksums),
  /** The branches of each repository, by folder name: `<hash> <ref>`. */
  repositories: z.record(z.string(), z.array(z.string())),
  blobs: z.object({ count: z.number().int(), bytes: z.number().int() }),
});
export type Manifest = z.infer<typeof Manifest>;

export const MANIFEST_FILE = 'manifest.json';
/** The repositories of the data folder. The built-in code host is missing if an external one is used. */
export const REPOSITORIES = ['working.git', 'content.git'] as const;

export const tableFile = (name: string): string => `database/${name}.jsonl`;
export const GIT_FOLDER = 'git/';
export const BLOBS_FOLDER = 'blobs/';
