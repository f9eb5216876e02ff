import { readJsonLines } from '#platform/contract/json-lines.ts';
import { EnvironmentEvent, type EnvironmentRef, type EnvironmentRequest } from '#platform/contract/runner-protocol.ts';
import { RunnerRefusal, call, throwIfFailed, type RunnerAddress } from './runner-client.ts';

export interface BuiltEnvironment {
  readonly environment: EnvironmentRef;
  readonly installed: readonly { name: string; version: string }[];
}

/** The packages can't be installed; the message is the installer's own. */
export class BuildFailure extends Error {}

const LOST = 'The connection to the runner was lost while the packages were being installed. Nothing was changed; build again.';

/**
 * Builds an environment on a runner and reports its log.
 * @param signal Closes the connection, which stops the build.
 * @throws BuildFailure with the installer's message, or why the runner couldn't build; the signal's reason if it was
 * stopped.
 */
export async function streamBuild(
  runner: RunnerAddress,
  request: EnvironmentRequest,
  onLog: (text: string) => void,
  signal: AbortSignal,
): Promise<BuiltEnvironment> {
  try {
    const response = await call(runner, 'POST', '/environments', Buffer.from(JSON.stringify(request)), signal);
    await throwIfFailed(response);
    for await (const value of readJsonLines(response as AsyncIterable<Buffer>)) {
      const event = EnvironmentEvent.parse(value);
      if (event.type === 'built') return { environment: event.environment, installed: event.installed };
      if (event.type === 'failed') throw new BuildFailure(event.error);
      onLog(event.text);
    }
    throw new Error('The build stream ended without a result.');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BuildFailure) throw error;
    throw new BuildFailure(error instanceof RunnerRefusal ? error.message : LOST);
  }
}
