import { config, z, ZodError } from 'zod/v4';

// What the pages import as `zod` (vite.config.ts). Schemas are made when their files load, and each asks whether it may write code with
// `Function`, which the security policy of the pages forbids and browsers report.
config({ jitless: true });

export { z, ZodError };
