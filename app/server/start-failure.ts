import { FirstCloneError, GitError } from '#features/git/server/index.ts';
import { ConfigError, type Config } from '#platform/server/config.ts';
import { DatabaseStartError } from '#platform/server/database/start-error.ts';
import { AppError } from '#platform/server/errors.ts';

/** Returns what the operator can do about a failed start, in one line; null for a bug. */
export function explainStartFailure(error: unknown, config: Config | undefined): string | null {
  if (error instanceof ConfigError || error instanceof DatabaseStartError || error instanceof AppError) return error.message;
  if (error instanceof FirstCloneError) return error.message;
  if (error instanceof GitError && error.failure === 'not-installed') return error.message;
  const { code, syscall, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (syscall === 'listen' || syscall === 'getaddrinfo') return explainListen(code, port, config);
  if (path !== undefined && /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|ENOENT)$/.test(code ?? ''))
    return `LESSONWRIGHT_DATA: ${path} cannot be written (${code}). Set it to another folder.`;
  return null;
}

function explainListen(code: string | undefined, port: number | undefined, config: Config | undefined): string {
  const setting = settingOfPort(port, config);
  if (code === 'EADDRINUSE') return `Port ${port} is already in use. Stop the program that uses it, or set ${setting} to another port.`;
  if (code === 'EACCES')
    return `Port ${port} cannot be opened (${code}). Ports below 1024 need rights of root; set ${setting} to another port.`;
  return `Port ${port ?? config?.port} cannot be opened (${code}). Change HOST or ${setting}.`;
}

function settingOfPort(port: number | undefined, config: Config | undefined): string {
  if (port !== undefined && port === config?.metrics?.port) return 'LESSONWRIGHT_METRICS_PORT';
  return port !== undefined && port === config?.applicationsPort ? 'LESSONWRIGHT_APPLICATIONS_PORT' : 'PORT';
}
