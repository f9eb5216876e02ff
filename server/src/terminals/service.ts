import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { DEFAULT_RUN_LIMITS, type TerminalRequest } from '#contract/runner-protocol.ts';
import type { Actor } from '#contract/roles.ts';
import { filesForScreen, setupOf } from '#server/data-files/service.ts';
import { withDatasetFiles } from '#server/datasets/service.ts';
import { getLessonFor, type StoredLesson } from '#server/lessons/service.ts';
import { isStillSignedIn } from '#server/login/service.ts';
import { environmentOf } from '#server/packages/service.ts';
import { notFound, refused, unavailable } from '#server/platform/errors.ts';
import type { Visitor } from '#server/platform/http/visitor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { RunnerRefusal } from '#server/platform/runners/runner-client.ts';
import { findStoredScreen, getScreenFor, listStoredScreens, type StoredScreen } from '#server/screens/service.ts';
import { checkTerminal, type CheckedFields, type TerminalVerdict } from './check-terminal.ts';
import { MESSAGES } from './messages.ts';
import { OpenTerminals, type OpenTerminal } from './open-terminals.ts';
import { join, tell } from './proxy.ts';

/** Seconds that a terminal lives without anybody at it, without anything typed, and in all. */
const TIMES = { grace_seconds: 60, idle_seconds: 30 * 60, total_seconds: 4 * 60 * 60 };
/** Of one program in it; the shell itself needs next to nothing. */
const CPU_SECONDS = 10 * 60;
const CLOSE_REFUSED = 1008;

interface OpenInput {
  lesson_id: number;
  screen_id?: number | undefined;
  restart: boolean;
  setup_code?: string | undefined;
  columns: number;
  rows: number;
}

interface CheckInput {
  screen_id: number;
  terminal_lines: string[];
  draft?: { [K in keyof CheckedFields]?: CheckedFields[K] | undefined } | undefined;
}

/** Terminals of command-line lessons: opens them on runners, joins pages to them, judges what was done in them (product §5). */
export class Terminals {
  readonly #platform: Platform;
  readonly #open = new OpenTerminals(TIMES.grace_seconds);

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /**
   * The actor's terminal of a screen: the one that is open, or a new one.
   *
   * @throws AppError `refused` for a lesson that has no terminal; `unavailable` with the reason when no runner has one.
   */
  async open(actor: Actor, input: OpenInput): Promise<string> {
    const { db, blobs, runners } = this.#platform;
    const lesson = await getLessonFor(db, actor, input.lesson_id);
    if (lesson.fields.language !== 'cli') throw refused(MESSAGES.notCli);
    const screen = await this.#screenOf(actor, lesson, input.screen_id);
    const earlier = this.#open.findOnScreen(actor.id, screen.id);
    if (earlier && !input.restart) return earlier.id;
    if (earlier) await this.#end(earlier);
    const runnerName = await runners.pick('cli', null);
    const id = randomUUID();
    const { setup, files } = await setupOf(
      blobs,
      await filesForScreen(db, lesson.id, screen.folder),
      input.setup_code ?? screen.fields.setup_code,
    );
    const request: TerminalRequest = {
      id,
      owner: String(actor.id),
      environment: await environmentOf(db, lesson.id),
      files: await withDatasetFiles(db, lesson.attached.datasets, files),
      setup,
      limits: { ...DEFAULT_RUN_LIMITS, cpu_seconds: CPU_SECONDS },
      requirements: [],
      ...TIMES,
      columns: input.columns,
      rows: input.rows,
    };
    await onRunner(() => runners.terminals(runnerName).open(request, (sha256) => blobs.stream(sha256)));
    this.#open.add({ id, userId: actor.id, screenId: screen.id, runnerName });
    return id;
  }

  /** Joins a page to a terminal of its own. @param after bytes that the page has seen before. */
  connect(visitor: Visitor, id: string, after: number, socket: WebSocket): void {
    this.#platform.live.guard(socket, visitor, () => isStillSignedIn(this.#platform, visitor));
    const terminal = this.#open.find(id, visitor.actor.id);
    if (!terminal) {
      tell(socket, { type: 'error', error: MESSAGES.noTerminal });
      socket.close(CLOSE_REFUSED);
      return;
    }
    // Until the runner listens, the page's words wait.
    socket.pause();
    socket.once('close', this.#open.watch(id));
    this.#platform.runners
      .terminals(terminal.runnerName)
      .connect(id, after)
      .then(
        (runner) => join(socket, runner, () => this.#open.remove(id)),
        () => {
          tell(socket, { type: 'error', error: MESSAGES.runnerGone });
          socket.close();
        },
      );
  }

  /**
   * Judges what was done in the actor's terminal of a screen.
   *
   * @throws AppError `refused` for a lesson without terminals, or when there is no terminal for the custom check.
   */
  async check(actor: Actor, input: CheckInput): Promise<TerminalVerdict> {
    const { db, runners } = this.#platform;
    const found = await findStoredScreen(db, input.screen_id);
    if (!found) throw notFound('screen');
    const { screen, lesson } = await getScreenFor(db, actor, found.lesson_id, found.id);
    if (lesson.fields.language !== 'cli') throw refused(MESSAGES.notCli);
    const draft = Object.fromEntries(Object.entries(input.draft ?? {}).filter(([, value]) => value !== undefined));
    const fields: CheckedFields = { ...screen.fields, ...draft };
    const isCustom = lesson.fields.custom_check_enabled;
    return checkTerminal({ fields, isCustom, lines: input.terminal_lines }, async (request) => {
      const terminal = this.#open.findOnScreen(actor.id, screen.id);
      if (!terminal) throw refused(MESSAGES.noChecked);
      return onRunner(() => runners.terminals(terminal.runnerName).check(terminal.id, request));
    });
  }

  async #screenOf(actor: Actor, lesson: StoredLesson, screenId: number | undefined): Promise<StoredScreen> {
    const { db } = this.#platform;
    if (screenId !== undefined) return (await getScreenFor(db, actor, lesson.id, screenId)).screen;
    const screens = await listStoredScreens(db, lesson.id);
    const first = screens.find(({ fields }) => fields.type === 'code');
    if (!first) throw refused(MESSAGES.noScreen);
    return first;
  }

  async #end({ id, runnerName }: OpenTerminal): Promise<void> {
    this.#open.remove(id);
    try {
      await this.#platform.runners.terminals(runnerName).end(id);
    } catch (error) {
      // Its time ends it; the new one need not wait for that.
      this.#platform.log.warn({ err: error, terminal: id }, 'a terminal could not be ended');
    }
  }
}

/** A runner's own words where it has some. */
async function onRunner<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw unavailable(error instanceof RunnerRefusal ? error.message : MESSAGES.runnerGone);
  }
}
