import { readJsonLines } from '#contract/json-lines.ts';
import { EnvironmentEvent, type EnvironmentRef, type EnvironmentRequest } from '#contract/runner-protocol.ts';
import { RunnerRefusal, call, refuseFailure, type RunnerAddress } from './runner-client.ts';

export interface BuiltEnvironment {
  readonly environment: EnvironmentRef;
  readonly installed: readonly { name: string; version: string }[];
}

/** The packages cannot be installed; the message is the installer's own words. */
export class BuildFailure extends Error {}

const LOST = 'The runner went away while the packages were being installed. Nothing was changed: build again.';

/**
 * Builds an environment on a runner and tells its log.
 * @param signal breaks the connection off, which stops the build.
 * @throws BuildFailure with what the installer says, or with why the runner could not; the signal's reason when it was stopped.
 */
export async function streamBuild(
  runner: RunnerAddress,
  request: EnvironmentRequest,
  onLog: (text: string) => void,
  signal: AbortSignal,
): Promise<BuiltEnvironment> {
  try {
    const response = await call(runner, 'POST', '/environments', Buffer.from(JSON.stringify(request)), signal);
    await refuseFailure(response);
    for await (const value of readJsonLines(response as AsyncIterable<Buffer>)) {
      const event = EnvironmentEvent.parse(value);
      if (event.type === 'built') return { environment: event.environment, installed: event.installed };
      if (event.type === 'failed') throw new BuildFailure(event.error);
      onLog(event.text);
    }
    throw new Error('The stream of a build ended without an end.');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof BuildFailure) throw error;
    throw new BuildFailure(error instanceof RunnerRefusal ? error.message : LOST);
  }
}
