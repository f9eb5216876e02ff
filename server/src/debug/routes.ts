import type { debugRoutes } from '#contract/debug.ts';
import type { Handlers } from '#server/platform/http/mount.ts';
import type { Platform } from '#server/platform/platform.ts';
import { BlobUsage } from './blob-usage.ts';
import { getDebugState } from './service.ts';

export function debugHandlers(platform: Platform): Handlers<typeof debugRoutes> {
  const usage = new BlobUsage(platform.blobs, platform.log);
  const startedAt = new Date();
  return { getDebug: () => getDebugState(platform, usage, startedAt) };
}
