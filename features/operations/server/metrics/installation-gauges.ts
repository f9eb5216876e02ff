import { statfs } from 'node:fs/promises';
import { gitHere } from '#features/git/server/index.ts';
import type { Platform } from '#platform/server/platform.ts';
import { BackgroundValue } from '../background-value.ts';
import { findLastBackup } from '../backup/last-backup.ts';
import { getReadiness } from '../health.ts';
import { lastHousekeeping } from '../housekeeping/schedule.ts';

/** The parts are asked this often at most, however often metrics are scraped: some are services that count calls. */
const PARTS_FRESH_MS = 30_000;

interface InstallationGauge {
  readonly name: string;
  readonly help: string;
  readonly label?: string;
  /** The value of each label; without labels, the only one has the key ''. Null: this server doesn't know it. */
  readonly read: () => Promise<Readonly<Record<string, number>> | null>;
}

/** What an administrator watches beside calls and runs: the parts of `/api/ready`, the disk, backups and housekeeping. */
export function installationGauges(platform: Platform): readonly InstallationGauge[] {
  const { log, config } = platform;
  const parts = new BackgroundValue(async () => (await getReadiness(platform)).parts, { freshMs: PARTS_FRESH_MS, log });
  const disk = (measure: (disk: { bavail: number; blocks: number; bsize: number }) => number) => async () => ({
    data: measure(await statfs(config.dataFolder)),
  });
  const hasGit = config.server.role !== 'web';
  return [
    {
      name: 'lessonwright_part_up',
      help: '1: the part of the product works, as in /api/ready',
      label: 'part',
      read: async () => {
        const known = parts.look();
        return known && Object.fromEntries(Object.entries(known).map(([part, { up }]) => [part, up ? 1 : 0]));
      },
    },
    {
      name: 'lessonwright_git_held',
      help: '1: as this server knows, some server has the content repository',
      read: async () => ({ '': gitHere(platform) !== null || platform.cluster?.servers.holder() ? 1 : 0 }),
    },
    {
      name: 'lessonwright_disk_free_bytes',
      help: 'Free space on the disk, for ordinary users',
      label: 'disk',
      read: disk(({ bavail, bsize }) => bavail * bsize),
    },
    {
      name: 'lessonwright_disk_size_bytes',
      help: 'Size of the disk',
      label: 'disk',
      read: disk(({ blocks, bsize }) => blocks * bsize),
    },
    {
      name: 'lessonwright_last_backup_timestamp_seconds',
      help: 'When the command backup made the last backup; 0: never',
      read: async () => (hasGit ? { '': seconds((await findLastBackup(config.dataFolder)) ?? new Date(0)) } : null),
    },
    {
      name: 'lessonwright_last_housekeeping_timestamp_seconds',
      help: 'When housekeeping last ended; before the first one, when the server started',
      read: async () => {
        const last = lastHousekeeping();
        return last && { '': seconds(last.at) };
      },
    },
    {
      name: 'lessonwright_housekeeping_failed_steps',
      help: 'Steps of the last housekeeping that failed',
      read: async () => {
        const last = lastHousekeeping();
        return last && { '': last.failedSteps.length };
      },
    },
  ];
}

function seconds(at: Date): number {
  return at.getTime() / 1000;
}
