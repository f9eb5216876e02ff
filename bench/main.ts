import { parseArgs } from 'node:util';
import { RealServer } from '#testing/real-server.ts';
import { describeMachine, probeSpeed } from './machine.ts';
import type { Part, PartAlone } from './part.ts';
import { PARTS } from './parts.ts';
import { formatTable, type Line } from './report.ts';
import { Sizes } from './sizes.ts';

// `npm run bench`: everything; `npm run bench -- python r`: only these parts; `npm run bench -- --smoke`: everything, as small as shows
// that it works. Prints one table at the end. A part that fails is reported, and the others go on.

const { values, positionals } = parseArgs({ allowPositionals: true, options: { smoke: { type: 'boolean', default: false } } });
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) throw new Error(`Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`);

const sizes = new Sizes({ isSmoke: values.smoke });
const lines: Line[] = [];
const failed: string[] = [];
const before = await probeSpeed();
for (const [name, part] of Object.entries<Part | PartAlone>(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const start = performance.now();
  try {
    lines.push(...('measureAlone' in part ? await part.measureAlone(sizes) : await measureWithProduct(part)));
  } catch (error) {
    failed.push(name);
    console.error(`${name} failed:`, error);
  }
  console.error(`${name}: ${((performance.now() - start) / 1_000).toFixed(0)} s`);
}
console.log(
  `${describeMachine()}\nbefore: ${before}\nafter:  ${await probeSpeed()}\n\n${formatTable(sizes.isSmoke ? lines.map(withoutGoal) : lines)}`,
);
if (failed.length > 0) {
  console.log(`\nfailed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

/** Small sizes say nothing about a goal. */
function withoutGoal({ goal: _goal, ...line }: Line): Line {
  return line;
}

/** Gives each part a product of its own, so that none measures what another one left behind. */
async function measureWithProduct({ runsCode = false, settings = {}, measure }: Part): Promise<readonly Line[]> {
  const server = await RealServer.create({
    LESSONWRIGHT_CHECK_REPLIES: '0',
    LESSONWRIGHT_LOG: 'warn',
    LESSONWRIGHT_LOCAL_RUNNER: runsCode ? '1' : '0',
    ...settings,
  });
  try {
    return await measure({ server, client: await server.setUpOwner(), sizes });
  } catch (error) {
    console.error(server.output);
    throw error;
  } finally {
    await server.remove();
  }
}
