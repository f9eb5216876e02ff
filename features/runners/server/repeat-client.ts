import { readJsonLines } from '#platform/contract/json-lines.ts';
import { RepeatEvent, type RepeatRequest } from '#platform/contract/runner-protocol.ts';
import { postWithFiles, type ReadBlob, type RunnerAddress } from './runner-client.ts';

/**
 * Repeats a run and yields how each repeat ended. @param signal Closes the connection, which stops the repeats.
 * @throws RunnerRefusal if the runner rejects the request; any other error if the connection fails.
 */
export async function* streamRepeats(
  runner: RunnerAddress,
  request: RepeatRequest,
  readBlob: ReadBlob,
  signal: AbortSignal,
): AsyncGenerator<RepeatEvent> {
  const response = await postWithFiles(runner, '/repeats', request, readBlob, signal);
  for await (const value of readJsonLines(response as AsyncIterable<Buffer>)) yield RepeatEvent.parse(value);
  if (!response.complete) throw new Error('The connection to the runner was lost.');
}
