import { BufferedLog } from '#platform/server/buffered-log.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { DeployLine } from '../../contract/deploys.ts';
import { MESSAGES } from './messages.ts';
import { appendLines, isDeployRunning } from './queries.ts';

/** How often new lines are stored and published, and how often a stop is checked. */
const FLUSH_MS = 300;
const MOST_LINES = 5_000;

/**
 * The log of a running deploy: stored in its row and sent to the pages of its lesson. It also notices when the row says
 * that the deploy is over.
 */
export class DeployLog extends BufferedLog {
  readonly #platform: Pick<Platform, 'db' | 'live'>;
  readonly #deploy: { readonly id: number; readonly lesson_id: number; readonly build_number: number };
  readonly #onOver: () => void;
  #waiting: DeployLine[] = [];
  #count = 0;

  /** @param onOver Called once the deploy is no longer running. */
  constructor(
    platform: Pick<Platform, 'db' | 'live'>,
    deploy: { id: number; lesson_id: number; build_number: number },
    onOver: () => void,
  ) {
    super(FLUSH_MS);
    this.#platform = platform;
    this.#deploy = deploy;
    this.#onOver = onOver;
  }

  readonly tell = (line: Omit<DeployLine, 'at'>): void => {
    this.#count += 1;
    const at = new Date().toISOString();
    if (this.#count < MOST_LINES) this.#waiting.push({ at, ...line });
    else if (this.#count === MOST_LINES) this.#waiting.push({ at, level: 'info', text: MESSAGES.cut, screen_id: null });
  };

  say(text: string, level: DeployLine['level'] = 'info'): void {
    this.tell({ level, text, screen_id: null });
  }

  protected override async write(): Promise<void> {
    const { db, live } = this.#platform;
    const { id, lesson_id, build_number } = this.#deploy;
    const lines = this.#waiting;
    this.#waiting = [];
    if (lines.length === 0) {
      if (!(await isDeployRunning(db, id))) this.#onOver();
      return;
    }
    const written = await appendLines(db, id, lines);
    if (written) live.publish(`lesson:${lesson_id}`, { type: 'deploy-log', build_number, from: written.from, lines });
    if (!written?.isRunning) this.#onOver();
  }
}
