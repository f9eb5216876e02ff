import type { WebSocket } from 'ws';
import { learnerTerminalVerdict } from '#features/learner-view/contract/learner-result.ts';
import { solutionAfter } from '#features/learner-view/contract/learner-screen.ts';
import { setupOf } from '#features/lesson-files/server/index.ts';
import type { Given } from '#features/questions/contract/kinds/asks.ts';
import { GuestTerminals, type TerminalVerdict } from '#features/terminals/server/index.ts';
import { isTerminal } from '#platform/contract/languages.ts';
import { networkOf } from '#platform/server/caller-address.ts';
import { refused, tooMany } from '#platform/server/errors.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { PreviewGrade, PreviewLesson, PreviewRun, PreviewVerdict } from '../../contract/previews.ts';
import { gradeAssessment, type ScreenSubmission, type SubmittedRun } from './grade-assessment.ts';
import { GuestReports } from './guest-reports.ts';
import { GuestRuns, type GuestServices } from './guest-runs.ts';
import { GuestSessions } from './guest-sessions.ts';
import { type Attempt, GuestTries } from './guest-tries.ts';
import { credentialOf } from './links.ts';
import { MESSAGES } from './messages.ts';
import { drawnFor, screenAt, type OpenBuild } from './open-build.ts';
import { earlierInBuild, filesOfBuild, filesOfAll, previewRunContext, withInputs } from './preview-run-context.ts';
import { judgeQuestion, type LearnerAnswer, programOf, showLesson, successOf } from './show-lesson.ts';
import { type Builds } from './stored-builds.ts';

/** Most open terminals per link: a terminal is a long-lived sandbox. */
const TERMINALS_MAX = 8;

/** No user: the link identifies a guest. */
const GUEST = { id: 0, name: 'Guest', role: 'external' } as const;

interface ScreenAddress {
  readonly token: string;
  readonly screen: number;
}

/** Who runs something, and from where. */
interface Visit {
  readonly visitor: string;
  readonly address: string;
}

/** What previews need of the platform: no database. */
type Services = GuestServices & Pick<Platform, 'live'>;

/** Builds as learners see and use them. Holding the token is enough; every call checks that it is still valid. */
export class Previews {
  readonly #platform: Services;
  readonly #builds: Builds;
  readonly #runs: GuestRuns;
  readonly #sessions: GuestSessions;
  readonly #tries = new GuestTries();
  readonly #terminals: GuestTerminals;
  readonly #reports = new GuestReports();

  constructor(platform: Services, builds: Builds) {
    this.#platform = platform;
    this.#builds = builds;
    this.#runs = new GuestRuns(platform);
    this.#sessions = new GuestSessions(platform);
    this.#terminals = new GuestTerminals(platform);
  }

  close(): Promise<void> {
    return this.#runs.close();
  }

  /** @throws AppError `not_found` with the reason the link is invalid, here and in every other call. */
  open(token: string): Promise<OpenBuild> {
    return this.#builds.open(token);
  }

