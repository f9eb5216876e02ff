import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Below this size compression saves nothing noticeable. */
const MIN_BYTES = 1024;
const TEXTS = /\.(js|css|html|svg|json|txt|map)$/;

/**
 * Writes a `.gz` and a `.br` next to each text file of the built web application, so that the server doesn't compress while
 * serving.
 */
const folder = process.argv[2] ?? 'dist/web';
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!TEXTS.test(name)) continue;
  const path = join(folder, name);
  const bytes = readFileSync(path);
  if (bytes.length < MIN_BYTES) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
