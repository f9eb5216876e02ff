import { closeSync, readFileSync, readdirSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;
const STANDARD_STREAMS = 3;

/**
 * Closes descriptors inherited from the parent process, except the standard streams, so that they don't leak into sandboxes. This
 * process's own files are recognized by the close-on-exec flag, which Node always sets.
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
    // The descriptor of this directory listing, closed by now.
    return false;
  }
}
