/**
 * Options of `pg`: a connection whose other end is gone, or has ended it unnoticed, is found within seconds instead of two hours. Until
 * then, everything that waits on it waits.
 */
export const KEEPALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 2_000 } as const;
