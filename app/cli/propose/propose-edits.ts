import { realpath } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import type { Api } from '#app/contract/api.ts';
import type { LessonContent } from '#features/content-model/rules/lesson-content.ts';
import { screenLabel } from '#features/content-model/rules/screen-label.ts';
import { readLesson } from '#features/documents/rules/read-lesson.ts';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import type { Proof, ProposedChange } from '#features/proposals/contract.ts';
import type { Client } from '#platform/contract/client.ts';
import { Clone } from '../clone/clone.ts';
import { readFolder } from '../clone/read-tree.ts';
import { releaseBranch } from '../clone/release-branch.ts';
import { changedFiles, changedPaths, contentFolder, contentTree } from '../clone/work-tree.ts';
import { type Call, CommandRefused, EXIT, type ExitCode, type Output } from '../command.ts';
import { changeOfLesson, changeOfScreen, type FoundChange, isSame } from '../propose/find-changes.ts';
import { findRelease, saidByServer, serverApi } from '../server-api.ts';

/** The command `propose`. */
export async function proposeEdits(call: Call): Promise<ExitCode> {
  return call.options['list'] === true ? list(call) : send(call);
}

async function list(call: Call): Promise<ExitCode> {
  const api = serverApi(call);
  const proposals = await saidByServer(api.listProposals({ query: { of: 'mine' } }, { signal: call.signal }));
  for (const { id, lesson_sequence, lesson_title, screen_sequence, screen_title, reason } of proposals) {
    const screen = screen_sequence === null ? '' : `, screen ${screenLabel({ sequence: screen_sequence, title: screen_title ?? '' })}`;
    call.output.print(`${id}  Lesson ${lesson_sequence}. ${lesson_title}${screen}: ${reason}`);
  }
  if (proposals.length === 0) call.output.print('None of your proposals waits.');
  return EXIT.done;
}

async function send(call: Call): Promise<ExitCode> {
  const { reason } = call.options;
  if (typeof reason !== 'string' || reason.trim() === '')
    throw new CommandRefused('Say why with --reason TEXT: authors read it beside the change.');
  const api = serverApi(call);
  const clone = await Clone.find(call);
  const lessons = await editedLessons(call, clone);
  const changes: NamedChange[] = [];
  for (const lesson of lessons) changes.push(...(await changesOf(call, api, lesson)));
  if (changes.length === 0)
    throw new CommandRefused('There is nothing to propose: no text, code or question of a screen or lesson was edited here.');
  let hasFailed = false;
  // One after the other, as the server proves them.
  for (const { name, change } of changes) {
    call.output.note(`Proving ${name}. This can take a minute.`);
    const { proposal, proof } = await saidByServer(
      api.proposeChange({ body: { ...change, reason: reason.trim() } }, { signal: call.signal }),
    );
    printProof(call.output, name, proof, proposal?.id ?? null);
    hasFailed ||= proposal === null;
  }
  return hasFailed ? EXIT.found : EXIT.done;
}

function printProof({ print }: Output, name: string, { facts, findings }: Proof, id: number | null): void {
  print(name);
  for (const fact of facts) print(`  ${fact}`);
  for (const { text } of findings) print(`  Doesn’t pass: ${text}`);
  print(
    id === null ? '  It was not stored, and no author sees it. Your edits are kept in the clone.' : `  Proposal ${id} waits for an author.`,
  );
}

interface NamedChange {
  /** For people. */
  readonly name: string;
  readonly change: Omit<ProposedChange, 'reason'>;
}

/** Finds the lesson on the server, and what was edited of its texts and screens. @throws CommandRefused if it was edited there as well */
async function changesOf({ output, signal }: Call, api: Client<Api>, edited: EditedLesson): Promise<NamedChange[]> {
  const { folder, base, now } = edited;
  const stored = await findLesson(api, edited, signal);
  const params = { id: stored.id };
  const ids = new Map((await saidByServer(api.listScreenNames({ params }, { signal }))).map(({ uuid, id }) => [uuid, id]));
  const changes: NamedChange[] = [];
  const add = (name: string, { fields, outdated, leftOut }: FoundChange<object>, change: Omit<ProposedChange, 'reason'>) => {
    for (const label of leftOut) output.note(`Left out of ${name}, because it can’t be proposed: ${label}`);
    if (outdated.length > 0)
      throw new CommandRefused(
        `${name}: ${outdated.join(', ')} has changed on the server. Run lessonwright pull first. Nothing was proposed.`,
      );
    if (Object.keys(fields).length > 0) changes.push({ name, change });
  };
  for (const path of edited.leftOut) output.note(`Left out, because it can’t be proposed: ${path}`);
  if (edited.screen === null) {
    const found = changeOfLesson(base, now, stored);
    add(folder, found, { lesson_id: stored.id, base_revision: stored.revision, lesson_fields: found.fields });
  }
  const before = new Map(base.screens.map((screen) => [screen.uuid, screen]));
  const after = new Map(now.screens.map((screen) => [screen.uuid, screen]));
  for (const [uuid, { folder: screenFolder }] of new Map([...before, ...after])) {
    const [old, screen, screenId] = [before.get(uuid), after.get(uuid), ids.get(uuid)];
    const name = `${folder}/screens/${screenFolder}`;
    if (isSame(old, screen) || (edited.screen !== null && edited.screen !== screenFolder)) continue;
    if (!old || !screen || screenId === undefined) {
      output.note(`Left out, because a new or deleted screen can’t be proposed: ${name}`);
      continue;
    }
    const there = await saidByServer(api.getScreen({ params: { lessonId: stored.id, screenId } }, { signal }));
    const found = changeOfScreen(old, screen, there);
    add(name, found, { lesson_id: stored.id, screen_id: screenId, base_revision: there.revision, fields: found.fields });
  }
  return changes;
}

