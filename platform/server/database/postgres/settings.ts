/** PostgreSQL settings by name, such as `shared_buffers`. */
export type PostgresSettings = Readonly<Record<string, string>>;

/** Sized for a small machine: about 20 MB when idle. */
const DEFAULTS: PostgresSettings = {
  shared_buffers: '32MB',
  max_connections: '50',
  work_mem: '8MB',
  maintenance_work_mem: '32MB',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  autovacuum_max_workers: '1',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/** Settings that the product relies on and that can't be changed. */
const FIXED: PostgresSettings = {
  // Listens only on a socket in the cluster's folder, which is the server's working folder.
  listen_addresses: '',
  unix_socket_directories: '.',
  unix_socket_permissions: '0700',
  // Each process does its own I/O; I/O workers would cost memory on every machine.
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  logging_collector: 'off',
  log_destination: 'stderr',
  // The product reports failed statements itself; this logs what concerns the server.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
  timezone: 'UTC',
  cluster_name: 'lessonwright',
};

/** Tests create hundreds of short-lived databases. */
const WITHOUT_SYNC: PostgresSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' };

/** Locations, access and durability are not tuning settings. */
const REFUSED =
  /^(?:fsync|full_page_writes|synchronous_commit|.*_(?:file|directory|directories|command|preload_libraries|library_path)|ssl.*)$/;
const NAME = /^[a-z][a-z_]{0,62}$/;
const VALUE = /^[A-Za-z0-9._%-]{1,50}$/;

/**
 * Parses `shared_buffers=256MB work_mem=16MB`.
 * @throws Error that names what can't be used.
 */
export function readPostgresSettings(text: string): PostgresSettings {
  const settings: Record<string, string> = {};
  for (const part of text.split(/[\s,]+/).filter((item) => item !== '')) {
    const [name = '', value = '', ...rest] = part.split('=');
    if (!NAME.test(name) || !VALUE.test(value) || rest.length > 0)
      throw new Error(`${part} must be name=value, such as shared_buffers=256MB.`);
    if (name in FIXED || REFUSED.test(name)) throw new Error(`${name} is set by Lessonwright and cannot be changed.`);
    settings[name] = value;
  }
  return settings;
}

/** The arguments of `postgres` for these settings. */
export function serverArguments(settings: PostgresSettings, { sync }: { readonly sync: boolean }): string[] {
  const all = { ...DEFAULTS, ...settings, ...(sync ? {} : WITHOUT_SYNC), ...FIXED };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
