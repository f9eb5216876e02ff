import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Below this many bytes compressing saves nothing that is noticed. */
const MIN_BYTES = 1024;
const TEXTS = /\.(js|css|html|svg|json|txt|map)$/;

/** Lays a `.gz` and a `.br` beside each text of the built web application, so that the server compresses nothing while it answers. */
const folder = process.argv[2] ?? 'dist/web';
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!TEXTS.test(name)) continue;
  const path = join(folder, name);
  const bytes = readFileSync(path);
  if (bytes.length < MIN_BYTES) continue;
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
