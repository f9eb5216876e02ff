import { ApiError } from '#platform/contract/client.ts';
import type { ErrorReply } from '#platform/contract/errors.ts';
import { announceSignedOut } from './signed-out.ts';

const UNREACHABLE = 'Couldn’t reach the server, or the connection was lost. Nothing was changed.';

/**
 * Downloads a file under `fileName`. Unlike a plain link, it reports why a download failed.
 *
 * @throws ApiError as the typed client does; AbortError when it is stopped.
 */
export async function downloadFile(url: string, fileName: string, signal?: AbortSignal): Promise<void> {
  const response = await fetch(url, { credentials: 'same-origin', ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiError(0, { error: UNREACHABLE });
  });
  await requireOk(response);
  saveAsFile(await response.blob(), fileName);
}

/**
 * Has the browser save what an address sends, however large it is. It is asked first, so that a failure is not saved as a file.
 *
 * @throws ApiError as the typed client does.
 */
export async function downloadByLink(url: string): Promise<void> {
  const asking = new AbortController();
  const response = await fetch(url, { credentials: 'same-origin', signal: asking.signal }).catch(() => {
    throw new ApiError(0, { error: UNREACHABLE });
  });
  await requireOk(response);
  asking.abort();
  followLink(url, '');
}

/** Saves a blob as a download named `fileName`. */
export function saveAsFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  followLink(address, fileName);
  // The browser has read the blob by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function requireOk(response: Response): Promise<void> {
  if (response.status === 401) announceSignedOut();
  if (!response.ok) throw new ApiError(response.status, ((await response.json().catch(() => ({}))) ?? {}) as Partial<ErrorReply>);
}

/** Saves the text of a CSV file. The mark at its start makes spreadsheets read it as UTF-8. */
export function saveAsCsv(text: string, fileName: string): void {
  saveAsFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), fileName);
}

/** @param fileName Empty: as the server names it. */
function followLink(href: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
}
