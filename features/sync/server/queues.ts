import { z } from 'zod';
import { defineQueue } from '#platform/server/jobs.ts';

/** Main may have moved, so its rows have to be updated. The key is always `main`. */
export const importMainQueue = defineQueue({ name: 'import-main', schema: z.object({}), policy: 'singleton', isForAll: true });
