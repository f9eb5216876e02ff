import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '#app/contract/api.ts';
import { routesText } from '#testing/routes-text.ts';

// Writes docs/routes.md from the contract. Run it after adding or changing a call.

await writeFile(join(import.meta.dirname, '../docs/routes.md'), routesText(api));
