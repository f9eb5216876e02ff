/** Terminals of users: opens them, connects pages and checks them. */

import type { WebSocket } from 'ws';
import { hasAnyCredential, isStillSignedIn } from '#features/accounts/server/index.ts';
import { withDatasetFiles } from '#features/datasets/server/index.ts';
import { environmentOf } from '#features/environments/server/index.ts';
import { filesForScreen, setupOf } from '#features/lesson-files/server/index.ts';
import { getLessonFor, type StoredLesson } from '#features/lesson-store/server/index.ts';
import { earlierCode } from '#features/runs/earlier-code.policy.ts';
import type { ScreenFields } from '#features/screens/contract/screens.ts';
import { drawFirst, withFirstDraw } from '#features/screens/rules/values/fill-in-values.ts';
import {
  findScreen,
  turnsChecksOn,
  getScreenFor,
  listScreenFields,
  listStoredScreens,
  type StoredScreen,
} from '#features/screens/server/index.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import type { Actor } from '#platform/contract/roles.ts';
import { notFound, refused } from '#platform/server/errors.ts';
import type { Visitor } from '#platform/server/http/visitor.ts';
import type { Platform } from '#platform/server/platform.ts';
import { checkTerminal, type CheckedFields, type TerminalVerdict } from './check-terminal.ts';
import { MESSAGES } from './messages.ts';
import { OpenTerminals } from './open-terminals.ts';
import {
  endRunnerTerminal,
  connectRunnerTerminal,
  withRunnerErrors,
  openRunnerTerminal,
  refuseSocket,
  TERMINAL_TIMES,
} from './runner-terminals.ts';

interface OpenInput {
  lesson_id: number;
  screen_id?: number | undefined;
  is_preview: boolean;
  restart: boolean;
  setup_code?: string | undefined;
  runs_after?: ScreenFields['runs_after'] | undefined;
  columns: number;
  rows: number;
}

interface CheckInput {
  screen_id: number;
  is_preview: boolean;
  terminal_lines: string[];
  draft?: { [K in keyof CheckedFields]?: CheckedFields[K] | undefined } | undefined;
}

/** Terminals of command line lessons: opens them on runners, connects pages, checks the results. */
export class Terminals {
  readonly #platform: Platform;
  readonly #open = new OpenTerminals(TERMINAL_TIMES.grace_seconds);

  constructor(platform: Platform) {
    this.#platform = platform;
    platform.live.onEndedUser((userId) => void this.#endOf(userId));
  }

  /**
   * Returns the actor's terminal of a screen: the open one, or a new one.
   *
   * @throws AppError `refused` for a lesson without terminals; `unavailable` with the reason if no runner can open one.
   */
  async open(actor: Actor, input: OpenInput): Promise<string> {
    const { db, blobs } = this.#platform;
    const lesson = await getLessonFor(db, actor, input.lesson_id);
    const { language } = lesson.fields;
    if (!isTerminal(language)) throw refused(MESSAGES.notCli);
    const screen = await this.#screenOf(actor, lesson, input.screen_id);
    const owner = String(actor.id);
    const key = screenKey(screen, input);
    const earlier = this.#open.findOnScreen(owner, key);
    if (earlier && !input.restart) return earlier.id;
    if (earlier) {
      this.#open.remove(earlier.id);
      await endRunnerTerminal(this.#platform, earlier);
    }
    const written = { ...screen.fields, ...(input.setup_code !== undefined && { setup_code: input.setup_code }) };
    const { setup_code } = drawFirst(written);
    const setup = await setupOf(blobs, await filesForScreen(db, lesson.id, screen.folder), setup_code);
    const runs_after = input.runs_after === undefined ? screen.fields.runs_after : input.runs_after;
    const opened = await openRunnerTerminal(this.#platform, {
      language,
      owner,
      environment: environmentOf(lesson),
      files: await withDatasetFiles(db, lesson.attached.datasets, setup.files),
      setup,
      earlier:
        runs_after === null
          ? []
          : earlierCode(language, (await listScreenFields(db, lesson.id)).map(withFirstDraw), {
              uuid: screen.uuid,
              fields: { runs_after },
            }),
      columns: input.columns,
      rows: input.rows,
    });
    this.#open.add({ ...opened, owner, screen: key });
    return opened.id;
  }

  /** Connects a page to its user's terminal. @param after Bytes that the page has received already. */
  connect(visitor: Visitor, id: string, after: number, socket: WebSocket): void {
    this.#platform.live.guard(socket, visitor, () => isStillSignedIn(this.#platform, visitor));
    const terminal = this.#open.find(id, String(visitor.actor.id));
    if (!terminal) {
      refuseSocket(socket);
      return;
    }
    socket.once('close', this.#open.watch(id));
    connectRunnerTerminal(this.#platform, terminal, after, socket, () => this.#open.remove(id));
  }

  /**
   * Checks the actor's terminal of a screen.
   *
   * @throws AppError `refused` for a lesson without terminals, or if there is no terminal for the custom check.
   */
  async check(actor: Actor, input: CheckInput): Promise<TerminalVerdict> {
    const { db, blobs, runners } = this.#platform;
    const found = await findScreen(db, input.screen_id);
    if (!found) throw notFound('screen');
    const { screen, lesson } = await getScreenFor(db, actor, found.lesson_id, found.id);
    const { language } = lesson.fields;
    if (!isTerminal(language)) throw refused(MESSAGES.notCli);
    const draft = Object.fromEntries(Object.entries(input.draft ?? {}).filter(([, value]) => value !== undefined));
    const fields: CheckedFields = drawFirst({ ...screen.fields, ...draft });
    const isCustom = lesson.fields.custom_check_enabled || (await turnsChecksOn(db, lesson.fields, screen, fields.custom_check_code));
    const files = await filesForScreen(db, lesson.id, screen.folder);
    return checkTerminal(blobs, { language, fields, isCustom, lines: input.terminal_lines, files }, async (request) => {
      const terminal = this.#open.findOnScreen(String(actor.id), screenKey(screen, input));
      if (!terminal) throw refused(MESSAGES.noChecked);
      return withRunnerErrors(() => runners.terminals(terminal.runnerName).check(terminal.id, request));
    });
  }

  /** Ends the terminals of a user who lost access. */
  async #endOf(userId: number): Promise<void> {
    try {
      if (await hasAnyCredential(this.#platform.db, userId)) return;
    } catch (error) {
      this.#platform.log.warn(
        { err: error, user: userId },
        'could not end the terminals of a user without access; they end by their time limit',
      );
      return;
    }
    for (const terminal of this.#open.listOf(String(userId))) {
      this.#open.remove(terminal.id);
      await endRunnerTerminal(this.#platform, terminal);
    }
  }

  async #screenOf(actor: Actor, lesson: StoredLesson, screenId: number | undefined): Promise<StoredScreen> {
    const { db } = this.#platform;
    if (screenId !== undefined) return (await getScreenFor(db, actor, lesson.id, screenId)).screen;
    const screens = await listStoredScreens(db, lesson.id);
    const first = screens.find(({ fields }) => fields.type === 'code');
    if (!first) throw refused(MESSAGES.noScreen);
    return first;
  }
}

/** A screen has two terminals of a user: one in the editor, and one in the preview as learner. */
function screenKey({ id }: Pick<StoredScreen, 'id'>, { is_preview }: { is_preview: boolean }): string {
  return is_preview ? `${id} preview` : String(id);
}