  /** {@link open}, with the values of a visitor. */
  async #openFor(token: string, visitor: string | undefined): Promise<OpenBuild> {
    const build = await this.open(token);
    return { ...build, snapshot: drawnFor(build.snapshot, visitor) };
  }

  async show(token: string, visitor?: string): Promise<PreviewLesson> {
    const build = await this.#openFor(token, visitor);
    return showLesson(build, token, await this.#builds.show(build));
  }

  /** @throws AppError `refused` in assessments, which report at the end. */
  async answer(
    { token, screen }: ScreenAddress,
    answer: LearnerAnswer & { question: number; visitor?: string | undefined },
  ): Promise<PreviewVerdict> {
    const { snapshot } = await this.#openFor(token, answer.visitor);
    if (snapshot.lesson.type === 'assessment') throw refused(MESSAGES.tellsAtEnd);
    return judgeQuestion(snapshot, screenAt(snapshot, screen), answer, token);
  }

  /** @throws AppError `refused` on a screen without code; `too_many`; `unavailable` if nothing can run it. */
  async run(
    { token, screen }: ScreenAddress,
    input: Visit & { code: string; submit: boolean; inputs?: string | undefined },
  ): Promise<PreviewRun> {
    const build = await this.#openFor(token, input.visitor);
    return await this.#start({ token, screen }, build, input, {
      isExperimental: screenAt(build.snapshot, screen).fields.is_experimental,
      attempt: () => this.#tries.begin({ linkId: build.link.id, visitor: input.visitor, screen }, input.code),
    });
  }

  /**
   * Runs an answer to a question as code that is submitted on its screen. It is no try of that code, which has the solution to show.
   *
   * @throws AppError `refused` if nothing of it runs; `too_many`; `unavailable` if nothing can run it.
   */
  async runAnswer({ token, screen }: ScreenAddress, input: Visit & { question: number; given: Given }): Promise<PreviewRun> {
    const build = await this.#openFor(token, input.visitor);
    const code = programOf(build.snapshot, screenAt(build.snapshot, screen), input);
    if (code === null) throw refused(MESSAGES.noAnswerRun);
    // Where nothing counts against the code of learners, their answers are still judged.
    return await this.#start({ token, screen }, build, { ...input, code, submit: true }, { isExperimental: false });
  }

  async #start(
    { token, screen }: ScreenAddress,
    { link, snapshot }: OpenBuild,
    input: Visit & { code: string; submit: boolean; inputs?: string | undefined },
    { isExperimental, attempt }: { isExperimental: boolean; attempt?: () => Attempt },
  ): Promise<PreviewRun> {
    const on = screenAt(snapshot, screen);
    const context = withInputs(previewRunContext(snapshot, on), input);
    const session = await this.#sessions.of(link.id, networkOf(input.address), input.visitor, context);
    return this.#runs.start({
      linkId: link.id,
      screen,
      // An interpreter outlives the screen, so it has the files of all screens.
      context: session ? { ...context, files: filesOfAll(snapshot) } : context,
      code: input.code,
      isChecked: input.submit,
      sight: {
        isAssessment: snapshot.lesson.type === 'assessment',
        isExperimental,
        showsExpected: snapshot.lesson.show_expected_values,
        unitShows: context.fields.unit_test_shows,
        success: successOf(snapshot, on, token),
      },
      ...(attempt && { attempt }),
      session,
    });
  }

  async runResult(token: string, runId: string): Promise<PreviewRun> {
    const { link } = await this.open(token);
    return this.#runs.result(link.id, runId);
  }

  async stopRun(token: string, runId: string): Promise<void> {
    const { link } = await this.open(token);
    await this.#runs.stop(link.id, runId);
  }

  /** The solution of a screen. @throws AppError `refused` where there is none to show, and before enough tries. */
  async solution({ token, screen }: ScreenAddress, visitor: string): Promise<{ code: string }> {
    const { link, snapshot } = await this.#openFor(token, visitor);
    const on = screenAt(snapshot, screen);
    const after = solutionAfter(snapshot.lesson, on.fields);
    if (after === null) throw refused(MESSAGES.noSolution);
    const left = this.#tries.leftBefore({ linkId: link.id, visitor, screen }, after);
    if (left > 0) throw refused(MESSAGES.triesLeft(left));
    return { code: on.fields.answer_code };
  }

  /** Reports a problem with a screen to its authors. @throws AppError `refused` if it is no longer in the lesson; `too_many` */
  async report({ token, screen }: ScreenAddress, { visitor, address, text }: { visitor: string; address: string; text: string }) {
    const build = await this.open(token);
    const { uuid } = screenAt(build.snapshot, screen);
    if (uuid === undefined) throw refused(MESSAGES.noReports);
    this.#reports.take({ linkId: build.link.id, network: networkOf(address), visitor });
    await this.#builds.report(build, uuid, text);
  }

  /** Grades an assessment. @throws AppError `refused` for other lessons. */
  async grade(
    token: string,
    submission: {
      visitor?: string | undefined;
      answers: readonly (LearnerAnswer & { screen: number; question: number })[];
      runs: readonly { screen: number; run_id: string }[];
    },
  ): Promise<PreviewGrade> {
    const { link, snapshot } = await this.#openFor(token, submission.visitor);
    if (snapshot.lesson.type !== 'assessment') throw refused(MESSAGES.noAssessment);
    const handedIn = new Map<number, ScreenSubmission>();
    for (const place of snapshot.screens.keys()) {
      const screen = place + 1;
      const answers = submission.answers.filter((answer) => answer.screen === screen).map((each) => [each.question, each] as const);
      const last = submission.runs.findLast((run) => run.screen === screen);
      handedIn.set(screen, { answers: new Map(answers), run: last ? this.#runs.submitted(link.id, last.run_id, screen) : null });
    }
    const grade = gradeAssessment(snapshot, handedIn, (screen, question, answer) => {
      const verdict = judgeQuestion(snapshot, screen, { question, ...answer }, token);
      // There may be another try: an output that was predicted wrong would be its answer.
      return verdict.is_correct ? verdict : { ...verdict, output: null };
    });
    const related = snapshot.lesson.related_lesson;
    const isAllRight = grade.right === grade.total;
    const review = related === null || isAllRight ? null : { sequence: related, title: await this.#builds.titleOf(related) };
    return { ...grade, review };
  }

  /**
   * Returns the address of the visitor's terminal on a screen. @throws AppError `refused`, `too_many`, `unavailable`
   */
  async openTerminal(
    { token, screen }: ScreenAddress,
    input: { visitor: string; restart: boolean; columns: number; rows: number },
  ): Promise<string> {
    const { link, snapshot } = await this.#openFor(token, input.visitor);
    const { on, language } = terminalScreen(snapshot, screen);
    const place = { owner: ownerOf(link.id, input.visitor), screen: String(screen) };
    const isMore = !this.#terminals.has(place);
    if (isMore && this.#terminals.countOf(ownerOf(link.id, '')) >= TERMINALS_MAX) throw tooMany(MESSAGES.tooManyTerminals, 60);
    const id = await this.#terminals.open(place, input.restart, async () => {
      const setup = await setupOf(this.#platform.blobs, filesOfBuild(snapshot, on), on.fields.setup_code);
      return {
        language,
        owner: `preview-${link.id}`,
        environment: snapshot.environment,
        files: setup.files,
        setup,
        earlier: earlierInBuild(snapshot, on),
        columns: input.columns,
        rows: input.rows,
      };
    });
    return `/api/preview/${token}/terminal/${id}`;
  }

  /** Connects a page to a terminal that was opened through the same link; it ends with the link. */
  async connect(token: string, id: string, after: number, socket: WebSocket): Promise<void> {
    // Paused until the owner is known.
    socket.pause();
    const link = await this.open(token).then(
      (build) => build.link,
      () => null,
    );
    socket.resume();
    if (link) {
      const visitor = { actor: GUEST, credential: credentialOf(link) };
      this.#platform.live.guard(socket, visitor, () => this.#builds.isOpen(token));
    }
    this.#terminals.connect(id, (owner) => link !== null && owner.startsWith(ownerOf(link.id, '')), after, socket);
  }

  /** Checks the visitor's terminal of a screen. @throws AppError `refused`, `unavailable` */
  async checkTerminal({ token, screen }: ScreenAddress, input: { visitor: string; terminal_lines: readonly string[] }) {
    const { link, snapshot } = await this.#openFor(token, input.visitor);
    const { on, language } = terminalScreen(snapshot, screen);
    const { fields } = on;
    const place = { owner: ownerOf(link.id, input.visitor), screen: String(screen) };
    const isCustom = snapshot.lesson.custom_check_enabled;
    const attempt = this.#tries.begin({ linkId: link.id, visitor: input.visitor, screen }, input.terminal_lines.join('\n'));
    const verdict = await this.#terminals
      .check(place, { language, fields, isCustom, lines: input.terminal_lines, files: filesOfBuild(snapshot, on) })
      .then((judged) => {
        attempt.judged(judged.success);
        return judged;
      })
      .finally(() => attempt.end());
    const run_id = this.#runs.note(link.id, screen, submittedTerminal(verdict));
    const { type, show_expected_values } = snapshot.lesson;
    return {
      run_id,
      verdict:
        type === 'assessment'
          ? null
          : learnerTerminalVerdict(verdict, show_expected_values, fields.unit_test_shows, successOf(snapshot, on, token)),
    };
  }
}

/** A terminal's verdict as an assessment counts it. */
function submittedTerminal({ success, custom }: TerminalVerdict): SubmittedRun {
  const counted = custom.results.filter(({ counts }) => counts !== false);
  return { isRight: success, skills: counted.flatMap(({ tag_id, pass }) => (tag_id ? [{ name: tag_id, correct: pass }] : [])) };
}

function ownerOf(linkId: number, visitor: string): string {
  return `${linkId} ${visitor}`;
}

function terminalScreen(snapshot: OpenBuild['snapshot'], place: number) {
  const on = screenAt(snapshot, place);
  const { language } = snapshot.lesson;
  if (!isTerminal(language) || on.fields.type !== 'code') throw refused(MESSAGES.noTerminal);
  return { on, language };
}
