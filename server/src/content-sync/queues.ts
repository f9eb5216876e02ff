import { z } from 'zod';
import { defineQueue } from '#server/platform/jobs.ts';

/** Main may have moved: its rows are made to agree. The key is always `main`. */
export const importMainQueue = defineQueue({ name: 'import-main', schema: z.object({}), policy: 'singleton', isForAll: true });
