import { closeSync, readFileSync, readdirSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;
const STANDARD_STREAMS = 3;

/**
 * Closes what whoever started us left open besides the standard streams: it would pass on into every sandbox. Files of
 * this process's own are told from them by their close-on-exec flag, which Node sets on all of its own.
 */
export function closeInherited(): void {
  for (const name of readdirSync('/proc/self/fd')) {
    const descriptor = Number(name);
    if (descriptor >= STANDARD_STREAMS && isInherited(descriptor)) closeSync(descriptor);
  }
}

function isInherited(descriptor: number): boolean {
  try {
    const flags = /^flags:\s+([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor of the listing itself, gone by now.
    return false;
  }
}
