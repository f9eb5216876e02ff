// The health check of both images: `node healthy.mjs server|runner`. A runner is healthy when its sandbox works.
import { readFileSync } from 'node:fs';

const LIMIT_MS = 4_000;

/** The secret itself, or the file that holds it. */
function secret(name) {
  const file = process.env[`${name}_FILE`];
  return file ? readFileSync(file, 'utf8').trim() : (process.env[name] ?? '');
}

async function get(port, path, headers = {}) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers, signal: AbortSignal.timeout(LIMIT_MS) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
  return response.json();
}

try {
  if (process.argv[2] === 'runner') {
    const headers = { authorization: `Bearer ${secret('LESSONWRIGHT_RUNNER_TOKEN')}` };
    const { sandbox } = await get(process.env.LESSONWRIGHT_RUNNER_PORT, '/health', headers);
    if (!sandbox.ok) throw new Error(sandbox.reason);
  } else {
    await get(process.env.PORT, '/api/health');
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'No answer.'}\n`);
  process.exitCode = 1;
}