async function findLesson(api: Client<Api>, { base, branch, folder }: EditedLesson, signal: AbortSignal): Promise<Lesson> {
  const release = await findRelease(api, branch, signal);
  const rows = await saidByServer(api.listLessons(undefined, { signal }));
  const row = rows.find(({ release_id, sequence }) => release_id === release.id && sequence === base.sequence);
  const lesson = row && (await saidByServer(api.getLesson({ params: { id: row.id } }, { signal })));
  if (lesson?.uuid !== base.uuid)
    throw new CommandRefused(`The release ${release.name} has no lesson of ${folder}. Run lessonwright pull first.`);
  return lesson;
}

/** A lesson that was edited in a clone. */
interface EditedLesson {
  readonly folder: string;
  /** The branch of its release. */
  readonly branch: string;
  /** As it was when the edit began. */
  readonly base: LessonContent;
  readonly now: LessonContent;
  /** The folder of the only screen that is proposed; null: all of them, and the texts of the lesson. */
  readonly screen: string | null;
  /** Edited files that can't be proposed. */
  readonly leftOut: readonly string[];
}

/** What a proposal can hold, below the folder of a lesson. */
const PROPOSED = /^(?:lesson\.yaml|screens\/[^/]+\/(?!tests\/).+)$/;

async function editedLessons(call: Call, clone: Clone): Promise<EditedLesson[]> {
  const within = await pathInClone(call, clone);
  const { head, tracking, name } = await releaseBranch(clone);
  const remote = await clone.commitOf(tracking);
  const since = remote === null ? head : await clone.text(['merge-base', head, remote]);
  const tree = await contentTree(clone, head, await changedFiles(clone));
  const paths = (await changedPaths(clone, since, tree)).filter((path) => `${path}/`.startsWith(within));
  const [, screen = null] = /^lessons\/[^/]+\/screens\/([^/]+)\//.exec(within) ?? [];
  const lessons: EditedLesson[] = [];
  for (const [folder, changed] of Map.groupBy(paths, contentFolder)) {
    if (!folder?.startsWith('lessons/')) continue;
    const read = async (of: string) => readFolder(clone, of, folder);
    const [before, now] = [await read(since), await read(tree)];
    if (before.size === 0 || now.size === 0) {
      call.output.note(`Left out, because a new or deleted lesson can’t be proposed: ${folder}`);
      continue;
    }
    const { lesson: base, problems: known } = readLesson(before);
    const { lesson, problems } = readLesson(now, base.screens);
    // A value that can't be read became its default, which isn't an edit.
    const fresh = problems.filter((problem) => !known.some((each) => isSame(each, problem)));
    if (fresh.length > 0) {
      const lines = fresh.map(({ path, message }) => `  ${folder}/${path}: ${message}`);
      throw new CommandRefused(['Nothing was proposed, because these files have mistakes:', ...lines].join('\n'));
    }
    lessons.push({
      folder,
      branch: name,
      base,
      now: lesson,
      screen,
      leftOut: changed.filter((path) => !PROPOSED.test(path.slice(folder.length + 1))),
    });
  }
  return lessons;
}

/** The path that is asked for, from the root of the clone, with a slash at its end; empty: all of it. */
async function pathInClone({ folder, args }: Call, { root }: Clone): Promise<string> {
  const asked = resolve(folder, args[0] ?? '.');
  const real = await realpath(asked).catch(() => null);
  if (real === null) throw new CommandRefused(`${asked} doesn’t exist.`);
  const path = relative(root, real).split(sep).join('/');
  if (path.startsWith('..')) throw new CommandRefused(`${asked} is not in the clone ${root}.`);
  return path === '' ? '' : `${path}/`;
}
